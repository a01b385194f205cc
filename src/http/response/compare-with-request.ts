import { isMissing, isObject } from "../../shared/guards.js";
import type { BuiltRequest } from "../request/build-request.js";

/**
 * Compares the fields of a response that repeat its request. `undefined` if it has none of them: a
 * field that is missing or unreadable is not compared.
 */
export function repeatsRequest(
  repeated: BuiltRequest["repeated"],
  response: unknown,
): boolean | undefined {
  let result: boolean | undefined;
  for (const [path, sent] of Object.entries(repeated)) {
    const received = path.split(".").reduce(readField, response);
    if (isMissing(sent) || !isComparable(received)) continue;
    if (normalise(sent) !== normalise(received)) return false;
    result = true;
  }
  return result;
}

function readField(value: unknown, field: string): unknown {
  return isObject(value) ? value[field] : undefined;
}

function isComparable(value: unknown): boolean {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}

/** Hex has no case. A salt is a number or its digits. */
function normalise(value: unknown): string {
  const text = String(value);
  return text.startsWith("0x") ? text.toLowerCase() : text;
}
