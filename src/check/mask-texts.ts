import { bech32 } from "@scure/base";
import { nativeToken } from "../contract/shared/chains/chain-ids.js";
import { factories } from "../contract/shared/factories.js";
import { isCommonWord } from "./common-words.js";
import { type Random, scramble, scrambleDigits, scrambleHex } from "./scramble.js";

/** Replaces texts, the same text always by the same. */
export interface TextMasker {
  /** A private text of any form. */
  text(text: string): string;
  /** The digits of a number. */
  amount(text: string): string;
  /** What is recognised anywhere in a text, such as an address. */
  recognised(text: string): string;
  /** A message of the service, which may quote values. `words` stay. */
  message(text: string, words: ReadonlySet<string>): string;
}

/** Addresses that everyone uses. */
const publicAddresses: ReadonlySet<string> = new Set(
  [
    nativeToken,
    `0x${"0".repeat(40)}`,
    ...Object.values(factories.lightAccount),
    ...Object.values(factories.kernel),
  ].map((address) => address.toLowerCase()),
);

/** What is recognised anywhere in a text. */
const patterns = [
  /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/, // e-mail address
  /https?:\/\/[^\s"'<>]+/,
  /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/, // UUID
  /0x[\da-f]{9,}/,
  /\b[\da-f]{32,}\b/, // trace id
  /\bbc1[\da-z]{20,}\b|\b[13][a-km-z\d]{25,35}\b/, // Bitcoin address
];
const recognised = new RegExp(patterns.map(({ source }) => `(${source})`).join("|"), "giu");

const decimal = /^-?\d+(?:\.\d+)?$/;
const poolId = /^\d{1,9}-0x[\da-f]{9,}$/i;
const quoted = /"[^"]*"|`[^`]*`|(?<![\p{L}\d])'[^']*'(?![\p{L}\d])/gu;
const digitGroups = /\d[\d .,()+/:-]*/g;
const token = /[\p{L}\p{M}\d_]+/gu;

/** Creates a masker of texts. */
export function createTextMasker(random: Random): TextMasker {
  const masks = new Map<string, string>();
  const texts = new Set<string>();

  /** The mask of a value. The letter case of the value is applied to it. */
  function remember(value: string, create: (lower: string) => string): string {
    const lower = value.toLowerCase();
    let mask = masks.get(lower);
    // An own mask for each value: two wallets must not become one.
    for (let i = 0; mask === undefined && i < 100; i++) {
      const candidate = create(lower);
      const isFree = candidate !== lower && !masks.has(`mask of ${candidate}`);
      if (isFree || i === 99) mask = candidate;
    }
    masks.set(lower, mask as string);
    masks.set(`mask of ${mask}`, "");
    return mask as string;
  }

  function maskRecognised(found: string): string {
    const lower = found.toLowerCase();
    if (lower.includes("@")) return remember(lower, () => `${letters(8)}@example.com`);
    if (/^https?:/.test(lower))
      return remember(lower, () => `https://masked.example/${letters(8)}`);
    if (publicAddresses.has(lower)) return found;
    if (lower.startsWith("bc1") || (/^[13]/.test(found) && !/^[\da-f-]+$/.test(lower)))
      return remember(found, createBitcoinAddress);
    // The function of calldata is public.
    const isCalldata = lower.startsWith("0x") && lower.length > 66;
    const kept = isCalldata ? 10 : lower.startsWith("0x") ? 2 : 0;
    return remember(
      lower,
      (value) => value.slice(0, kept) + scrambleHex(value.slice(kept), random),
    );
  }

  const letters = (count: number) => scramble("x".repeat(count), random);

  function createBitcoinAddress(): string {
    const program = Uint8Array.from({ length: 20 }, () => random(256));
    return bech32.encode("bc", [0, ...bech32.toWords(program)]);
  }

  const maskAmount = (text: string) => remember(text, (value) => scrambleDigits(value, random));

  function maskFree(text: string): string {
    if (text === "") return text;
    texts.add(text);
    const mask = [...remember(text, (value) => scramble(value, random))];
    return [...text]
      .map((char, i) => (char === char.toLowerCase() ? mask[i] : mask[i]?.toUpperCase()))
      .join("");
  }

  function maskText(text: string): string {
    if (decimal.test(text)) return maskAmount(text);
    // The chain of a pool stays.
    if (poolId.test(text)) return text.replace(recognised, maskRecognised);
    return replaceParts(text, recognised, maskRecognised, maskFree);
  }

  function maskMessage(text: string, words: ReadonlySet<string>): string {
    const isKnown = (word: string) => words.has(word) || isCommonWord(word);
    const maskWord = (word: string) => (isKnown(word) ? word : maskFree(word));
    const maskWords = (rest: string) => rest.replace(token, maskWord);
    const maskPlain = (rest: string) => replaceParts(rest, digitGroups, maskDigits, maskWords);
    const maskOthers = (rest: string) => maskKnownTexts(rest, findTexts(rest), maskPlain);
    const maskQuoted = (found: string) => {
      const value = found.slice(1, -1);
      return `${found[0]}${words.has(value) ? value : maskText(value)}${found[0]}`;
    };
    const maskUnquoted = (rest: string) =>
      replaceParts(rest, recognised, maskRecognised, maskOthers);
    return replaceParts(text, quoted, maskQuoted, maskUnquoted);
  }

  /** Phone and document numbers are written in groups. */
  function maskDigits(found: string): string {
    let end = found.length;
    while (!isDigit(found[end - 1])) end--;
    const digits = found.slice(0, end);
    const isPrivate = /\d\.\d/.test(digits) || digits.replace(/\D/g, "").length >= 5;
    return isPrivate ? maskAmount(digits) + found.slice(digits.length) : found;
  }

  /** The texts of other fields that a message contains, the longest first. */
  function findTexts(message: string): string[] {
    const found = [...texts].filter((text) => text.length > 2 && message.includes(text));
    return found.sort((a, b) => b.length - a.length);
  }

  function maskKnownTexts(
    message: string,
    [known, ...others]: readonly string[],
    maskRest: (rest: string) => string,
  ): string {
    if (known === undefined) return maskRest(message);
    const parts = message.split(known);
    return parts.map((part) => maskKnownTexts(part, others, maskRest)).join(maskFree(known));
  }

  return {
    text: maskText,
    amount: maskAmount,
    recognised: (text) => text.replace(recognised, maskRecognised),
    message: maskMessage,
  };
}

/** Replaces what matches and the text between, so that no mask is masked again. */
function replaceParts(
  text: string,
  pattern: RegExp,
  replaceMatch: (match: string) => string,
  replaceRest: (rest: string) => string,
): string {
  let replaced = "";
  let end = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    replaced += replaceRest(text.slice(end, index)) + replaceMatch(match);
    end = index + match.length;
  }
  return replaced + replaceRest(text.slice(end));
}

function isDigit(char: string | undefined): boolean {
  return char === undefined || /\d/.test(char);
}
