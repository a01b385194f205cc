import * as z from "zod/mini";
import { bitcoinAddressPattern } from "../../shared/bitcoin-pattern.js";
import {
  type Address,
  decimalPattern,
  evmAddressPattern,
  type Hex,
  hashPattern,
  integerPattern,
} from "../../shared/patterns.js";
import { hasValidChecksum } from "./addresses/checksum.js";
import { isBitcoinAddress } from "./addresses/is-bitcoin-address.js";
import { limitIssues } from "./limit-issues.js";
import { clientRule, type ExactSchema, exact, lazy, type Schema, typedAs } from "./schema.js";

export { bitcoinAddressPattern, evmAddressPattern };

export const signaturePattern = /^0x([a-fA-F0-9]{2})*$/;
export const emailPattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const signedDecimalPattern = /^-?\d+(?:\.\d+)?$/;
/** The `date-time` of RFC 3339. */
const dateTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** A string that must match a pattern. `expected` describes the pattern in error messages. */
/* @__NO_SIDE_EFFECTS__ */
export function text<T extends string = string>(pattern: RegExp, expected: string): ExactSchema<T> {
  return typedAs(z.string().check(z.regex(pattern, { error: expected })));
}

export const evmAddressExpected = "an EVM address: 0x and 40 hex digits";
const checksumExpected =
  "an address whose letter case matches its EIP-55 checksum (a character is mistyped; an all-lowercase address skips this check)";
export const anyAddressExpected = "an EVM address (0x and 40 hex digits) or a Bitcoin address";
export const anyAddressPattern = /* @__PURE__ */ new RegExp(
  `${evmAddressPattern.source}|${bitcoinAddressPattern.source}`,
);

// No check may abort: Zod would then skip the cross-field rules, and the error would not list every
// issue.
const checksumMatches = /* @__PURE__ */ z.refine<string>(
  (value) => !evmAddressPattern.test(value) || hasValidChecksum(value),
  { error: checksumExpected, params: clientRule },
);

function addressText(pattern: RegExp, expected: string): Schema<string> {
  return z.string().check(z.regex(pattern, { error: expected }), checksumMatches);
}

/** An EVM address in a request. A mixed-case address must match its EIP-55 checksum. */
export const EvmAddress: ExactSchema<Address> = lazy(() =>
  typedAs(addressText(evmAddressPattern, evmAddressExpected)),
);

const isBitcoinChecksumValid = /* @__PURE__ */ z.refine<string>(
  (value) => !bitcoinAddressPattern.test(value) || isBitcoinAddress(value),
  {
    error: "a Bitcoin address whose checksum is right (a character is mistyped)",
    params: clientRule,
  },
);

/** An EVM address or a Bitcoin mainnet address in a request. The checksum of both is verified. */
export const AnyAddress = lazy(() =>
  addressText(anyAddressPattern, anyAddressExpected).check(isBitcoinChecksumValid),
);

export const tokenPattern = /^(?:0x[a-fA-F0-9]{40}|(?!0x).+)$/;

/** A token: an EVM address, or on Bitcoin the `address` that the token list shows. */
export const TokenOnAnyChain = lazy(() => addressText(tokenPattern, evmAddressExpected));

export const hashExpected = "a 32-byte hash: 0x and 64 hex digits";

/** The hash of a transaction or user operation: 32 bytes in hex. */
export const Hash = lazy(() => text<Hex>(hashPattern, hashExpected));

/** A signature in hex. */
export const Signature: ExactSchema<Hex> = lazy(() =>
  typedAs(
    z.string().check(
      z.regex(signaturePattern, { error: "a signature in hex: 0x and whole bytes" }),
      z.refine((value) => value !== "0x", {
        error: "a signature that is not empty",
        params: clientRule,
      }),
    ),
  ),
);

/** An amount: a decimal string of any length. */
export const Decimal = lazy(() =>
  text(decimalPattern, 'a decimal string such as "1.5", with no sign and no exponent'),
);

/** An amount that may be negative. */
export const SignedDecimal = lazy(() =>
  text(signedDecimalPattern, 'a decimal string such as "-1.5", with no exponent'),
);

/** An amount in the smallest unit. */
export const WholeAmount = lazy(() => text(integerPattern, 'digits only, such as "0"'));

/** A string that is not empty. */
export const Id = lazy(() =>
  z.string().check(z.minLength(1, { error: "a string that is not empty" })),
);

/** The longest valid e-mail address. The limit also bounds the time that the pattern takes. */
const maxEmailLength = 254;

/** An e-mail address. */
export const Email = lazy(() =>
  z.string().check(
    z.refine((value) => value.length <= maxEmailLength && emailPattern.test(value), {
      error: `an e-mail address of at most ${maxEmailLength} characters`,
    }),
  ),
);

function isDateTime(value: string): boolean {
  if (!dateTimePattern.test(value) || Number.isNaN(Date.parse(value))) return false;
  // Some engines parse February 30 as March 2. Formatting the parsed date detects that.
  const day = value.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** A time in a request: a `Date`, or ISO 8601 text with seconds and a zone. Sent as ISO 8601. */
export const DateTime = lazy<string | Date>(() =>
  z.pipe(
    z.transform((value) =>
      value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value,
    ),
    z.string({ error: "a Date, or an ISO 8601 string" }).check(
      z.refine(isDateTime, {
        error:
          'an ISO 8601 date and time with seconds and a zone, such as "2026-01-31T12:00:00Z" or "2026-01-31T14:00:00+02:00"',
      }),
    ),
  ),
);

/** Strings that the service stores with a record. It rejects other values (`invalid_metadata`). */
export type Metadata = Record<string, string>;
export const Metadata: ExactSchema<Metadata> = lazy(() =>
  z.record(z.string(), z.string({ error: "a string (metadata holds strings only)" })).check(
    z.refine((metadata) => isWithinMetadataSize(JSON.stringify(metadata)), {
      error: metadataSizeExpected,
    }),
  ),
);

/** The service rejects larger metadata. */
export const maxMetadataSize = 1_024;
export const metadataSizeExpected = `at most ${maxMetadataSize} bytes of JSON in UTF-8`;

export function isWithinMetadataSize(json: string): boolean {
  return new TextEncoder().encode(json).length <= maxMetadataSize;
}

/** A number between two bounds, both included. */
/* @__NO_SIDE_EFFECTS__ */
export function numberFrom(minimum: number, maximum: number): ExactSchema<number> {
  const error = `a number from ${minimum} to ${maximum}`;
  return exact(
    z.number({ error }).check(z.minimum(minimum, { error }), z.maximum(maximum, { error })),
  );
}

/** An integer between two bounds, both included. */
/* @__NO_SIDE_EFFECTS__ */
export function integerFrom(minimum: number, maximum: number): ExactSchema<number> {
  const error = `a whole number from ${minimum} to ${maximum}`;
  return exact(
    z
      .number({ error })
      .check(
        z.refine(Number.isInteger, { error }),
        z.minimum(minimum, { error }),
        z.maximum(maximum, { error }),
      ),
  );
}

/** A word from a closed list. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Word extends string>(...words: readonly Word[]): ExactSchema<Word> {
  return typedAs(z.lazy(() => z.enum([...words])));
}

/** Any string. Strings in responses are not checked against a pattern. */
export const Text = /* @__PURE__ */ exact(/* @__PURE__ */ z.string());
export const Flag = /* @__PURE__ */ exact(/* @__PURE__ */ z.boolean());
export const Num = /* @__PURE__ */ exact(/* @__PURE__ */ z.number());
/** Any JSON value, or none: the form is not documented. */
export const Anything = /* @__PURE__ */ typedAs<unknown, "optional">(
  /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
);
/** An object whose fields are not documented. */
export const OpenObject = /* @__PURE__ */ exact(
  /* @__PURE__ */ z.record(/* @__PURE__ */ z.string(), /* @__PURE__ */ z.unknown()),
);

/** A list. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<T>(item: ExactSchema<T>): ExactSchema<T[]> {
  return exact(limitIssues(z.array(item)));
}

/** An open object whose values have one schema. */
/* @__NO_SIDE_EFFECTS__ */
export function mapOf<T>(item: ExactSchema<T>): ExactSchema<Record<string, T>> {
  return exact(limitIssues(z.record(z.string(), item)));
}

/** One of two forms. */
/* @__NO_SIDE_EFFECTS__ */
export function eitherOf<A, B>(first: ExactSchema<A>, second: ExactSchema<B>): ExactSchema<A | B> {
  return exact(z.union([first, second]));
}

/** One value, or a list of values that is not empty. Sent as a list. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOrMore<T>(item: ExactSchema<T>): ExactSchema<T | readonly T[]> {
  return lazy<T | readonly T[]>(() =>
    z.pipe(
      z.transform((value) => (Array.isArray(value) ? value : [value])),
      z.array(item).check(z.minLength(1, { error: "at least one value" })),
    ),
  );
}
