/** Returns undefined unless the text is canonical base64: one signature has one text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text);
    // atob also accepts white space, missing padding and left-over bits.
    if (btoa(binary) !== text) return undefined;
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    return undefined;
  }
}
