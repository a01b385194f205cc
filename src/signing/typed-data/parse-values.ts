import { isAddress, toHex } from "viem/utils";
import { evmAddressPattern } from "../../contract/shared/patterns.js";
import type { SigningProblemCode } from "../../errors/signing.js";
import { isMissing, type ReportProblem } from "../shared/problems.js";

const integer = /^(?:-?\d+|0x[0-9a-fA-F]+)$/;
const wholeBytes = /^0x(?:[0-9a-fA-F]{2})*$/;
const loneSurrogate = /\p{Surrogate}/u;

/** What Solidity itself calls a type, in the widths that exist. */
export function isAtomicType(type: string): boolean {
  const bits = Number(/^u?int([1-9]\d*)$/.exec(type)?.[1]);
  return (
    (bits <= 256 && bits % 8 === 0) ||
    /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?)$/.test(type)
  );
}

/** A value of one of Solidity's types in its one form: integers as bigint, bytes and addresses as hex. */
export function parseAtomicValue(
  type: string,
  value: unknown,
  path: string,
  report: ReportProblem,
): unknown {
  const refuse = (code: SigningProblemCode, expected: string) =>
    report(code, path, expected, value);
  if (isMissing(value)) return refuse("missing_field", type);
  if (type === "bool")
    return typeof value === "boolean" ? value : refuse("wrong_type", "a bool: true or false");
  if (type === "string") {
    // Half a character has no UTF-8 form, and every library puts another one in its place.
    return typeof value === "string" && !loneSurrogate.test(value)
      ? value
      : refuse("wrong_type", "a string of whole Unicode characters");
  }
  if (type === "address") return parseAddress(value, path, report);
  const [, base, size] = /^(bytes|u?int)(\d*)$/.exec(type) as unknown as [string, string, string];
  if (base !== "bytes") return parseInteger(base === "int", Number(size), value, path, report);
  const hex = value instanceof Uint8Array ? toHex(value) : value;
  if (typeof hex !== "string" || !wholeBytes.test(hex))
    return refuse("wrong_type", `${type}: 0x and whole bytes in hex`);
  const length = hex.length / 2 - 1;
  return size && length !== Number(size)
    ? refuse("wrong_length", `${size} bytes, not ${length}`)
    : hex;
}

/** An address of the wire. Its letter case has no bearing on what is signed: where libraries would refuse it, it is put in lower case. */
export function parseAddress(
  value: unknown,
  path: string,
  report: ReportProblem,
): string | undefined {
  if (typeof value !== "string" || !evmAddressPattern.test(value)) {
    return report("wrong_type", path, "an address: 0x and 40 hex digits", value);
  }
  return isAddress(value) ? value : value.toLowerCase();
}

/** A whole number within its type's range. Numbers past 2^53 have been rounded on their way, so nobody knows what they were. */
export function parseInteger(
  signed: boolean,
  bits: number,
  value: unknown,
  path: string,
  report: ReportProblem,
): bigint | undefined {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return report(
      "rounded_number",
      path,
      "a decimal string or bigint (numbers past 2^53 are rounded)",
      value,
    );
  }
  if (
    !(
      typeof value === "bigint" ||
      Number.isSafeInteger(value) ||
      (typeof value === "string" && integer.test(value))
    )
  ) {
    return report(
      "wrong_type",
      path,
      "a whole number, as a number, bigint or decimal string",
      value,
    );
  }
  const number = BigInt(value as string | number | bigint);
  const power = signed ? bits - 1 : bits;
  const top = 1n << BigInt(power);
  if (number < top && number >= (signed ? -top : 0n)) return number;
  return report(
    "out_of_range",
    path,
    `from ${signed ? `-2^${power}` : "0"} to 2^${power} - 1`,
    value,
  );
}
