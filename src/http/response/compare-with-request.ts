import { isMissing, isObject } from "../../shared/guards.js";
import type { BuiltRequest } from "../request/build-request.js";

/**
 * Whether a response repeats all sent fields of its request that it should. `undefined` if one of
 * them is missing or unreadable: nothing follows from it then.
 */
export function repeatsRequest(
  repeated: BuiltRequest["repeated"],
  response: unknown,
): boolean | undefined {
  const sent = Object.entries(repeated).filter(([, value]) => !isMissing(value));
  let isComplete = sent.length > 0;
  for (const [path, value] of sent) {
    const received = path.split(".").reduce(readField, response);
    if (!isComparable(received)) isComplete = false;
    else if (normalise(value) !== normalise(received)) return false;
  }
  return isComplete || undefined;
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
