import type { TypedDataField } from "../../contract/shared/types.js";
import { isMissing, isObject, type ReportProblem } from "../shared/problems.js";
import { parseAtomicValue } from "./parse-values.js";

/** Typed data in the one form that every library hashes alike. */
export interface NormalTypedData {
  /** Only the fields that are there. */
  domain: NormalTypedDataDomain;
  /** With `EIP712Domain`, always. */
  types: Record<string, TypedDataField[]>;
  primaryType: string;
  /** Integers as bigint, bytes and addresses as hex, exactly the fields of the type. */
  message: Record<string, unknown>;
}

/** The domain of normal typed data. */
export interface NormalTypedDataDomain {
  name?: string | undefined;
  version?: string | undefined;
  /** A bigint only past 2^53. */
  chainId?: number | bigint | undefined;
  verifyingContract?: string | undefined;
  salt?: string | undefined;
}

export const domainTypeName = "EIP712Domain";

/** Reads one value of a type, and reports what it is not. */
export type ParseValue = (
  type: string,
  value: unknown,
  path: string,
  report: ReportProblem,
) => unknown;

/** Fields as a type lists them. What is no list of fields reads like no type that is known, and so does what could be read as two. */
export function formatFieldList(fields: unknown): string {
  if (!Array.isArray(fields)) return "no list of fields";
  // A copy, because map() leaves holes as they are.
  return (
    Array.from(fields, (field) => `${word(field?.type)} ${word(field?.name)}`).join(", ") ||
    "no field"
  );
}

const word = (text: unknown) => (typeof text === "string" && !/[ ,]/.test(text) ? text : "?");

/** The fields of a type that is known, from the way `listed` puts them. */
export function parseFieldList(list: string): TypedDataField[] {
  return list.split(", ").map((field) => {
    const [type = "", name = ""] = field.split(" ");
    return { name, type };
  });
}

export function parseObject(
  value: unknown,
  path: string,
  report: ReportProblem,
): Record<string, unknown> | undefined {
  if (isObject(value) && !Array.isArray(value)) return value;
  return report(value === undefined ? "missing_field" : "wrong_type", path, "an object", value);
}

/** Exactly the fields of its type. */
export function parseStruct(
  type: string,
  fields: readonly TypedDataField[],
  value: unknown,
  path: string,
  report: ReportProblem,
  read: ParseValue = parseAtomicValue,
): Record<string, unknown> | undefined {
  const given = parseObject(value, path, report);
  if (!given) return undefined;
  const struct: Record<string, unknown> = {};
  for (const { name, type: of } of fields) {
    struct[name] = read(
      of,
      Object.hasOwn(given, name) ? given[name] : undefined,
      `${path}.${name}`,
      report,
    );
  }
  for (const [name, extra] of Object.entries(given)) {
    if (!Object.hasOwn(struct, name) && extra !== undefined) {
      report("unknown_field", `${path}.${name}`, `no such field in ${type}`, extra);
    }
  }
  return struct;
}

/** In the order of EIP-712. */
const domainFields =
  "string name, string version, uint256 chainId, address verifyingContract, bytes32 salt";

/** The domain with the fields that it has, and the type of it, which must be the one that came along. */
export function parseDomain(
  value: unknown,
  type: unknown,
  report: ReportProblem,
): [NormalTypedDataDomain, TypedDataField[]] {
  const given = Object.entries(parseObject(value, "domain", report) ?? {}).filter(
    ([, value]) => !isMissing(value),
  );
  const domain = Object.fromEntries(given);
  const fields = parseFieldList(domainFields).filter(({ name }) => Object.hasOwn(domain, name));
  if (type !== undefined && formatFieldList(type) !== formatFieldList(fields)) {
    report(
      "domain_types",
      `types.${domainTypeName}`,
      formatFieldList(fields),
      formatFieldList(type),
    );
  }
  const read: NormalTypedDataDomain =
    parseStruct(domainTypeName, fields, domain, "domain", report) ?? {};
  // Wallets differ over a chain id that is a string, and all of them read a number.
  const { chainId } = read;
  if (typeof chainId === "bigint" && chainId <= Number.MAX_SAFE_INTEGER)
    read.chainId = Number(chainId);
  return [read, fields];
}

/** What libraries leave in the typed data of an operation. It is never hashed. */
export function omitSignature(message: unknown): unknown {
  if (!isObject(message) || Array.isArray(message)) return message;
  const { signature, ...rest } = message;
  return rest;
}
