import type { Endpoint } from "../contract/shared/endpoint.js";
import { errorCatalogue } from "../contract/shared/error-catalogue.js";
import { isObject } from "../contract/shared/guards.js";
import { collectRequestWords } from "./schema-words.js";

/** The parts of a masker that an error needs. */
interface Masks {
  /** An undocumented value. */
  readonly value: (value: unknown, name: string) => unknown;
  readonly key: (name: string) => string;
  readonly message: (text: string, words: ReadonlySet<string>) => string;
}

const typeNames = toSet(
  "undefined null string number nan boolean object array date bigint integer float unknown void map set function symbol promise record file",
);
const issueCodes = toSet(
  "invalid_type invalid_literal custom invalid_union invalid_union_discriminator invalid_enum_value unrecognized_keys invalid_arguments invalid_return_type invalid_date invalid_string too_small too_big invalid_intersection_types not_multiple_of not_finite invalid_format invalid_value invalid_key invalid_element",
);
const textForms = toSet(
  "email url emoji uuid nanoid regex cuid cuid2 ulid datetime date time duration ip ipv4 ipv6 cidr base64 base64url jwt e164 includes starts_with ends_with",
);
const limits = /^(?:minimum|maximum|multipleOf|statusCode|status|path)$/;

/** Where an error and its issues stand. */
const envelopes = /^(?:|errors|issues|unionErrors)$/;

/** Masks the body of an error: it may quote the request anywhere. */
export function maskError(body: unknown, endpoint: Endpoint, masks: Masks): unknown {
  const requestWords = collectRequestWords(endpoint);
  const messageWords = new Set([...requestWords, ...typeNames]);
  const isRequestWord = (text: string) => requestWords.has(text);
  const isTypeOrWord = (text: string) => listQuoted(text).every((part) => messageWords.has(part));
  const kept: Readonly<Record<string, (text: string) => boolean>> = {
    code: (text) => issueCodes.has(text),
    validation: (text) => textForms.has(text),
    format: (text) => textForms.has(text),
    type: isTypeOrWord,
    origin: isTypeOrWord,
    expected: isTypeOrWord,
    received: isTypeOrWord,
    path: isRequestWord,
    keys: isRequestWord,
    options: isRequestWord,
    values: isRequestWord,
  };

  const id = readErrorId(body);

  function mask(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.map((item) => mask(item, name));
    if (typeof value === "string") {
      if (name === "message" || name === "error") return masks.message(value, messageWords);
      if (name === "id" && value === id) return value;
      return Object.hasOwn(kept, name) && kept[name]?.(value) ? value : masks.value(value, name);
    }
    if (typeof value === "number" && limits.test(name) && Math.abs(value) < 10_000) return value;
    if (!isObject(value) || !envelopes.test(name)) return masks.value(value, name);
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [masks.key(key), mask(part, key)]),
    );
  }

  return mask(body, "");
}

/** The id of an error, if it is a known one or has the form of the service's ids. */
function readErrorId(body: unknown): string | undefined {
  const id = isObject(body) ? body.id : undefined;
  if (typeof id !== "string") return undefined;
  return Object.hasOwn(errorCatalogue, id) || /^[A-Z]+(?:_[A-Z]+)*$/.test(id) ? id : undefined;
}

/** The words of `'A' | 'B'`. */
function listQuoted(text: string): string[] {
  return text.split(" | ").map((part) => part.replace(/^'(.*)'$/, "$1"));
}

function toSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
