import type { Address, Hex } from "../../shared/patterns.js";
import { decodeExactly } from "./list-calls.js";

/** A call of ERC-20 that approves or transfers. */
export interface TokenCall {
  isApproval: boolean;
  /** The account whose tokens are transferred, if it is not the caller. */
  from?: Address | undefined;
  /** The spender of an approval, or the receiver. */
  to: Address;
}

const forms = new Map([
  ["0x095ea7b3", { types: "address, uint256", isApproval: true }], // approve
  ["0x39509351", { types: "address, uint256", isApproval: true }], // increaseAllowance
  ["0xa9059cbb", { types: "address, uint256", isApproval: false }], // transfer
  ["0x23b872dd", { types: "address, address, uint256", isApproval: false }], // transferFrom
]);

/** Decodes call data in lower case. Undefined if it is of another form. */
export function decodeTokenCall(data: Hex): TokenCall | undefined {
  const { types, isApproval } = forms.get(data.slice(0, 10)) ?? {};
  const values = types === undefined ? undefined : decodeExactly(types, `0x${data.slice(10)}`);
  if (!values || isApproval === undefined) return undefined;
  const accounts = values.slice(0, -1).map((each) => String(each).toLowerCase() as Address);
  const [to, from] = accounts.reverse() as [Address, Address?];
  return { isApproval, from, to };
}
