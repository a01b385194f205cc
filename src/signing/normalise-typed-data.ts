import { hashTypedData as hashWithViem } from "viem/utils";
import type { Hex } from "../contract/primitives.js";
import type { TypedData, TypedDataField } from "../contract/types/common.js";
import { insist, isMissing, type Report } from "./report.js";
import { isAtomicType, readAtom } from "./typed-values.js";

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

type Types = Map<string, TypedDataField[]>;

const domainType = "EIP712Domain";
/** In the order of EIP-712. */
const domainFields: readonly TypedDataField[] = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
  { name: "salt", type: "bytes32" },
];
const arrayType = /^(.+)\[([1-9]\d*)?\]$/;
// Libraries read type names by `\w`, and take a struct that begins like one of Solidity's types for that type.
const structName = /^(?!(?:address|bool|string|__proto__)$|bytes|u?int)[A-Za-z_]\w*$/;
const fieldName = /^(?!__proto__$)[A-Za-z_$][\w$]*$/;
const deepest = 64;

/**
 * Brings typed data into the one form that every library hashes alike: a chain id in words becomes a number, integers become
 * bigint, the `EIP712Domain` type is added. What has no single right meaning is refused: rounded numbers, unknown or missing
 * fields, values that do not fit their type. The hash of typed data that was clear before does not change.
 *
 * @throws {UnsafeToSignError} with every problem.
 * @example
 * ```ts
 * import { normaliseTypedData } from "bursar/signing";
 *
 * const { domain, message } = normaliseTypedData({
 *   domain: { name: "Orders", chainId: "137" },
 *   types: { Order: [{ name: "nonce", type: "uint256" }] },
 *   primaryType: "Order",
 *   message: { nonce: "7" },
 * });
 * console.log(domain.chainId, message.nonce); // 137 7n
 * ```
 */
export function normaliseTypedData(typedData: TypedData | NormalTypedData): NormalTypedData {
  return insist("typed data", (report) => readTypedData(typedData, report));
}

/**
 * The EIP-712 hash of typed data, after it was brought into its normal form.
 *
 * @throws {UnsafeToSignError} when it has no single right form.
 * @example
 * ```ts
 * import { hashTypedData } from "bursar/signing";
 *
 * console.log(hashTypedData(typedData)); // 0x…
 * ```
 */
export function hashTypedData(typedData: TypedData | NormalTypedData): Hex {
  return hashNormal(normaliseTypedData(typedData));
}

/** The hash of what is in its normal form already. */
export function hashNormal(normal: NormalTypedData): Hex {
  return hashWithViem(normal as never);
}

/** Undefined where it has no single right form: then what is wrong has been reported. */
export function readTypedData(typedData: unknown, to: Report): NormalTypedData | undefined {
  let sound = true;
  const report: Report = (...problem) => {
    sound = false;
    return to(...problem);
  };
  const given = fieldsOf(typedData, "typedData", report);
  if (!given) return undefined;
  const primaryType = given.primaryType as string;
  const types = readTypes(fieldsOf(given.types, "types", report), report);
  const ofDomain = types.get(domainType);
  types.delete(domainType);
  checkTypes(primaryType, types, report);
  // Values cannot be read by types that are not sound.
  const readable = sound;
  const domain = Object.fromEntries(
    Object.entries(fieldsOf(given.domain, "domain", report) ?? {}).filter(([, value]) => !isMissing(value)),
  );
  const fields = domainFields.filter(({ name }) => Object.hasOwn(domain, name));
  if (fields.length === 0)
    report("empty_domain", "domain", "at least one field (without any, the signature is valid everywhere)", undefined);
  if (ofDomain && listed(ofDomain) !== listed(fields)) {
    report("domain_types", `types.${domainType}`, `${listed(fields)}, as the domain has it`, listed(ofDomain));
  }
  types.set(
    domainType,
    fields.map((field) => ({ ...field })),
  );
  const reading = { types, report };
  const normal = {
    domain: readValue(reading, domainType, domain, "domain") as NormalTypedDataDomain,
    types: Object.fromEntries(types),
    primaryType,
    message: (readable && readValue(reading, primaryType, hashed(given.message, primaryType, types), "message")) as Record<string, unknown>,
  };
  if (!sound) return undefined;
  // Wallets differ over a chain id that is a string, and all of them read a number.
  const { chainId = 0 } = normal.domain;
  if (typeof chainId === "bigint" && chainId <= Number.MAX_SAFE_INTEGER) normal.domain.chainId = Number(chainId);
  return normal;
}

/** Libraries leave an operation's signature in what they give out as its typed data. It is never hashed. */
function hashed(message: unknown, primaryType: string, types: Types): unknown {
  const signs = types.get(primaryType)?.some(({ name }) => name === "signature");
  if (primaryType !== "PackedUserOperation" || signs || typeof message !== "object" || message === null) return message;
  const { signature, ...rest } = message as { signature?: unknown };
  return rest;
}

function fieldsOf(value: unknown, path: string, report: Report): Record<string, unknown> | undefined {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return report(value === undefined ? "missing_field" : "wrong_type", path, "an object", value);
}

/** Fields as a type lists them. */
export function listed(fields: readonly TypedDataField[]): string {
  return fields.map(({ name, type }) => `${type} ${name}`).join(", ") || "no field";
}

function readTypes(given: Record<string, unknown> | undefined, report: Report): Types {
  return new Map(Object.entries(given ?? {}).map(([type, fields]) => [type, readFields(type, fields, report)]));
}

function readFields(type: string, fields: unknown, report: Report): TypedDataField[] {
  if (!Array.isArray(fields)) return report("wrong_type", `types.${type}`, "a list of fields", fields) ?? [];
  return Array.from(fields, (field: Partial<TypedDataField> | null, i) => {
    const { name, type: of } = field ?? {};
    if (typeof name === "string" && typeof of === "string") return { name, type: of };
    return report("wrong_type", `types.${type}[${i}]`, "an object with the strings name and type", field) ?? { name: "", type: "" };
  });
}

/** Holds the types that the hash depends on; others have no bearing on it. */
function checkTypes(primaryType: string, types: Types, report: Report): void {
  if (!types.has(primaryType)) {
    report("primary_type", "primaryType", `a type of the types given (${[...types.keys()].join(", ") || "none"})`, primaryType);
  }
  const reached = new Set(types.has(primaryType) ? [primaryType] : []);
  for (const type of reached) {
    if (!structName.test(type)) report("type_name", `types.${type}`, "a name that no library misreads", type);
    const names = new Set<string>();
    for (const [i, field] of (types.get(type) ?? []).entries()) {
      const path = `types.${type}[${i}]`;
      if (!fieldName.test(field.name)) report("type_name", `${path}.name`, "an identifier", field.name);
      if (names.has(field.name)) report("duplicate_field", `${path}.name`, "each name once", field.name);
      names.add(field.name);
      let element = field.type;
      for (let match = arrayType.exec(element); match; match = arrayType.exec(element)) element = match[1] as string;
      if (types.has(element)) reached.add(element);
      else if (!isAtomicType(element)) {
        report("unknown_type", `${path}.type`, "a type of the types given, or one of Solidity's with its width", field.type);
      }
    }
  }
}

interface Reading {
  types: Types;
  report: Report;
}

function readValue(reading: Reading, type: string, value: unknown, path: string, above: readonly unknown[] = []): unknown {
  const { types, report } = reading;
  if (isMissing(value)) return report("missing_field", path, type, value);
  const array = arrayType.exec(type);
  const fields = types.get(type);
  if (!array && !fields) return readAtom(type, value, path, report);
  if (above.includes(value) || above.length >= deepest) return report("circle", path, `at most ${deepest} levels`, "more");
  const inside = [...above, value];
  if (array) {
    const [, element = "", length] = array;
    if (!Array.isArray(value)) return report("wrong_type", path, `a list for ${type}`, value);
    if (length && value.length !== Number(length)) report("wrong_length", path, `${length} values for ${type}`, value);
    return Array.from(value, (item, i) => readValue(reading, element, item, `${path}[${i}]`, inside));
  }
  const given = fieldsOf(value, path, report);
  if (!given) return undefined;
  const struct: Record<string, unknown> = {};
  for (const { name, type: of } of fields ?? []) {
    struct[name] = readValue(reading, of, Object.hasOwn(given, name) ? given[name] : undefined, `${path}.${name}`, inside);
  }
  for (const [name, extra] of Object.entries(given)) {
    if (!Object.hasOwn(struct, name) && extra !== undefined) {
      report("unknown_field", `${path}.${name}`, `no such field in ${type} (it would not be signed)`, extra);
    }
  }
  return struct;
}
