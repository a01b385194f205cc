import type { Hex } from "../../contract/shared/primitives.js";
import type { TypedData, TypedDataField } from "../../contract/shared/types.js";
import {
  assertNoProblems,
  isMissing,
  type ReportProblem,
  trackProblems,
} from "../shared/problems.js";
import {
  domainTypeName,
  type NormalTypedData,
  omitSignature,
  type ParseValue,
  parseDomain,
  parseObject,
  parseStruct,
} from "./parse-struct.js";
import { isAtomicType, parseAtomicValue } from "./parse-values.js";
import { hashNormalTypedData } from "./sign-normal-typed-data.js";

type Types = Map<string, TypedDataField[]>;

const arrayType = /^(.+)\[([1-9]\d*)?\]$/;
// Libraries read type names by `\w`, and take a struct that begins like one of Solidity's types for that type.
const structName = /^(?!(?:address|bool|string|__proto__)$|bytes|u?int)[A-Za-z_]\w*$/;
const fieldName = /^(?!__proto__$)[A-Za-z_$][\w$]*$/;
const maxDepth = 64;

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
  return assertNoProblems("typed data", (report) => parseTypedData(typedData, report));
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
  return hashNormalTypedData(normaliseTypedData(typedData));
}

/** Undefined where it has no single right form: then what is wrong has been reported. */
export function parseTypedData(typedData: unknown, to: ReportProblem): NormalTypedData | undefined {
  const [report, isSound] = trackProblems(to);
  const given = parseObject(typedData, "typedData", report);
  if (!given) return undefined;
  const primaryType = given.primaryType as string;
  const types = parseTypes(parseObject(given.types, "types", report), report);
  const ofDomain = types.get(domainTypeName);
  types.delete(domainTypeName);
  checkTypes(primaryType, types, report);
  // Values cannot be read by types that are not sound.
  const readable = isSound();
  const [domain, fields] = parseDomain(given.domain, ofDomain, report);
  if (fields.length === 0) {
    report(
      "empty_domain",
      "domain",
      "at least one field (without any, the signature is valid everywhere)",
      undefined,
    );
  }
  if (!readable) return undefined;
  const sent = hasSignature(primaryType, types) ? given.message : omitSignature(given.message);
  const message = createValueParser(types, [])(primaryType, sent, "message", report) as Record<
    string,
    unknown
  >;
  if (!isSound()) return undefined;
  return {
    domain,
    types: { ...Object.fromEntries(types), [domainTypeName]: fields },
    primaryType,
    message,
  };
}

/** Libraries leave an operation's signature in what they give out as its typed data. It is never hashed. */
function hasSignature(primaryType: string, types: Types): boolean {
  return (
    primaryType !== "PackedUserOperation" ||
    (types.get(primaryType) ?? []).some(({ name }) => name === "signature")
  );
}

function parseTypes(given: Record<string, unknown> | undefined, report: ReportProblem): Types {
  return new Map(
    Object.entries(given ?? {}).map(([type, fields]) => [type, parseFields(type, fields, report)]),
  );
}

function parseFields(type: string, fields: unknown, report: ReportProblem): TypedDataField[] {
  if (!Array.isArray(fields))
    return report("wrong_type", `types.${type}`, "a list of fields", fields) ?? [];
  return Array.from(fields, (field: Partial<TypedDataField> | null, i) => {
    const { name, type: of } = field ?? {};
    if (typeof name === "string" && typeof of === "string") return { name, type: of };
    return (
      report(
        "wrong_type",
        `types.${type}[${i}]`,
        "an object with the strings name and type",
        field,
      ) ?? { name: "", type: "" }
    );
  });
}

/** Holds the types that the hash depends on; others have no bearing on it. */
function checkTypes(primaryType: string, types: Types, report: ReportProblem): void {
  if (!types.has(primaryType)) {
    report(
      "primary_type",
      "primaryType",
      `a type of the types given (${[...types.keys()].join(", ") || "none"})`,
      primaryType,
    );
  }
  const reached = new Set(types.has(primaryType) ? [primaryType] : []);
  for (const type of reached) {
    if (!structName.test(type))
      report("type_name", `types.${type}`, "a name that no library misreads", type);
    const names = new Set<string>();
    for (const [i, field] of (types.get(type) ?? []).entries()) {
      const path = `types.${type}[${i}]`;
      if (!fieldName.test(field.name))
        report("type_name", `${path}.name`, "an identifier", field.name);
      if (names.has(field.name))
        report("duplicate_field", `${path}.name`, "each name once", field.name);
      names.add(field.name);
      let element = field.type;
      for (let match = arrayType.exec(element); match; match = arrayType.exec(element))
        element = match[1] as string;
      if (types.has(element)) reached.add(element);
      else if (!isAtomicType(element)) {
        report(
          "unknown_type",
          `${path}.type`,
          "a type of the types given, or one of Solidity's with its width",
          field.type,
        );
      }
    }
  }
}

/** Reads values of all types, inside of the values above. */
function createValueParser(types: Types, above: readonly unknown[]): ParseValue {
  return (type, value, path, report) => {
    const array = arrayType.exec(type);
    const fields = types.get(type);
    if (isMissing(value) || (!array && !fields)) return parseAtomicValue(type, value, path, report);
    if (above.includes(value) || above.length >= maxDepth)
      return report("circle", path, `at most ${maxDepth} levels`, "more");
    const read = createValueParser(types, [...above, value]);
    if (!array) return parseStruct(type, fields ?? [], value, path, report, read);
    const [, element = "", length] = array;
    if (!Array.isArray(value)) return report("wrong_type", path, `a list for ${type}`, value);
    if (length && value.length !== Number(length))
      report("wrong_length", path, `${length} values for ${type}`, value);
    return Array.from(value, (item, i) => read(element, item, `${path}[${i}]`, report));
  };
}
