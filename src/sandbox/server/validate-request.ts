import type { core } from "zod/mini";
import type { Schema } from "../../contract/shared/schema.js";
import { BadRequestError, type ServiceIssue } from "../shared/service-error.js";

export function validateInput(schema: Schema<unknown> | undefined, value: unknown): unknown {
  if (!schema) return value;
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new BadRequestError(result.error.issues.flatMap(toServiceIssues));
}

/** The service formats issues as Zod 3 does. */
function toServiceIssues(issue: core.$ZodIssue & { input?: unknown }): ServiceIssue[] {
  const path = issue.path.map((key) => (typeof key === "number" ? key : String(key)));
  const received =
    issue.input === null ? "null" : Array.isArray(issue.input) ? "array" : typeof issue.input;
  const base = { path, message: issue.input === undefined ? "Required" : issue.message };
  switch (issue.code) {
    case "invalid_type":
      return [{ code: "invalid_type", expected: issue.expected, received, ...base }];
    case "invalid_value":
      if (issue.input === undefined)
        return [{ code: "invalid_type", expected: "string", received, ...base }];
      return [
        { code: "invalid_enum_value", received: issue.input, options: [...issue.values], ...base },
      ];
    case "invalid_format":
      return [{ code: "invalid_string", validation: "regex", ...base }];
    case "unrecognized_keys":
      return [
        {
          code: "unrecognized_keys",
          keys: issue.keys,
          path,
          message: `Unrecognized key(s) in object: ${issue.keys.join(", ")}`,
        },
      ];
    case "too_small":
      return [{ code: "too_small", minimum: issue.minimum, ...base }];
    case "too_big":
      return [{ code: "too_big", maximum: issue.maximum, ...base }];
    case "invalid_union":
      return issue.errors.length > 0
        ? (issue.errors[issue.errors.length - 1] as core.$ZodIssue[]).flatMap((error) =>
            toServiceIssues({ ...error, path: [...issue.path, ...error.path] }),
          )
        : [{ code: "invalid_union", ...base }];
    default:
      return [{ code: "custom", ...base }];
  }
}
