import { hashStruct, hashTypedData, stringify } from "viem/utils";
import type { TypedDataField } from "../../contract/shared/records.js";
import type { SigningDigests } from "../../contract/shared/statement.js";
import { isMissing, isObject } from "../../shared/guards.js";
import type { Hex } from "../../shared/patterns.js";
import type { ResolvedSigner } from "../signer/resolve-signer.js";
import { parseAtomicValue, type ReportMalformed } from "./parse-values.js";

/** Typed data in a normal form that every library hashes to the same value. */
export interface NormalTypedData {
  /** Only the fields that are set. */
  domain: NormalTypedDataDomain;
  /** Always includes `EIP712Domain`. */
  types: Record<string, TypedDataField[]>;
  primaryType: string;
  /** Exactly the fields of the type. Integers are bigint, bytes and addresses are hex. */
  message: Record<string, unknown>;
}

/** The domain of normal typed data. */
export interface NormalTypedDataDomain {
  name?: string | undefined;
  version?: string | undefined;
  /** A bigint only above 2^53. */
  chainId?: number | bigint | undefined;
  verifyingContract?: string | undefined;
  salt?: string | undefined;
}

export const domainTypeName = "EIP712Domain";

export type ParseValue = (
  type: string,
  value: unknown,
  path: string,
  report: ReportMalformed,
) => unknown;

/** Formats fields as `uint256 a, bytes b`. Ambiguous fields never equal those of a known type. */
export function formatFieldList(fields: unknown): string {
  if (!Array.isArray(fields)) return "no list of fields";
  // Array.from() visits the holes of a sparse array, map() skips them.
  const list = Array.from(
    fields,
    (field) => `${formatWord(field?.type)} ${formatWord(field?.name)}`,
  );
  return list.join(", ") || "no field";
}

const formatWord = (text: unknown) => (typeof text === "string" && !/[ ,]/.test(text) ? text : "?");

export function parseObject(
  value: unknown,
  path: string,
  report: ReportMalformed,
): Record<string, unknown> | undefined {
  if (isObject(value) && !Array.isArray(value)) return value;
  return report(value === undefined ? "missing_field" : "wrong_type", path, "an object", value);
}

/** Requires exactly the fields of the type. */
export function parseStruct(
  type: string,
  fields: readonly TypedDataField[],
  value: unknown,
  path: string,
  report: ReportMalformed,
  parse: ParseValue = parseAtomicValue,
): Record<string, unknown> | undefined {
  const given = parseObject(value, path, report);
  if (!given) return undefined;
  const struct: Record<string, unknown> = {};
  for (const { name, type: fieldType } of fields) {
    const field = Object.hasOwn(given, name) ? given[name] : undefined;
    struct[name] = parse(fieldType, field, `${path}.${name}`, report);
  }
  for (const [name, extra] of Object.entries(given)) {
    if (!Object.hasOwn(struct, name) && extra !== undefined)
      report("unknown_field", `${path}.${name}`, `no such field in ${type}`, extra);
  }
  return struct;
}

/** In the order of EIP-712. */
const domainFields: readonly TypedDataField[] = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
  { name: "salt", type: "bytes32" },
];

/** Returns the domain and its type. A given type must list exactly the fields that are set. */
export function parseDomain(
  value: unknown,
  type: unknown,
  report: ReportMalformed,
): [NormalTypedDataDomain, TypedDataField[]] {
  const entries = Object.entries(parseObject(value, "domain", report) ?? {});
  const given = Object.fromEntries(entries.filter(([, field]) => !isMissing(field)));
  const fields = domainFields.filter(({ name }) => Object.hasOwn(given, name));
  const [expected, actual] = [formatFieldList(fields), formatFieldList(type)];
  if (type !== undefined && actual !== expected)
    report("domain", `types.${domainTypeName}`, expected, actual);
  const domain: NormalTypedDataDomain =
    parseStruct(domainTypeName, fields, given, "domain", report) ?? {};
  // Every wallet accepts a number as chain id. They differ in how they treat a string.
  const { chainId } = domain;
  if (typeof chainId === "bigint" && chainId <= Number.MAX_SAFE_INTEGER)
    domain.chainId = Number(chainId);
  return [domain, fields];
}

/** Libraries include the signature in the typed data of a user operation. It is never hashed. */
export function omitSignature(message: unknown): unknown {
  if (!isObject(message) || Array.isArray(message)) return message;
  const { signature, ...rest } = message;
  return rest;
}

export function hashNormalTypedData(typedData: NormalTypedData): Hex {
  // viem derives the parameter type from literal types, which runtime data does not have.
  return hashTypedData(typedData as never);
}

/** The three hashes that hardware wallets show. */
export function digestTypedData(typedData: NormalTypedData): SigningDigests {
  const { domain, types, primaryType, message } = typedData;
  const hash = (type: string, data: object) =>
    hashStruct({ primaryType: type, types, data: data as Record<string, unknown> });
  return {
    domainHash: hash(domainTypeName, domain),
    messageHash: hash(primaryType, message),
    digest: hashNormalTypedData(typedData),
  };
}

export function signNormalTypedData(
  sign: ResolvedSigner["sign"],
  typedData: NormalTypedData,
): Promise<Hex> {
  // Every wallet accepts integers as decimal strings.
  const parameters = JSON.parse(stringify(typedData));
  return sign("typed data", hashNormalTypedData(typedData), parameters);
}
