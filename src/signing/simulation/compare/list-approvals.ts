import type { Address } from "../../../contract/shared/primitives.js";
import { isEqual } from "../../shared/problems.js";
import { type MeasureKind, toAddress } from "../measure/measures.js";
import type { Measured } from "../measure/run-simulation.js";

/** An approval that is left after the operation. */
export interface SimulatedApproval {
  /** The account that granted it, if it is not the wallet. */
  account?: Address | undefined;
  /** The account that may spend. */
  spender: Address;
  token: Address;
  /** The id of an NFT, if the approval is for one. */
  id?: string | undefined;
  /** In whole tokens. Undefined for NFTs, and if it is for all tokens of the contract. */
  amount?: string | undefined;
  /** Whether the option `approvals`, or the stated gas of the paymaster, allows it. */
  isAllowed: boolean;
}

export interface ApprovalRules {
  isAllowed(spender: Address): boolean;
  /** Whether the paymaster needs these approvals, in sum, to collect the stated gas. */
  isGas(token: Address, amount: bigint): boolean;
  format(token: Address, units: bigint): string;
}

/** How the value of each kind gives a right. Other kinds are no approvals. */
const approvalKinds: Readonly<Partial<Record<MeasureKind, "amount" | "flag" | "spender">>> = {
  allowance: "amount",
  permit: "amount",
  idAllowance: "amount",
  borrowAllowance: "amount",
  operator: "flag",
  idOperator: "flag",
  tokenOperator: "flag",
  authorized: "flag",
  nftApproval: "spender",
};
const gasKinds: readonly MeasureKind[] = ["allowance", "permit"];

/** Whether the paymaster can collect gas by this approval. */
export const isForGas = ({ kind, spender }: Measured, paymaster: Address | undefined) =>
  gasKinds.includes(kind) && isEqual(spender, paymaster);
/** The token that the approval is for. */
export const tokenOf = ({ asset, token }: Measured) => asset ?? token;

/** Names the account of an approval, unless it is the wallet. */
export const formatAccount = (account: Address | undefined) => (account ? ` at ${account}` : "");

/** Lists the approvals that are higher, last longer or are for another account than before. */
export function listApprovals(
  measured: readonly Measured[],
  paymaster: Address | undefined,
  { isAllowed, isGas, format }: ApprovalRules,
): SimulatedApproval[] {
  const granted = measured.filter((entry) => isGranted(entry, measured));
  const gasOf = (token: Address) =>
    granted
      .filter((entry) => isForGas(entry, paymaster) && isEqual(tokenOf(entry), token))
      .reduce((sum, { after = 0n }) => sum + after, 0n);
  return granted.map((entry): SimulatedApproval => {
    const { kind, id, after } = entry;
    const form = approvalKinds[kind];
    const token = tokenOf(entry);
    const spender =
      form === "spender" && after !== undefined ? toAddress(after) : (entry.spender as Address);
    const isCollected =
      isForGas(entry, paymaster) && after !== undefined && isGas(token, gasOf(token));
    return {
      spender,
      token,
      ...(id !== undefined && { id: String(id) }),
      ...(form === "amount" && after !== undefined && { amount: format(token, after) }),
      isAllowed: isCollected || isAllowed(spender),
    };
  });
}

/**
 * Lists the approvals that only the operation makes unreadable. The one of an NFT is so after the
 * NFT is burned.
 */
export function listUnreadableApprovals(measured: readonly Measured[]): Measured[] {
  return measured.filter(
    ({ kind, before, after, isStated }) =>
      before !== undefined &&
      after === undefined &&
      approvalKinds[kind] &&
      kind !== "nftApproval" &&
      !isStated,
  );
}

function isGranted(entry: Measured, measured: readonly Measured[]): boolean {
  const { kind, before = 0n, after, isStated } = entry;
  const form = approvalKinds[kind];
  if (!form) return false;
  // Then the event is all that is known.
  if (after === undefined) return isStated === true;
  if (after === 0n) return false;
  if (form !== "amount") return after !== before;
  return after > before || (kind === "permit" && isRenewed(entry, measured));
}

/** An approval of Permit2 that has expired is worthless until it gets a later expiration. */
function isRenewed(permit: Measured, measured: readonly Measured[]): boolean {
  return measured.some(
    ({ kind, token, asset, spender, before = 0n, after = 0n }) =>
      kind === "permitExpiration" &&
      isEqual(token, permit.token) &&
      isEqual(asset, permit.asset) &&
      isEqual(spender, permit.spender) &&
      after > before,
  );
}
