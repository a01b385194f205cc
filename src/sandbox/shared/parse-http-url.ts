import { custom } from "../../errors/options.js";

/** Parses an absolute http(s) URL. Undefined if it is none. React Native has no `URL.canParse`. */
export function parseHttpUrl(text: string): URL | undefined {
  if (!/^https?:\/\//.test(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The schema of an option. */
export const httpUrl = () =>
  custom<string>((url) => parseHttpUrl(url as string) !== undefined, "an http(s) URL");
