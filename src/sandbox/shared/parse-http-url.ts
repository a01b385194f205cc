/** Parses an absolute http(s) URL. Undefined if it is none. React Native has no `URL.canParse`. */
export function parseHttpUrl(text: string): URL | undefined {
  if (!/^https?:\/\//.test(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
