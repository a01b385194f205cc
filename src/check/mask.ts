import { bech32 } from "@scure/base";
import { nativeToken } from "../contract/shared/chain-ids.js";
import { factories } from "../contract/shared/factories.js";
import { type Random, scramble, scrambleDigits, scrambleHex } from "./scramble.js";

/** Replaces what is private, the same value always by the same. */
export interface Masker {
  /** A value of JSON. */
  json(value: unknown): unknown;
  /** The text of a field, such as a path parameter. */
  field(name: string, text: string): string;
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
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/, // e-mail address
  /https?:\/\/[^\s"'<>]+/,
  /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/, // UUID
  /0x[\da-f]{9,}/,
  /\b[\da-f]{32,}\b/, // trace id
  /\bbc1[\da-z]{20,}\b|\b[13][a-km-z\d]{25,35}\b/, // Bitcoin address
];
const recognised = new RegExp(patterns.map(({ source }) => `(${source})`).join("|"), "giu");

const decimal = /^-?\d+(?:\.\d+)?$/;
const dateTime = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;
const word = /^[A-Z][A-Z\d_]*$/;

/** Fields whose text is written by the service or this package, such as the message of an error. */
const serviceText =
  /^(?:message|decoded|utf8|code|expected|validation|type|status|timerange|category|version|primaryType)$/;
/** Zod's names of types, in `received` of an issue. */
const typeName = /^(?:undefined|null|string|number|nan|boolean|object|array|date|bigint|unknown)$/;
/** Fields whose words are masked even if they look like words of an enumeration. */
const nameField =
  /name|symbol|address|street|city|state$|postal|phone|website|email|pixKey|memoCode|documentId$/i;
/** Numbers that say nothing about the project. */
const plainNumber = /percent|slippage|^salt$|version|decimals|^chainId$/i;
const timeField = /At$|expir|time/i;
const amountField =
  /amount|usd|brl|price|share|marketCap|balance|value|volume|fee|cost|gas|limit$|used|remaining/i;

/**
 * Creates a masker. Addresses, ids, hashes, names, amounts, texts, e-mail addresses and URLs are
 * replaced; words of enumerations, chains, percentages, times, zeros and field names stay, and so
 * do the form and the length of each value. `secrets` never appear.
 */
export function createMasker(secrets: readonly string[], random: Random = cryptoRandom): Masker {
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

  /** Text of the service may quote values. */
  function maskQuoted(text: string): string {
    let masked = text.replace(recognised, maskRecognised).replace(/\d+\.\d+/g, maskAmount);
    for (const known of texts) {
      const isSafe = known.length > 2 && !typeName.test(known);
      if (isSafe && masked.includes(known)) masked = masked.replaceAll(known, maskFree(known));
    }
    return masked;
  }

  function maskText(text: string, path: readonly string[]): string {
    const name = path.at(-1) ?? "";
    if (secrets.some((secret) => secret.length > 4 && text.includes(secret))) return "masked";
    if (isKept(text, path)) return text;
    if (/^birthDate$/i.test(name)) return "1990-01-01";
    if (serviceText.test(name)) return maskQuoted(text);
    if (decimal.test(text)) return plainNumber.test(name) ? text : maskAmount(text);
    // `137-0x…` is the id of a pool: the chain stays.
    const isPoolId = /^\d+-0x/.test(text);
    return isPoolId ? text.replace(recognised, maskRecognised) : maskMixed(text);
  }

  /** Recognised values and the text between them. */
  function maskMixed(text: string): string {
    let masked = "";
    let end = 0;
    for (const match of text.matchAll(recognised)) {
      masked += maskFree(text.slice(end, match.index)) + maskRecognised(match[0]);
      end = match.index + match[0].length;
    }
    return masked + maskFree(text.slice(end));
  }

  function maskNumber(value: number, name: string): number {
    const text = String(value);
    const isSmall = Math.abs(value) < 1_000_000 && !amountField.test(name);
    const isKeptNumber = isSmall || plainNumber.test(name) || timeField.test(name);
    return isKeptNumber || !decimal.test(text) ? value : Number(maskAmount(text));
  }

  function maskValue(value: unknown, path: readonly string[]): unknown {
    const name = path.at(-1) ?? "";
    if (typeof value === "string") return maskText(value, path);
    if (typeof value === "number") return maskNumber(value, name);
    if (Array.isArray(value)) return value.map((item) => maskValue(item, path));
    if (typeof value !== "object" || value === null) return value;
    // The types of typed data name fields, not values.
    if (name === "types" && path.at(-2) === "typedData") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key.replace(recognised, maskRecognised),
        maskValue(part, [...path, key]),
      ]),
    );
  }

  return {
    json: (value) => maskValue(value, []),
    field: (name, text) => maskText(text, [name]),
  };
}

/** Whether a text says nothing about the project. */
function isKept(text: string, path: readonly string[]): boolean {
  const name = path.at(-1) ?? "";
  const parent = path.at(-2) ?? "";
  if (dateTime.test(text)) return true;
  // The names of chains, and of the domain of typed data.
  if (name === "name" && /^(?:chains?|chainIn|chainOut|domain)$/.test(parent)) return true;
  if (parent === "errors" && (name === "path" || typeName.test(text))) return true;
  return word.test(text) && !nameField.test(name) && parent !== "metadata";
}

function cryptoRandom(limit: number): number {
  return (globalThis.crypto.getRandomValues(new Uint32Array(1))[0] as number) % limit;
}
