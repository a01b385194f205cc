import type { RepeatedValues } from "../../contract/shared/endpoint.js";
import type { Issue } from "../../errors/data.js";
import { isObject } from "../../shared/guards.js";
import { createIssue } from "../validation/create-issue.js";
import type { Redactor } from "../wire/redact.js";

export interface Comparison {
  /** The fields that have another value: it is the response to another call. */
  readonly issues: Issue[];
  /** Whether every field that should repeat the request does. */
  readonly isRepeated: boolean;
}

/** A call can be longer than is useful in a message. */
const maxLength = 160;

/**
 * Compares the fields that repeat the request. A missing or unreadable one proves nothing. Of
 * personal data, an issue does not quote what was received: it is that of another person.
 */
export function compareWithRequest(
  repeated: RepeatedValues,
  response: unknown,
  redact: Redactor,
  isPersonal = false,
): Comparison {
  const issues: Issue[] = [];
  let isRepeated = false;
  let isComplete = true;
  for (const [path, value] of Object.entries(repeated)) {
    if (!value) continue;
    const keys = splitPath(path);
    const received = keys.reduce(readField, response);
    const isEqual = value.equals(received);
    if (isEqual === false) {
      const text = isPersonal ? "another id" : redact.text(String(received)).slice(0, maxLength);
      issues.push(createIssue(keys, "mismatch", value.expected, text));
    }
    isRepeated ||= isEqual === true;
    isComplete &&= isEqual === true;
  }
  return { issues, isRepeated: isRepeated && isComplete };
}

const splitPaths = new Map<string, readonly string[]>();

/** The paths are those of the contract. */
function splitPath(path: string): readonly string[] {
  let keys = splitPaths.get(path);
  if (!keys) {
    keys = path.split(".");
    splitPaths.set(path, keys);
  }
  return keys;
}

function readField(value: unknown, field: string): unknown {
  return isObject(value) ? value[field] : undefined;
}
