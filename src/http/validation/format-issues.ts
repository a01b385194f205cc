import type { FoundIssue } from "../../contract/records/visit.js";
import type { Issue } from "../../errors/data.js";
import { formatPath } from "../../shared/format-path.js";
import { isDate, isPromise } from "../../shared/guards.js";
import { callOptions } from "../config/known-options.js";
import { createIssue } from "./create-issue.js";
import type { StandardIssue } from "./standard-schema.js";

/** How issues are formatted. */
export interface IssueFormat {
  /** The first segment of every path. */
  readonly root?: string;
  /** Shows only the type of a received value, not the value. */
  readonly hideValues: boolean;
  /** Removes secrets from the text of a field. Applied before the text is truncated. */
  readonly redact?: (text: string, field: string) => string;
}

/** Says of each issue what was expected and received. */
export function formatIssues(found: readonly FoundIssue[], format: IssueFormat): Issue[] {
  return found.map(({ code, expected, isRule, value, ...issue }) => {
    const path = format.root === undefined ? issue.path : [format.root, ...issue.path];
    if (code === "unrecognized_keys")
      return createIssue(path, code, `${expected} (${advise(path, format)})`, "");
    return createIssue(path, code, expected, isRule ? "" : describeValue(value, path, format));
  });
}

/** What to do about an unknown field. */
function advise(path: readonly (string | number)[], { root }: IssueFormat): string {
  const isArgument = root !== undefined && path.length === 2;
  const isOption = isArgument && Object.hasOwn(callOptions(), path[1] as string);
  return isOption ? "pass options as the last argument" : "is it misspelt?";
}

const maxValueLength = 60;

function describeValue(
  value: unknown,
  path: readonly (string | number)[],
  { hideValues, redact = (text) => text }: IssueFormat,
): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (isPromise(value)) return "a promise: await it";
  if (typeof value === "object") return isDate(value) ? "an invalid Date" : "an object";
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  if (hideValues) return `a ${typeof value}`;
  const text = redact(String(value), String(path[path.length - 1]));
  if (typeof value === "string") {
    return JSON.stringify(
      text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text,
    );
  }
  return `the ${typeof value} ${text}`;
}

/** Turns the issues of a Standard Schema into issues. They state no expected or received value. */
export function fromStandardIssues(found: readonly StandardIssue[]): Issue[] {
  return found.map((issue) => {
    const keys = (issue.path ?? []).map((part) => (typeof part === "object" ? part.key : part));
    const path = formatPath(keys);
    return {
      path,
      expected: issue.message,
      received: "",
      code: "custom",
      message: `${path || "(root)"}: ${issue.message}`,
    };
  });
}
