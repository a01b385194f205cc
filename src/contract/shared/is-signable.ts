import { isNone, isObject } from "../../shared/guards.js";
import { hashPattern } from "../../shared/patterns.js";

/** Whether there is a hash to sign and no revert reason. */
export function isSignable(value: {
  readonly revertReason?: unknown;
  readonly userOperationHash?: unknown;
}): boolean {
  if (!isObject(value)) return false;
  const { revertReason, userOperationHash } = value;
  return (
    isNone(revertReason) &&
    typeof userOperationHash === "string" &&
    hashPattern.test(userOperationHash)
  );
}
