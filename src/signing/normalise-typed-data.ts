import { hashTypedData as hashWithViem } from "viem/utils";
import type { Hex } from "../contract/primitives.js";
import type { TypedData, TypedDataField } from "../contract/types/common.js";
import { UnsafeToSignError } from "../errors/signing.js";
import { problem, show } from "./problem.js";
import { isAtomicType, type Problems, readAtom } from "./typed-values.js";

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
  const problems: Problems = [];
  const inTypes: Problems = [];
  const given = fieldsOf(typedData, "typedData", inTypes);
  const domain = readDomain(given && fieldsOf(given.domain, "domain", problems), problems);
  const types = readTypes(given && fieldsOf(given.types, "types", inTypes), domain, problems, inTypes);
  const primaryType = given?.primaryType as string;
  if (given) checkPrimaryType(primaryType, types, inTypes);
  // Values cannot be read by types that are not sound.
  const message = inTypes.length === 0 ? readValue(types, problems, primaryType, given?.message, "message", []) : undefined;
  problems.push(...inTypes);
  if (problems.length > 0) throw new UnsafeToSignError("typed data", problems);
  return {
    domain,
    types: Object.fromEntries(types),
    primaryType,
    message: message as Record<string, unknown>,
  };
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

function fieldsOf(value: unknown, path: string, problems: Problems): Record<string, unknown> | undefined {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  problems.push(problem(value === undefined ? "missing_field" : "wrong_type", path, "an object", show(value)));
  return undefined;
}

function readDomain(given: Record<string, unknown> | undefined, problems: Problems): NormalTypedDataDomain {
  const domain: Record<string, unknown> = {};
  if (!given) return domain;
  for (const { name, type } of domainFields) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value !== undefined && value !== null) domain[name] = readAtom(type, value, `domain.${name}`, problems);
  }
  // Wallets differ over a chain id that is a string, and all of them read a number.
  if (typeof domain.chainId === "bigint" && domain.chainId <= Number.MAX_SAFE_INTEGER) domain.chainId = Number(domain.chainId);
  for (const [name, value] of Object.entries(given)) {
    if (!domainFields.some((field) => field.name === name) && value !== undefined && value !== null) {
      problems.push(problem("unknown_field", `domain.${name}`, "no such field in an EIP-712 domain", show(value)));
    }
  }
  if (Object.keys(domain).length === 0) {
    problems.push(problem("empty_domain", "domain", "at least one field (without any, the signature is valid everywhere)", "none"));
  }
  return domain;
}

const listed = (fields: readonly TypedDataField[]) => fields.map(({ name, type }) => `${type} ${name}`).join(", ") || "no field";

function readTypes(
  given: Record<string, unknown> | undefined,
  domain: NormalTypedDataDomain,
  problems: Problems,
  inTypes: Problems,
): Types {
  const expected = domainFields.filter(({ name }) => Object.hasOwn(domain, name));
  const types: Types = new Map([["EIP712Domain", expected.map((field) => ({ ...field }))]]);
  for (const [name, fields] of Object.entries(given ?? {})) {
    const read = readFields(name, fields, inTypes);
    if (name !== "EIP712Domain") types.set(name, read);
    else if (listed(read) !== listed(expected)) {
      problems.push(problem("domain_types", "types.EIP712Domain", `${listed(expected)}, as the domain has it`, listed(read)));
    }
  }
  return types;
}

function readFields(type: string, fields: unknown, problems: Problems): TypedDataField[] {
  if (!Array.isArray(fields)) {
    problems.push(problem("wrong_type", `types.${type}`, "a list of fields", show(fields)));
    return [];
  }
  return Array.from(fields, (field: Partial<TypedDataField> | null, i) => {
    const { name, type: of } = field ?? {};
    if (typeof name === "string" && typeof of === "string") return { name, type: of };
    problems.push(problem("wrong_type", `types.${type}[${i}]`, "an object with the strings name and type", show(field)));
    return { name: "", type: "" };
  });
}

function checkPrimaryType(primaryType: unknown, types: Types, problems: Problems): void {
  if (typeof primaryType === "string" && types.has(primaryType) && primaryType !== "EIP712Domain") {
    checkReached(primaryType, types, problems);
    return;
  }
  const known = [...types.keys()].filter((name) => name !== "EIP712Domain");
  problems.push(problem("primary_type", "primaryType", `a type of the types given (${known.join(", ") || "none"})`, show(primaryType)));
}

/** Holds the types that the hash depends on; others have no bearing on it. */
function checkReached(primaryType: string, types: Types, problems: Problems): void {
  const reached = new Set([primaryType]);
  for (const type of reached) {
    if (!structName.test(type)) problems.push(problem("type_name", `types.${type}`, "a name that no library misreads", show(type)));
    const names = new Set<string>();
    for (const [i, field] of (types.get(type) ?? []).entries()) {
      const path = `types.${type}[${i}]`;
      if (!fieldName.test(field.name)) problems.push(problem("type_name", `${path}.name`, "an identifier", show(field.name)));
      if (names.has(field.name)) problems.push(problem("duplicate_field", `${path}.name`, "each name once", `${show(field.name)} again`));
      names.add(field.name);
      let element = field.type;
      for (let match = arrayType.exec(element); match; match = arrayType.exec(element)) element = match[1] as string;
      if (types.has(element) && element !== "EIP712Domain") reached.add(element);
      else if (!isAtomicType(element)) {
        problems.push(
          problem("unknown_type", `${path}.type`, "a type of the types given, or one of Solidity's with its width", show(field.type)),
        );
      }
    }
  }
}

function readValue(types: Types, problems: Problems, type: string, value: unknown, path: string, above: readonly object[]): unknown {
  if (value === undefined || value === null) {
    problems.push(problem("missing_field", path, type, show(value)));
    return undefined;
  }
  const array = arrayType.exec(type);
  const fields = types.get(type);
  if (!array && !fields) return readAtom(type, value, path, problems);
  if (above.includes(value) || above.length >= deepest) {
    problems.push(problem("circle", path, `at most ${deepest} levels`, "more"));
    return undefined;
  }
  if (array) return readArray(types, problems, array, value, path, above);
  const given = fieldsOf(value, path, problems);
  if (!given) return undefined;
  const struct: Record<string, unknown> = {};
  for (const field of fields ?? []) {
    const own = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    struct[field.name] = readValue(types, problems, field.type, own, `${path}.${field.name}`, [...above, given]);
  }
  for (const [name, extra] of Object.entries(given)) {
    if (!Object.hasOwn(struct, name) && extra !== undefined) {
      problems.push(problem("unknown_field", `${path}.${name}`, `no such field in ${type} (it would not be signed)`, show(extra)));
    }
  }
  return struct;
}

function readArray(
  types: Types,
  problems: Problems,
  [type, element, length]: RegExpExecArray,
  value: unknown,
  path: string,
  above: readonly object[],
): unknown[] | undefined {
  if (!Array.isArray(value)) {
    problems.push(problem("wrong_type", path, `a list for ${type}`, show(value)));
    return undefined;
  }
  if (length !== undefined && value.length !== Number(length)) {
    problems.push(problem("wrong_length", path, `${length} values for ${type}`, `${value.length}`));
  }
  return Array.from(value, (item, i) => readValue(types, problems, element as string, item, `${path}[${i}]`, [...above, value]));
}
