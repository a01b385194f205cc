import * as z from "zod/mini";
import { bitcoinAddressPattern } from "./bitcoin-address.js";
import { hasValidChecksum } from "./checksum.js";
import { decimalPattern, evmAddressPattern, hashPattern } from "./patterns.js";
import type { Schema } from "./schema.js";

export { bitcoinAddressPattern, evmAddressPattern };

/** An EVM address: `0x` and 40 hex digits. */
export type Address = `0x${string}`;
/** A hex string: `0x` and an even number of hex digits. */
export type Hex = `0x${string}`;

export const signaturePattern = /^0x([a-fA-F0-9]{2})*$/;
export const emailPattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const signedDecimalPattern = /^-?\d+(?:\.\d+)?$/;
const dateTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

/**
 * A string that must match a pattern; `expected` is what the caller is told.
 */
/* @__NO_SIDE_EFFECTS__ */
export function text<T extends string = string>(pattern: RegExp, expected: string): Schema<T> {
  return z.string().check(z.regex(pattern, { error: expected })) as unknown as Schema<T>;
}

export const evmAddressExpected = "an EVM address: 0x and 40 hex digits";
const checksumMessage =
  "an address whose letter case fits its EIP-55 checksum (a digit or letter is mistyped; all lower case skips this check)";
const anyAddressPattern = /* @__PURE__ */ new RegExp(
  `${evmAddressPattern.source}|${bitcoinAddressPattern.source}`,
);

// No check may abort: Zod would then skip the rules over several fields, and one answer would not name every problem.
const checksumFits = /* @__PURE__ */ z.refine<string>(
  (value) => !evmAddressPattern.test(value) || hasValidChecksum(value),
  {
    error: checksumMessage,
  },
);

function checkedAddress<T extends string>(pattern: RegExp, expected: string): Schema<T> {
  return z
    .string()
    .check(z.regex(pattern, { error: expected }), checksumFits) as unknown as Schema<T>;
}

/** An EVM address in a request: pattern, and EIP-55 checksum where it is mixed-case. */
export const EvmAddress: Schema<Address> = /* @__PURE__ */ z.lazy(() =>
  checkedAddress(evmAddressPattern, evmAddressExpected),
) as never;

/** An EVM or a Bitcoin mainnet address in a request. */
export const AnyAddress: Schema<string> = /* @__PURE__ */ z.lazy(() =>
  checkedAddress(anyAddressPattern, "an EVM address (0x and 40 hex digits) or a Bitcoin address"),
) as never;

/** A token: an EVM address, or, where the chain is Bitcoin, the word that its listing shows. */
export const TokenOnAnyChain: Schema<string> = /* @__PURE__ */ z.lazy(() =>
  checkedAddress(/^(?:0x[a-fA-F0-9]{40}|(?!0x).+)$/, evmAddressExpected),
) as never;

/** The hash of a transaction or user operation: 32 bytes in hex. */
export const Hash: Schema<Hex> = /* @__PURE__ */ z.lazy(() =>
  text(hashPattern, "a 32-byte hash: 0x and 64 hex digits"),
) as never;

/** A signature in hex. */
export const Signature: Schema<Hex> = /* @__PURE__ */ z.lazy(() =>
  z
    .string()
    .check(
      z.regex(signaturePattern, { error: "a signature in hex: 0x and whole bytes" }),
      z.minLength(4, { error: "a signature that is not empty" }),
    ),
) as never;

/** An amount: a decimal string, exact at any length. */
export const Decimal: Schema<string> = /* @__PURE__ */ z.lazy(() =>
  text(decimalPattern, 'a decimal string such as "1.5", with no sign and no exponent'),
) as never;

/** An amount that may be negative. */
export const SignedDecimal: Schema<string> = /* @__PURE__ */ z.lazy(() =>
  text(signedDecimalPattern, 'a decimal string such as "-1.5", with no exponent'),
) as never;

/** A string that is not empty. */
export const Id: Schema<string> = /* @__PURE__ */ z.lazy(() =>
  z.string().check(z.minLength(1, { error: "a string that is not empty" })),
) as never;

/** Mail allows no longer address, and a bound keeps the pattern's work small. */
const longestEmail = 254;

/** An e-mail address. */
export const Email: Schema<string> = /* @__PURE__ */ z.lazy(() =>
  z.string().check(
    z.refine((value) => value.length <= longestEmail && emailPattern.test(value), {
      error: `an e-mail address of at most ${longestEmail} characters`,
    }),
  ),
) as never;

function isDateTime(value: string): boolean {
  if (!dateTimePattern.test(value) || Number.isNaN(Date.parse(value))) return false;
  // Some engines read February 30 as March 2: only a real day comes back as it went in.
  const day = value.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** A point in time in a request: an ISO 8601 string with a time zone, or a `Date`. Sent as ISO 8601. */
export const DateTime: Schema<string | Date> = /* @__PURE__ */ z.lazy(() =>
  z.pipe(
    z.transform((value) =>
      value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value,
    ),
    z.string({ error: "a Date, or an ISO 8601 string" }).check(
      z.refine(isDateTime, {
        error: 'an ISO 8601 date and time with a zone, such as "2026-01-31T12:00:00Z"',
      }),
    ),
  ),
) as never;

/** String keys and string values that the service stores with a record. Anything else is refused (`invalid_metadata`). */
export type Metadata = Record<string, string>;
export const Metadata: Schema<Metadata> = /* @__PURE__ */ z.lazy(() =>
  z.record(z.string(), z.string({ error: "a string (metadata holds strings only)" })),
) as never;

/**
 * A number within bounds, both included.
 */
/* @__NO_SIDE_EFFECTS__ */
export function numberFrom(minimum: number, maximum: number): Schema<number> {
  const error = `a number from ${minimum} to ${maximum}`;
  return z
    .number({ error })
    .check(
      z.minimum(minimum, { error }),
      z.maximum(maximum, { error }),
    ) as unknown as Schema<number>;
}

/**
 * A whole number within bounds, both included.
 */
/* @__NO_SIDE_EFFECTS__ */
export function integerFrom(minimum: number, maximum: number): Schema<number> {
  const error = `a whole number from ${minimum} to ${maximum}`;
  return z
    .number({ error })
    .check(
      z.refine(Number.isInteger, { error }),
      z.minimum(minimum, { error }),
      z.maximum(maximum, { error }),
    ) as unknown as Schema<number>;
}

/**
 * One word of a closed list.
 */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Word extends string>(...words: readonly Word[]): Schema<Word> {
  return z.lazy(() => z.enum([...words])) as unknown as Schema<Word>;
}

/** A string as the service sends it: read without a pattern, because the service is the one who wrote it. */
export const Text: Schema<string> = /* @__PURE__ */ z.string() as never;
export const Flag: Schema<boolean> = /* @__PURE__ */ z.boolean() as never;
export const Num: Schema<number> = /* @__PURE__ */ z.number() as never;
/** Any JSON value: where nobody has published what stands here. */
export const Anything: Schema<unknown> = /* @__PURE__ */ z.optional(
  /* @__PURE__ */ z.unknown(),
) as never;
/** An object whose fields nobody has published. */
export const OpenObject: Schema<Record<string, unknown>> = /* @__PURE__ */ z.record(
  z.string(),
  z.unknown(),
) as never;

/**
 * A list.
 */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<T>(item: Schema<T>): Schema<T[]> {
  return z.array(item) as unknown as Schema<T[]>;
}

/**
 * Any one of several forms.
 */
/* @__NO_SIDE_EFFECTS__ */
export function eitherOf<A, B>(first: Schema<A>, second: Schema<B>): Schema<A | B>;
export function eitherOf<A, B, C>(
  first: Schema<A>,
  second: Schema<B>,
  third: Schema<C>,
): Schema<A | B | C>;
export function eitherOf(...options: Schema<unknown>[]): Schema<unknown> {
  return z.union(options as [Schema<unknown>]) as unknown as Schema<unknown>;
}

/**
 * One value, or a list of them that is not empty.
 */
/* @__NO_SIDE_EFFECTS__ */
export function oneOrMore<T>(item: Schema<T>): Schema<T | readonly T[]> {
  return z.lazy(() =>
    z.pipe(
      z.transform((value) => (Array.isArray(value) ? value : [value])),
      z.array(item).check(z.minLength(1, { error: "at least one value" })),
    ),
  ) as unknown as Schema<T | readonly T[]>;
}
