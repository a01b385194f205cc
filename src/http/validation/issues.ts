import type { core } from "zod/mini";
import type { Issue } from "../../errors/data.js";
import { formatPath } from "../../shared/format-path.js";
import { callOptionNames } from "../config/known-options.js";
import { createIssue } from "./create-issue.js";
import type { StandardIssue } from "./standard-schema.js";

type ZodIssue = core.$ZodIssue & { input?: unknown };

/** How issues are formatted. */
export interface IssueFormat {
  /** The first segment of every path. */
  readonly root?: string;
  /** Shows only the type of a received value, not the value. */
  readonly hideValues: boolean;
  /** Removes secrets from the text of a field. Applied before the text is truncated. */
  readonly redact?: (text: string, field: string) => string;
}

/** Turns Zod's issues into issues that say what was expected and received. */
export function fromZodIssues(found: readonly ZodIssue[], format: IssueFormat): Issue[] {
  const base = format.root === undefined ? [] : [format.root];
  return found.flatMap((issue) => toIssues(issue, base, format));
}

function toIssues(issue: ZodIssue, base: (string | number)[], format: IssueFormat): Issue[] {
  const path = [...base, ...issue.path.map((key) => (typeof key === "symbol" ? String(key) : key))];
  if (issue.code === "unrecognized_keys") {
    const isArgument = format.root !== undefined && path.length === 1;
    return issue.keys.map((key) => {
      const isOption = isArgument && Object.hasOwn(callOptionNames, key);
      const advice = isOption ? "pass options as the last argument" : "is it misspelt?";
      const expected = `no field with this name (${advice})`;
      return createIssue([...path, key], issue.code, expected, "");
    });
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const closest = findClosestOption(issue.errors as ZodIssue[][]);
    if (getDepth(closest) > 0) return closest.flatMap((inner) => toIssues(inner, path, format));
    const expected = [...new Set(issue.errors.flat().map(describeExpected))].join(", or ");
    return [createIssue(path, issue.code, expected, describeValue(issue.input, path, format))];
  }
  // An issue with a discriminator has the path of that field, but the whole object as its input.
  const { discriminator } = issue as { discriminator?: string };
  const input = discriminator === undefined ? issue.input : Object(issue.input)[discriminator];
  const isObjectRule = issue.code === "custom" && input !== null && typeof input === "object";
  const received = isObjectRule ? "" : describeValue(input, path, format);
  return [createIssue(path, issue.code, describeExpected(issue), received)];
}

/** Finds the union option with the deepest issues. It is the one that the value was meant for. */
function findClosestOption(options: readonly ZodIssue[][]): ZodIssue[] {
  const byDepth = [...options].sort((a, b) => getDepth(b) - getDepth(a) || a.length - b.length);
  return byDepth[0] as ZodIssue[];
}

function getDepth(issues: readonly { path: readonly PropertyKey[] }[]): number {
  return issues.reduce((deepest, { path }) => Math.max(deepest, path.length), 0);
}

function describeExpected(issue: ZodIssue): string {
  if (issue.message !== "Invalid input") return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return `${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
    case "invalid_value":
      return issue.values.length > 12
        ? `one of ${issue.values.length} values such as ${issue.values.slice(0, 3).join(", ")}`
        : `one of ${issue.values.join(", ")}`;
    case "too_small":
      return `at least ${issue.minimum}`;
    case "too_big":
      return `at most ${issue.maximum}`;
    case "invalid_format":
      return `the format ${issue.pattern ?? issue.format}`;
    default:
      return "a valid value";
  }
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
  if (typeof value === "object") return value instanceof Date ? "an invalid Date" : "an object";
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
