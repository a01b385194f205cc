import type { Schema } from "../../contract/records/schema.js";
import type { FoundIssue } from "../../contract/records/visit.js";
import type { ServiceIssue } from "../shared/service-error.js";

/** Converts an issue to the service's form, which is the form of Zod 3. */
export function toServiceIssues({
  schema,
  value,
  code,
  isRule,
  ...issue
}: FoundIssue): ServiceIssue[] {
  const path = [...issue.path];
  switch (code) {
    case "invalid_type":
      return [createTypeIssue(path, typeNames[schema.kind] ?? "object", value)];
    case "invalid_value": {
      const words = schema.kind === "word" ? schema.words : [];
      const isWord = words.some((word) => typeof word === typeof value);
      return [
        isWord
          ? createEnumIssue(path, words, value)
          : createTypeIssue(path, joinWords(words), value),
      ];
    }
    case "invalid_format":
      return [createFormatIssue(path)];
    case "too_small":
    case "too_big":
      return [createSizeIssue(path, schema, code)];
    case "invalid_union":
      return createUnionIssues(path, schema, value);
    default:
      return [createRuleIssue(path, value, isRule)];
  }
}

const typeNames: Readonly<Partial<Record<Schema["kind"], string>>> = {
  text: "string",
  number: "number",
  boolean: "boolean",
  list: "array",
};

const createFormatIssue = (path: (string | number)[]): ServiceIssue => ({
  validation: "regex",
  code: "invalid_string",
  message: "Invalid",
  path,
});

/** The service reports the issues of the last form. */
function createUnionIssues(
  path: (string | number)[],
  schema: Schema,
  value: unknown,
): ServiceIssue[] {
  const last = schema.kind === "union" && schema.by === undefined ? schema.forms.at(-1) : undefined;
  if (!last) return [{ code: "invalid_union", path, message: "Invalid input" }];
  return [createTypeIssue(path, typeNames[last.kind] ?? "object", value)];
}

/** An issue of a check that is the contract's. Its message is the client's, so it is not used. */
function createRuleIssue(path: (string | number)[], value: unknown, isRule: boolean): ServiceIssue {
  const given = isRule ? (value as Record<string, unknown>)[String(path.at(-1))] : value;
  if (isRule && path.length > 0 && given === undefined)
    return createTypeIssue(path, "string", given);
  if (typeof value === "number") return createTypeIssue(path, "integer", value, "float");
  if (typeof value === "string") return createFormatIssue(path);
  return { code: "custom", message: "Invalid input", path };
}

export function createTypeIssue(
  path: (string | number)[],
  expected: string,
  input: unknown,
  received: string = describeType(input),
): ServiceIssue {
  const message = input === undefined ? "Required" : `Expected ${expected}, received ${received}`;
  return { code: "invalid_type", expected, received, path, message };
}

export function createEnumIssue(
  path: (string | number)[],
  options: readonly (string | number)[],
  received: unknown,
): ServiceIssue {
  const message = `Invalid enum value. Expected ${joinWords(options)}, received '${received}'`;
  return { received, code: "invalid_enum_value", options: [...options], path, message };
}

function describeType(input: unknown): string {
  if (input === null) return "null";
  return Array.isArray(input) ? "array" : typeof input;
}

function joinWords(words: readonly (string | number)[]): string {
  return words.map((word) => (typeof word === "string" ? `'${word}'` : word)).join(" | ");
}

function createSizeIssue(
  path: (string | number)[],
  schema: Schema,
  code: "too_small" | "too_big",
): ServiceIssue {
  const isSmall = code === "too_small";
  if (schema.kind !== "number") {
    const type = schema.kind === "list" ? "array" : "string";
    const [name, unit] = type === "array" ? ["Array", "element(s)"] : ["String", "character(s)"];
    const message = `${name} must contain at least 1 ${unit}`;
    return { code, minimum: 1, type, inclusive: true, exact: false, message, path };
  }
  const limit = isSmall ? schema.min : schema.max;
  const message = `Number must be ${isSmall ? "greater" : "less"} than or equal to ${limit}`;
  const size = isSmall ? { minimum: limit } : { maximum: limit };
  return { code, ...size, type: "number", inclusive: true, exact: false, message, path };
}
