import type { core } from "zod/mini";
import type { Issue } from "../errors/data.js";
import type { StandardIssue } from "./standard-schema.js";

type ZodIssue = core.$ZodIssue & { input?: unknown };

/** Turns what Zod found into issues that a person can act on. `hideValues` names the kind of a value, never the value. */
export function readableIssues(found: readonly ZodIssue[], root: string | undefined, hideValues: boolean): Issue[] {
  return found.flatMap((issue) => toIssues(issue, root === undefined ? [] : [root], hideValues));
}

function toIssues(issue: ZodIssue, base: (string | number)[], hideValues: boolean): Issue[] {
  const path = [...base, ...issue.path.map((key) => (typeof key === "symbol" ? String(key) : key))];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      makeIssue([...path, key], "unrecognized_keys", "nothing here: there is no such field (is it misspelt?)", ""),
    );
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    // The option that got furthest is the one that was meant.
    const meant = [...issue.errors].sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0] as ZodIssue[];
    if (depth(meant) > 0) return meant.flatMap((inner) => toIssues(inner, path, hideValues));
    const expected = [...new Set(issue.errors.flat().map(expectation))].join(", or ");
    return [makeIssue(path, issue.code, expected, show(issue.input, hideValues))];
  }
  const received = issue.code === "custom" && issue.input !== null && typeof issue.input === "object" ? "" : show(issue.input, hideValues);
  return [makeIssue(path, issue.code, expectation(issue), received)];
}

function depth(issues: readonly { path: readonly PropertyKey[] }[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}

function makeIssue(path: (string | number)[], code: string, expected: string, received: string): Issue {
  return {
    path,
    expected,
    received,
    code,
    message: `${path.join(".") || "(top)"}: expected ${expected}${received ? `, got ${received}` : ""}`,
  };
}

function expectation(issue: ZodIssue): string {
  if (issue.message !== "Invalid input") return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return `${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
    case "invalid_value":
      return issue.values.length > 12
        ? `one of ${issue.values.length} words such as ${issue.values.slice(0, 3).join(", ")}`
        : `one of ${issue.values.join(", ")}`;
    case "too_small":
      return `at least ${issue.minimum}`;
    case "too_big":
      return `at most ${issue.maximum}`;
    case "invalid_format":
      return `the form ${issue.pattern ?? issue.format}`;
    default:
      return "a valid value";
  }
}

const longest = 60;

function show(value: unknown, hide: boolean): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return value instanceof Date ? "an invalid Date" : "an object";
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  if (hide) return `a ${typeof value}`;
  if (typeof value === "string") return JSON.stringify(value.length > longest ? `${value.slice(0, longest)}…` : value);
  return `${typeof value === "number" ? "the number" : `the ${typeof value}`} ${String(value)}`;
}

/** The same for a schema of another library, which tells less. */
export function readableStandardIssues(found: readonly StandardIssue[]): Issue[] {
  return found.map((issue) => {
    const path = (issue.path ?? []).map((part) => {
      const key = typeof part === "object" ? part.key : part;
      return typeof key === "number" ? key : String(key);
    });
    return { path, expected: issue.message, received: "", code: "custom", message: `${path.join(".") || "(top)"}: ${issue.message}` };
  });
}
