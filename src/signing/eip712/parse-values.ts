import { isAddress, toHex } from "viem/utils";
import type { MalformedDetail } from "../../errors/signing.js";
import { isMissing } from "../../shared/guards.js";
import { evmAddressPattern } from "../../shared/patterns.js";
import type { ReportProblem } from "../shared/problems.js";

export type ReportMalformed = (
  detail: MalformedDetail,
  path: string,
  expected: string,
  actual: unknown,
) => undefined;

export function toMalformed(report: ReportProblem): ReportMalformed {
  return (detail, path, expected, actual) =>
    report("malformed", path, expected, actual, { detail });
}

const integerPattern = /^(?:-?\d+|0x[0-9a-fA-F]+)$/;
const bytesPattern = /^0x(?:[0-9a-fA-F]{2})*$/;
const unpairedSurrogate = /\p{Surrogate}/u;

/** Accepts Solidity's elementary types in the widths that exist. */
export function isAtomicType(type: string): boolean {
  const bits = Number(/^u?int([1-9]\d*)$/.exec(type)?.[1]);
  return (
    (bits <= 256 && bits % 8 === 0) ||
    /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?)$/.test(type)
  );
}

/** Parses a value of an elementary type: integers to bigint, bytes and addresses to hex. */
export function parseAtomicValue(
  type: string,
  value: unknown,
  path: string,
  report: ReportMalformed,
): unknown {
  const reject = (detail: MalformedDetail, expected: string) =>
    report(detail, path, expected, value);
  if (isMissing(value)) return reject("missing_field", type);
  if (type === "bool")
    return typeof value === "boolean" ? value : reject("wrong_type", "a bool: true or false");
  if (type === "string") {
    // An unpaired surrogate has no UTF-8 encoding. Libraries would replace it.
    return typeof value === "string" && !unpairedSurrogate.test(value)
      ? value
      : reject("wrong_type", "a string of whole Unicode characters");
  }
  if (type === "address") return parseAddress(value, path, report);
  const [, base, size] = /^(bytes|u?int)(\d*)$/.exec(type) ?? [];
  if (base !== "bytes") return parseInteger(base === "int", Number(size), value, path, report);
  const hex = value instanceof Uint8Array ? toHex(value) : value;
  if (typeof hex !== "string" || !bytesPattern.test(hex))
    return reject("wrong_type", `${type}: 0x and whole bytes in hex`);
  const length = hex.length / 2 - 1;
  return size && length !== Number(size)
    ? reject("wrong_length", `${size} bytes, not ${length}`)
    : hex;
}

/**
 * Letter case does not change what is signed. An address with an invalid checksum is converted to
 * lower case, because libraries would reject it.
 */
export function parseAddress(
  value: unknown,
  path: string,
  report: ReportMalformed,
): string | undefined {
  if (typeof value !== "string" || !evmAddressPattern.test(value))
    return report("wrong_type", path, "an address: 0x and 40 hex digits", value);
  return isAddress(value) ? value : value.toLowerCase();
}

/** Parses an integer in the range of its type. Rejects numbers above 2^53: they were rounded. */
export function parseInteger(
  signed: boolean,
  bits: number,
  value: unknown,
  path: string,
  report: ReportMalformed,
): bigint | undefined {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const expected = "a decimal string or bigint (numbers above 2^53 are rounded)";
    return report("rounded_number", path, expected, value);
  }
  const isInteger =
    typeof value === "bigint" ||
    Number.isSafeInteger(value) ||
    (typeof value === "string" && integerPattern.test(value));
  if (!isInteger) {
    const expected = "a whole number, as a number, bigint or decimal string";
    return report("wrong_type", path, expected, value);
  }
  const number = BigInt(value as string | number | bigint);
  const power = signed ? bits - 1 : bits;
  const limit = 1n << BigInt(power);
  if (number < limit && number >= (signed ? -limit : 0n)) return number;
  const range = `from ${signed ? `-2^${power}` : "0"} to 2^${power} - 1`;
  return report("out_of_range", path, range, value);
}
