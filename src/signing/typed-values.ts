import { isAddress, toHex } from "viem/utils";
import type { SigningProblem, SigningProblemCode } from "../errors/signing.js";
import { problem, show } from "./problem.js";

const anyAddress = /^0x[0-9a-fA-F]{40}$/;
const integer = /^(?:-?\d+|0x[0-9a-fA-F]+)$/;
const wholeBytes = /^0x(?:[0-9a-fA-F]{2})*$/;
const loneSurrogate = /\p{Surrogate}/u;

/** Where a reader of values puts what it cannot read. */
export type Problems = SigningProblem[];

/** What Solidity itself calls a type, in the widths that exist. */
export function isAtomicType(type: string): boolean {
  const bits = /^u?int([1-9]\d*)$/.exec(type);
  if (bits) return Number(bits[1]) <= 256 && Number(bits[1]) % 8 === 0;
  return /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?)$/.test(type);
}

/** A value of one of Solidity's types in its one form: integers as bigint, bytes and addresses as hex. */
export function readAtom(type: string, value: unknown, path: string, problems: Problems): unknown {
  const refuse = (code: SigningProblemCode, expected: string, actual = show(value)): undefined => {
    problems.push(problem(code, path, expected, actual));
  };
  if (type === "bool") return typeof value === "boolean" ? value : refuse("wrong_type", "a bool: true or false");
  if (type === "string") {
    if (typeof value !== "string") return refuse("wrong_type", "a string");
    // Half a character has no UTF-8 form, and every library puts another one in its place.
    return loneSurrogate.test(value) ? refuse("wrong_type", "a string of whole Unicode characters") : value;
  }
  if (type === "address") return readAddress(value, path, problems);
  const [, base, size] = /^(bytes|u?int)(\d*)$/.exec(type) as unknown as [string, string, string];
  if (base !== "bytes") return readInteger(base === "int", Number(size), value, path, problems);
  const hex = value instanceof Uint8Array ? toHex(value) : value;
  if (typeof hex !== "string" || !wholeBytes.test(hex)) return refuse("wrong_type", `${type}: 0x and whole bytes in hex`);
  const length = hex.length / 2 - 1;
  if (size && length !== Number(size)) return refuse("wrong_length", `${size} bytes of ${type}`, `${length} bytes: ${show(hex)}`);
  return hex;
}

/** An address as it stands; one in capitals throughout carries no checksum and is put in lower case. */
export function readAddress(value: unknown, path: string, problems: Problems): unknown {
  if (typeof value !== "string" || !anyAddress.test(value)) {
    problems.push(problem("wrong_type", path, "an address: 0x and 40 hex digits", show(value)));
  } else if (isAddress(value)) {
    return value;
  } else if (value.slice(2) === value.slice(2).toUpperCase()) {
    return value.toLowerCase();
  } else {
    problems.push(
      problem("checksum", path, "an address whose letter case fits its EIP-55 checksum (a digit or letter is mistyped)", show(value)),
    );
  }
  return undefined;
}

/** A whole number within its type's range. Numbers past 2^53 have been rounded on their way, so nobody knows what they were. */
export function readInteger(signed: boolean, bits: number, value: unknown, path: string, problems: Problems): bigint | undefined {
  const type = `${signed ? "" : "u"}int${bits}`;
  const refuse = (code: SigningProblemCode, expected: string): undefined => {
    problems.push(problem(code, path, expected, show(value)));
  };
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return refuse("rounded_number", `${type} as a decimal string or bigint (a number past 2^53 is already rounded)`);
  }
  const readable = typeof value === "bigint" || Number.isSafeInteger(value) || (typeof value === "string" && integer.test(value));
  if (!readable) return refuse("wrong_type", `${type}: a whole number, as a number, bigint or decimal string`);
  const number = BigInt(value as string | number | bigint);
  const top = 1n << BigInt(signed ? bits - 1 : bits);
  if (number < top && number >= (signed ? -top : 0n)) return number;
  const power = signed ? bits - 1 : bits;
  return refuse("out_of_range", `${type}: from ${signed ? `-2^${power}` : "0"} to 2^${power} - 1`);
}
