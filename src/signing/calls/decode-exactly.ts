import { decodeAbiParameters, encodeAbiParameters } from "viem/utils";
import type { Hex } from "../../shared/patterns.js";

/** A list of calls, which several wallets take. */
export const callList = "(address, uint256, bytes)[]";

/**
 * Decodes ABI-encoded arguments. Undefined if they do not encode back to the same bytes: a contract
 * could read other bytes than viem. `data` must be in lower case.
 */
export function decodeExactly(parameters: string, data: Hex): readonly unknown[] | undefined {
  try {
    const types = toTypes(parameters);
    const values = decodeAbiParameters(types, data);
    return encodeAbiParameters(types, values) === data ? values : undefined;
  } catch {
    return undefined;
  }
}

/** Not viem's `parseAbiParameters`, whose parser is larger than the rest of the checks of calls. */
function toTypes(parameters: string): readonly { type: string }[] {
  if (parameters !== callList) return parameters.split(", ").map((type) => ({ type }));
  const components = callList.slice(1, -3).split(", ");
  const named = components.map((type, i) => ({ type, name: String(i) }));
  return [{ type: "tuple[]", components: named } as { type: string }];
}
