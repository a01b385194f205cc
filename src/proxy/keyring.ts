import { resolveKey } from "../http/config.js";
import { scrub, scrubJson } from "../http/scrub.js";

/** Keys that are rotated are few; the older ones are forgotten. */
const mostKeys = 8;
/** A shorter one, written otherwise, may be a word of the data. */
const leastLength = 16;

/** Hands out the key, and takes every key that it has handed out back out of texts. */
export interface Keyring {
  readonly current: () => Promise<string>;
  readonly scrub: (text: string) => string;
  /** The same for a body. It comes back as it was, byte for byte, where no key stands in it. */
  readonly scrubBody: (text: string) => string;
}

export function createKeyring(apiKey: string | (() => string | Promise<string>)): Keyring {
  const keys = new Set<string>(typeof apiKey === "string" ? [apiKey] : []);
  const forms = () => [...keys].flatMap(formsOf);
  const scrubText = (text: string) => forms().reduce((clean, form) => scrub(clean, form), text);
  return {
    current: async () => {
      const key = (await resolveKey({ apiKey })) as string;
      // The one in use is the newest.
      keys.delete(key);
      keys.add(key);
      if (keys.size > mostKeys) keys.delete(keys.values().next().value as string);
      return key;
    },
    scrub: scrubText,
    scrubBody: (text) => {
      const plain = withoutEscapes(text);
      const holds = (candidate: string) => forms().some((form) => candidate.includes(form));
      if (!holds(text) && !holds(plain)) return text;
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        return scrubText(plain);
      }
      const clean = JSON.stringify(forms().reduce((value, form) => scrubJson(value, form), json));
      // What is left is no string but a number: not JSON any more, but no key either.
      return holds(withoutEscapes(clean)) ? scrubText(withoutEscapes(clean)) : clean;
    },
  };
}

/** A key may come back as it stands in an address, in another case, or in base64. */
function formsOf(key: string): string[] {
  const forms = [key, encodeURIComponent(key)];
  if (key.length >= leastLength) {
    const base64 = btoa(key).replace(/=+$/, "");
    forms.push(key.toUpperCase(), key.toLowerCase(), base64, base64.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return [...new Set(forms)];
}

/** JSON can write one key in many ways, and one field twice, of which a parser shows the last only. */
function withoutEscapes(text: string): string {
  return text.includes("\\")
    ? text.replace(/\\(?:u([0-9a-fA-F]{4})|(["\\/]))/g, (_, hex, plain) => (hex ? String.fromCharCode(Number.parseInt(hex, 16)) : plain))
    : text;
}
