import type { core } from "zod/mini";
import type { ServiceIssue } from "../shared/service-error.js";

/** Converts an issue to the service's form, which is the form of Zod 3. */
export function toServiceIssues(issue: core.$ZodIssue): ServiceIssue[] {
  const path = issue.path.map((key) => (typeof key === "number" ? key : String(key)));
  const { input } = issue;
  switch (issue.code) {
    case "invalid_type":
      return [
        createTypeIssue(path, issue.expected === "record" ? "object" : issue.expected, input),
      ];
    case "invalid_value": {
      const options = issue.values as readonly (string | number)[];
      const isWord = options.some((option) => typeof option === typeof input);
      return [
        isWord
          ? createEnumIssue(path, options, input)
          : createTypeIssue(path, joinWords(options), input),
      ];
    }
    case "invalid_format":
      return [{ validation: "regex", code: "invalid_string", message: "Invalid", path }];
    case "unrecognized_keys": {
      const keys = issue.keys.map((key) => `'${key}'`).join(", ");
      const message = `Unrecognized key(s) in object: ${keys}`;
      return [{ code: "unrecognized_keys", keys: issue.keys, path, message }];
    }
    case "too_small":
    case "too_big":
      return [createSizeIssue(path, issue)];
    case "invalid_union": {
      const last = issue.errors.at(-1) ?? [];
      const inner = last.map((error) => ({ ...error, path: [...issue.path, ...error.path] }));
      if (inner.length > 0) return inner.flatMap(toServiceIssues);
      return [{ code: "invalid_union", path, message: "Invalid input" }];
    }
    default:
      if (typeof input === "number" && !Number.isInteger(input))
        return [createTypeIssue(path, "integer", input, "float")];
      return [createRuleIssue(path, input)];
  }
}

/** An issue of a check that is the contract's. Its message is the client's, so it is not used. */
function createRuleIssue(path: (string | number)[], input: unknown): ServiceIssue {
  const isObjectRule = typeof input === "object" && input !== null && path.length > 0;
  const value = isObjectRule ? (input as Record<string, unknown>)[String(path.at(-1))] : input;
  if (value === undefined) return createTypeIssue(path, "string", value);
  if (typeof input === "string")
    return { validation: "regex", code: "invalid_string", message: "Invalid", path };
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

const units: Readonly<Record<string, string>> = { string: "character(s)", array: "element(s)" };

function createSizeIssue(
  path: (string | number)[],
  issue: core.$ZodIssueTooSmall | core.$ZodIssueTooBig,
): ServiceIssue {
  const isSmall = issue.code === "too_small";
  const limit = isSmall ? issue.minimum : issue.maximum;
  const { [issue.origin]: unit } = units;
  const message = unit
    ? `${issue.origin === "array" ? "Array" : "String"} must contain at ${isSmall ? "least" : "most"} ${limit} ${unit}`
    : `Number must be ${isSmall ? "greater" : "less"} than or equal to ${limit}`;
  const type = unit ? issue.origin : "number";
  const size = isSmall ? { minimum: limit } : { maximum: limit };
  return { code: issue.code, ...size, type, inclusive: true, exact: false, message, path };
}
