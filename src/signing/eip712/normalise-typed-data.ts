import type { TypedData, TypedDataField } from "../../contract/shared/records.js";
import { isMissing, isObject } from "../../shared/guards.js";
import type { Hex } from "../../shared/patterns.js";
import { assertNoProblems, type ReportProblem, trackProblems } from "../shared/problems.js";
import {
  domainTypeName,
  hashNormalTypedData,
  type NormalTypedData,
  omitSignature,
  type ParseValue,
  parseDomain,
  parseObject,
  parseStruct,
} from "./normal-typed-data.js";
import {
  isAtomicType,
  parseAtomicValue,
  type ReportMalformed,
  toMalformed,
} from "./parse-values.js";

type Types = Map<string, TypedDataField[]>;

const arrayType = /^(.+)\[([1-9]\d*)?\]$/;
// Libraries match type names with `\w`. Some parse a struct name that starts with an elementary
// type as that type.
const structName = /^(?!(?:address|bool|string|__proto__)$|bytes|u?int)[A-Za-z_]\w*$/;
const fieldName = /^(?!__proto__$)[A-Za-z_$][\w$]*$/;
const maxDepth = 64;
/** Libraries visit types recursively: more would exhaust the stack. */
const maxTypes = 1_000;
/** Libraries hash the type of each struct anew: more would block the thread for seconds. */
const maxValues = 2_000;

/**
 * Converts typed data to a normal form that every library hashes to the same value: a chain id
 * string becomes a number, integers become bigint, the `EIP712Domain` type is added. Rejects
 * ambiguous input: rounded numbers, unknown or missing fields, values that do not fit their type.
 * The hash of unambiguous typed data does not change.
 *
 * @throws UnsafeToSignError with every problem.
 * @example
 * ```ts
 * import { normaliseTypedData } from "bursar/signing";
 *
 * const { domain, message } = normaliseTypedData({
 *   domain: {
 *     name: "Orders",
 *     version: "1",
 *     chainId: "137",
 *     verifyingContract: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
 *   },
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
 * Returns the EIP-712 hash of typed data after converting it to its normal form.
 *
 * @throws UnsafeToSignError if the typed data is ambiguous.
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

/** Returns undefined and reports problems if the typed data has no single normal form. */
export function parseTypedData(
  typedData: unknown,
  reportRoot: ReportProblem,
): NormalTypedData | undefined {
  const [track, isValid] = trackProblems(reportRoot);
  const report = toMalformed(track);
  const given = parseObject(typedData, "typedData", report);
  if (!given) return undefined;
  if (countValues(given.message, 0) > maxValues)
    return report("wrong_length", "message", `at most ${maxValues} values`, "more");
  const primaryType = given.primaryType as string;
  const types = parseTypes(parseObject(given.types, "types", report), report);
  const domainType = types.get(domainTypeName);
  types.delete(domainTypeName);
  const usedTypes = listUsedTypes(primaryType, types, report);
  const hasValidTypes = isValid();
  const [domain, domainFields] = parseDomain(given.domain, domainType, report);
  if (domainFields.length === 0) {
    const expected = "at least one field (without any, the signature is valid everywhere)";
    report("domain", "domain", expected, undefined);
  }
  if (!hasValidTypes) return undefined;
  const isSigned = hashesSignature(primaryType, types);
  const message = isSigned ? given.message : omitSignature(given.message);
  const parsed = createValueParser(types, [])(primaryType, message, "message", report);
  if (!isValid()) return undefined;
  return {
    domain,
    types: { ...Object.fromEntries(usedTypes), [domainTypeName]: domainFields },
    primaryType,
    message: parsed as Record<string, unknown>,
  };
}

/** Libraries include the signature in the typed data of a user operation. It is never hashed. */
function hashesSignature(primaryType: string, types: Types): boolean {
  return (
    primaryType !== "PackedUserOperation" ||
    (types.get(primaryType) ?? []).some(({ name }) => name === "signature")
  );
}

function parseTypes(given: Record<string, unknown> | undefined, report: ReportMalformed): Types {
  return new Map(
    Object.entries(given ?? {}).map(([type, fields]) => [type, parseFields(type, fields, report)]),
  );
}

function parseFields(type: string, fields: unknown, report: ReportMalformed): TypedDataField[] {
  if (!Array.isArray(fields))
    return report("wrong_type", `types.${type}`, "a list of fields", fields) ?? [];
  return Array.from(fields, (field: Partial<TypedDataField> | null, i) => {
    const { name, type: fieldType } = field ?? {};
    if (typeof name === "string" && typeof fieldType === "string") return { name, type: fieldType };
    report("wrong_type", `types.${type}[${i}]`, "an object with the strings name and type", field);
    return { name: "", type: "" };
  });
}

/** Stops beyond the maximum, and at a depth that is rejected anyway. */
function countValues(value: unknown, depth: number): number {
  if (!isObject(value) || ArrayBuffer.isView(value) || depth > maxDepth) return 1;
  let count = 1;
  for (const item of Object.values(value)) {
    count += countValues(item, depth + 1);
    if (count > maxValues) break;
  }
  return count;
}

/** Checks only the types that the primary type uses. Other types do not change the hash. */
function listUsedTypes(primaryType: string, types: Types, report: ReportMalformed): Types {
  if (!types.has(primaryType)) {
    const names = [...types.keys()].join(", ") || "none";
    report("invalid_type", "primaryType", `one of the given types (${names})`, primaryType);
  }
  const usedTypes = new Set(types.has(primaryType) ? [primaryType] : []);
  // The loop also visits the types that it adds.
  for (const type of usedTypes) {
    if (usedTypes.size > maxTypes) {
      report("too_deep", "types", `at most ${maxTypes} types that are used`, "more");
      break;
    }
    if (!structName.test(type))
      report(
        "invalid_type",
        `types.${type}`,
        "a valid type name that does not start with a built-in type",
        type,
      );
    const names = new Set<string>();
    for (const [i, field] of (types.get(type) ?? []).entries()) {
      const path = `types.${type}[${i}]`;
      if (!fieldName.test(field.name))
        report("invalid_type", `${path}.name`, "an identifier", field.name);
      if (names.has(field.name))
        report("invalid_type", `${path}.name`, "each name once", field.name);
      names.add(field.name);
      const element = findElementType(field.type);
      if (element === undefined) {
        report("too_deep", `${path}.type`, `at most ${maxDepth} levels`, "more");
      } else if (types.has(element)) usedTypes.add(element);
      else if (!isAtomicType(element)) {
        const expected = "one of the given types, or an elementary type with its width";
        report("invalid_type", `${path}.type`, expected, field.type);
      }
    }
  }
  return new Map([...types].filter(([type]) => usedTypes.has(type)));
}

/** Returns undefined if lists are nested too deeply: each level costs a search of the text. */
function findElementType(type: string): string | undefined {
  let element = type;
  for (let depth = 0; depth <= maxDepth; depth++) {
    const match = arrayType.exec(element);
    if (!match) return element;
    element = match[1] as string;
  }
  return undefined;
}

/** `ancestors` are the values that contain the parsed one, to detect cycles. */
function createValueParser(types: Types, ancestors: readonly unknown[]): ParseValue {
  return (type, value, path, report) => {
    const array = arrayType.exec(type);
    const fields = types.get(type);
    if (isMissing(value) || (!array && !fields)) return parseAtomicValue(type, value, path, report);
    if (ancestors.includes(value) || ancestors.length >= maxDepth)
      return report("too_deep", path, `at most ${maxDepth} levels`, "more");
    const parse = createValueParser(types, [...ancestors, value]);
    if (!array) return parseStruct(type, fields ?? [], value, path, report, parse);
    const [, element = "", length] = array;
    if (!Array.isArray(value)) return report("wrong_type", path, `a list for ${type}`, value);
    if (length && value.length !== Number(length))
      report("wrong_length", path, `${length} values for ${type}`, value);
    return Array.from(value, (item, i) => parse(element, item, `${path}[${i}]`, report));
  };
}
