import { keccak_256 } from "@noble/hashes/sha3";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils";
import { isMissing, isObject } from "../../shared/guards.js";
import { evmAddressPattern, type Hex } from "../../shared/patterns.js";
import { trimEnd } from "../../shared/trim-end.js";

/** The id of an attempt, and a time that each attempt sets anew. */
const volatileNames: ReadonlySet<string> = new Set(["metadata", "expiration"]);

const decimal = /^\d+\.\d*$/;

const trimDecimal = (text: string): string =>
  decimal.test(text) ? trimEnd(trimEnd(text, "0"), ".") : text;

/**
 * The keccak-256 hash of a request as JSON with sorted keys, with addresses in lower case and
 * decimals without zeros at their end, without what each attempt sets anew. A field that is
 * missing, undefined or null is the same.
 */
export function digestRequest(request: object): Hex {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(formatRequest(request))))}`;
}

/** The text of which the digest is the hash. */
export const formatRequest = (request: object): string => JSON.stringify(toCanonical(request));

function toCanonical(value: unknown): unknown {
  if (typeof value === "string")
    return evmAddressPattern.test(value) ? value.toLowerCase() : trimDecimal(value);
  if (Array.isArray(value)) return value.map(toCanonical);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(
    ([name, field]) => !volatileNames.has(name) && !isMissing(field),
  );
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, field]) => [name, toCanonical(field)]));
}
