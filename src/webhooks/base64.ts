/** Returns undefined unless the text is canonical base64: one signature has one text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text);
    // atob also accepts white space, missing padding and left-over bits.
    if (btoa(binary) !== text) return undefined;
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
