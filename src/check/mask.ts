import { chainNames } from "../contract/shared/chains/chain-names.js";
import { isChainId } from "../contract/shared/chains/is-chain-id.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { isObject } from "../contract/shared/guards.js";
import { maskError } from "./mask-error.js";
import { createTextMasker } from "./mask-texts.js";
import {
  isWord,
  resolveSchema,
  type Schemas,
  schemasOfField,
  schemasOfItem,
} from "./schema-words.js";
import type { Random } from "./scramble.js";

/** Replaces what is private, the same value always by the same. */
export interface Masker {
  /** A value of JSON. Without a schema, every text is private. */
  json(value: unknown, schema?: unknown): unknown;
  /** The body of an error of an operation. */
  error(body: unknown, endpoint: Endpoint): unknown;
  /** The text of a field of a schema, such as a path parameter. */
  field(name: string, text: string, schema?: unknown): string;
}

/** Where a value stands. */
interface Place {
  readonly name: string;
  readonly parent: string;
  /** Empty if the value is not documented. */
  readonly schemas: Schemas;
  /** The caller chooses the values there, and the keys of metadata. */
  readonly isOwn?: "metadata" | "message" | undefined;
  /** The names of the structs and fields of typed data, in its types. */
  readonly typeWords?: ReadonlySet<string> | undefined;
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;
const birthDate = /^birthDate$/i;
/** Numbers that say nothing about the project. */
const plainNumber = /percent|slippage|^salt$|version|decimals|^chainId$/i;
const shortDecimal = /^-?(?=[\d.]{1,8}$)\d+(?:\.\d+)?$/;
const timeField = /At$|expir|time/i;
const amountField =
  /amount|usd|brl|price|share|marketCap|balance|value|volume|fee|cost|gas|limit$|used|remaining/i;
const solidityType = /^(?:u?int\d{0,3}|bytes\d{0,2}|address|bool|string)$/;
const domainFields = ["EIP712Domain", "name", "version", "chainId", "verifyingContract", "salt"];
const knownChainNames: ReadonlySet<string> = new Set([
  ...Object.values(chainNames),
  ...["Optimism", "BNB", "Gnosis Chain", "X Layer", "Arbitrum"],
]);

/**
 * Creates a masker. Every text is replaced, except words of the enumerations of the schema, times
 * and the names of chains. Percentages, zeros, chains, field names and the form and length of each
 * value stay. `secrets` never appear.
 */
export function createMasker(secrets: readonly string[], random: Random = cryptoRandom): Masker {
  const texts = createTextMasker(random);

  function hasSecret(text: string): boolean {
    return secrets.some((secret) => secret.length > 4 && text.includes(secret));
  }

  function maskText(text: string, place: Place): string {
    if (hasSecret(text)) return "masked";
    if (isKept(text, place)) return text;
    return birthDate.test(place.name) && /^\d{4}-\d\d-\d\d$/.test(text)
      ? "1990-01-01"
      : texts.text(text);
  }

  function maskNumber(value: number, place: Place): number {
    return isKeptNumber(value, place)
      ? value
      : Number(String(value).replace(/^-?[\d.]+/, texts.amount));
  }

  function maskKey(key: string, isDocumented: boolean, isMetadata: boolean): string {
    if (hasSecret(key)) return "masked";
    if (isDocumented) return key;
    return isMetadata || /\d{5}/.test(key) ? texts.text(key) : texts.recognised(key);
  }

  function maskValue(value: unknown, place: Place): unknown {
    if (typeof value === "string") return maskText(value, place);
    if (typeof value === "number") return maskNumber(value, place);
    if (Array.isArray(value)) {
      const schemas = schemasOfItem(place.schemas);
      return value.map((item) => maskValue(item, { ...place, schemas }));
    }
    if (typeof value !== "object" || value === null) return value;
    const typeWords = listTypeWords(value);
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        const inner = findField(place, key, typeWords);
        const isDocumented = inner.schemas.length > 0;
        const isMetadata = place.isOwn === "metadata";
        return [maskKey(key, isDocumented, isMetadata), maskValue(part, inner)];
      }),
    );
  }

  return {
    json: (value, schema) =>
      maskValue(value, { name: "", parent: "", schemas: resolveSchema(schema) }),
    error: (body, endpoint) =>
      maskError(body, endpoint, {
        value: (value, name) => {
          const isOwn = name === "metadata" ? "metadata" : undefined;
          return maskValue(value, { name, parent: "", schemas: [], isOwn });
        },
        key: (key) => maskKey(key, false, false),
        message: (text, words) => (hasSecret(text) ? "masked" : texts.message(text, words)),
      }),
    field: (name, text, schema) =>
      maskText(text, findField({ name: "", parent: "", schemas: resolveSchema(schema) }, name)),
  };
}

function findField(place: Place, name: string, words?: ReadonlySet<string>): Place {
  const isTypes = words !== undefined && (name === "types" || name === "primaryType");
  const isMessage = words !== undefined && name === "message";
  return {
    name,
    parent: place.name,
    schemas: schemasOfField(place.schemas, name),
    isOwn: place.isOwn ?? (name === "metadata" ? "metadata" : isMessage ? "message" : undefined),
    typeWords: isTypes ? words : place.typeWords,
  };
}

/** The field names of typed data, which its types repeat as values. Undefined for other values. */
function listTypeWords(value: object): ReadonlySet<string> | undefined {
  const { types, message, primaryType } = value as Record<string, unknown>;
  if (!isObject(types) || !isObject(message) || primaryType === undefined) return undefined;
  const words = new Set([...domainFields, ...Object.keys(types)]);
  const waiting: unknown[] = [message];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (!isObject(part)) continue;
    for (const [key, inner] of Object.entries(part)) {
      if (!Array.isArray(part)) words.add(key);
      waiting.push(inner);
    }
  }
  return words;
}

/** Whether a text says nothing about the project. */
function isKept(text: string, { name, schemas, isOwn, typeWords }: Place): boolean {
  if (isOwn) return false;
  if (dateTime.test(text) || isWord(text, schemas)) return true;
  if (typeWords) {
    const [, base = ""] = /^([^[\]]*)(?:\[\d{0,4}\])*$/.exec(text) ?? [];
    return typeWords.has(base) || solidityType.test(base);
  }
  if (schemas.length === 0) return false;
  return (
    (name === "name" && knownChainNames.has(text)) ||
    (plainNumber.test(name) && shortDecimal.test(text))
  );
}

function isKeptNumber(value: number, { name, parent, schemas, isOwn }: Place): boolean {
  if (isOwn) return false;
  const isChain = /chain/i.test(name) || (name === "id" && /chain/i.test(parent));
  if (isChain && isChainId(value)) return true;
  if (schemas.length === 0) return false;
  const isSmall = Math.abs(value) < 1_000_000 && !amountField.test(name);
  return isSmall || plainNumber.test(name) || timeField.test(name);
}

function cryptoRandom(limit: number): number {
  return (globalThis.crypto.getRandomValues(new Uint32Array(1))[0] as number) % limit;
}
