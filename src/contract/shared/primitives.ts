import { bitcoinAddressPattern } from "../../shared/bitcoin-pattern.js";
import { isDate } from "../../shared/guards.js";
import {
  type Address,
  decimalPattern,
  evmAddressPattern,
  type Hex,
  hashPattern,
  integerPattern,
  readableAmountPattern,
} from "../../shared/patterns.js";
import type { Schema, TextRule } from "../records/schema.js";
import { hasValidChecksum } from "./addresses/checksum.js";
import { isBitcoinAddress } from "./addresses/is-bitcoin-address.js";

export { bitcoinAddressPattern, evmAddressPattern };

export const signaturePattern = /^0x([a-fA-F0-9]{2})*$/;
export const emailPattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
export const tokenPattern = /^(?:0x[a-fA-F0-9]{40}|(?!0x).+)$/;
export const anyAddressPattern = /* @__PURE__ */ new RegExp(
  `${evmAddressPattern.source}|${bitcoinAddressPattern.source}`,
);

export const evmAddressExpected = "an EVM address: 0x and 40 hex digits";
export const anyAddressExpected = "an EVM address (0x and 40 hex digits) or a Bitcoin address";
export const hashExpected = "a 32-byte hash: 0x and 64 hex digits";

/** Any string. Strings in responses are not checked against a pattern. */
export const Text: Schema<string> = { kind: "text" };
export const Flag: Schema<boolean> = { kind: "boolean" };
export const Num: Schema<number> = { kind: "number" };
/** A whole number of a response. A larger one has lost digits when the JSON was parsed. */
export const WholeNum: Schema<number> = {
  kind: "number",
  known: { passes: Number.isSafeInteger, expected: "a whole number below 2^53" },
};
/** Any JSON value, or none: the form is not documented. */
export const Anything: Schema<unknown, "optional"> = { kind: "anything" };
/** An object whose fields are not documented. */
export const OpenObject: Schema<Record<string, unknown>> = { kind: "map", item: Anything };
/** A string that is not empty. */
export const Id: Schema<string> = { kind: "text", isFilled: true };

const checksumMatches: TextRule = {
  passes: (value) => !evmAddressPattern.test(value) || hasValidChecksum(value),
  expected:
    "an address whose letter case matches its EIP-55 checksum (a character is mistyped; an all-lowercase address skips this check)",
  isOwn: true,
};
const bitcoinChecksumMatches: TextRule = {
  passes: (value) => !bitcoinAddressPattern.test(value) || isBitcoinAddress(value),
  expected: "a Bitcoin address whose checksum is right (a character is mistyped)",
  isOwn: true,
};

/** An EVM address in a request. A mixed-case address must match its EIP-55 checksum. */
export const EvmAddress: Schema<Address> = {
  kind: "text",
  pattern: evmAddressPattern,
  expected: evmAddressExpected,
  rules: [checksumMatches],
};

/** An EVM address or a Bitcoin mainnet address in a request. The checksum of both is verified. */
export const AnyAddress: Schema<string> = {
  kind: "text",
  pattern: anyAddressPattern,
  expected: anyAddressExpected,
  rules: [checksumMatches, bitcoinChecksumMatches],
};

/** A token: an EVM address, or on Bitcoin the `address` that the token list shows. */
export const TokenOnAnyChain: Schema<string> = {
  kind: "text",
  pattern: tokenPattern,
  expected: evmAddressExpected,
  rules: [checksumMatches],
};

/** An EVM address in a response. Its letter case is not checked. */
export const AddressText: Schema<Address> = {
  kind: "text",
  pattern: evmAddressPattern,
  expected: evmAddressExpected,
};
/** The address of a wallet on any chain, in a response. */
export const AnyAddressText: Schema<string> = {
  kind: "text",
  pattern: anyAddressPattern,
  expected: anyAddressExpected,
};
/** A token in a response. On Bitcoin it may be another word than an EVM address. */
export const TokenText: Schema<Address> = {
  kind: "text",
  pattern: tokenPattern,
  expected: evmAddressExpected,
};
/** The address of an item in a list, in any form: the item is identified by it. */
export const AddressId: Schema<Address> = { kind: "text", isFilled: true };

/** The hash of a transaction or user operation: 32 bytes in hex. */
export const Hash: Schema<Hex> = { kind: "text", pattern: hashPattern, expected: hashExpected };

/** Hex in a response. */
export const HexText: Schema<Hex> = {
  kind: "text",
  pattern: signaturePattern,
  expected: "hex: 0x and whole bytes",
};

/** A signature in hex. */
export const Signature: Schema<Hex> = {
  kind: "text",
  pattern: signaturePattern,
  expected: "a signature in hex: 0x and whole bytes",
  rules: [
    {
      passes: (value) => value !== "0x",
      expected: "a signature that is not empty",
      isOwn: true,
    },
  ],
};

/**
 * An amount: a decimal string of any length. An exponent is not documented, but everything that
 * reads amounts of responses accepts it.
 */
export const Decimal: Schema<string> = {
  kind: "text",
  pattern: decimalPattern,
  expected: 'a decimal string such as "1.5", with no sign and no exponent',
  readable: readableAmountPattern,
};

/** An amount that may be negative. */
export const SignedDecimal: Schema<string> = {
  kind: "text",
  pattern: /^-?\d+(?:\.\d+)?$/,
  expected: 'a decimal string such as "-1.5", with no exponent',
};

/** An amount in the smallest unit. */
export const WholeAmount: Schema<string> = {
  kind: "text",
  pattern: integerPattern,
  expected: 'digits only, such as "0"',
};

/** The longest valid e-mail address. The limit also bounds the time that the pattern takes. */
const maxEmailLength = 254;

/** An e-mail address. */
export const Email: Schema<string> = {
  kind: "text",
  format: "email",
  maxLength: maxEmailLength,
  pattern: emailPattern,
  expected: "an e-mail address",
};

/** The `date-time` of RFC 3339. */
const dateTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function isDateTime(value: string): boolean {
  if (!dateTimePattern.test(value) || Number.isNaN(Date.parse(value))) return false;
  // Some engines parse February 30 as March 2. Formatting the parsed date detects that.
  const day = value.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** A time in a request: a `Date`, or ISO 8601 text with seconds and a zone. Sent as ISO 8601. */
export const DateTime: Schema<string | Date> = {
  kind: "convert",
  convert: (value) =>
    isDate(value) && !Number.isNaN(value.getTime()) ? value.toISOString() : value,
  to: {
    kind: "text",
    form: "a Date, or an ISO 8601 string",
    format: "date-time",
    rules: [
      {
        passes: isDateTime,
        expected:
          'an ISO 8601 date and time with seconds and a zone, such as "2026-01-31T12:00:00Z" or "2026-01-31T14:00:00+02:00"',
      },
    ],
  },
};

/** The service rejects larger metadata. */
export const maxMetadataSize = 1_024;
export const metadataSizeExpected = `at most ${maxMetadataSize} bytes of JSON in UTF-8`;

/** Strings that the service stores with a record. It rejects other values (`invalid_metadata`). */
export type Metadata = Record<string, string>;
export const Metadata: Schema<Metadata> = {
  kind: "map",
  item: { kind: "text", form: "a string (metadata holds strings only)" },
  rule: {
    passes: (metadata) => isWithinMetadataSize(JSON.stringify(metadata)),
    expected: metadataSizeExpected,
  },
};
/** Metadata in a response. Its size is not checked. */
export const StoredMetadata: Schema<Metadata> = { kind: "map", item: Text };

export function isWithinMetadataSize(json: string): boolean {
  return new TextEncoder().encode(json).length <= maxMetadataSize;
}
