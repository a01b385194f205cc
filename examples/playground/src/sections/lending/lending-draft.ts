import type { LendingPart, LendingProvider, LendingQuoteRequest } from "bursar";
import { type KnownToken, knownTokens } from "../../app/tokens";

/** The chain of all operations of this page. */
export const chainId = 137;

/** What can be lent in this page. */
export const lendingTokens = knownTokens.filter(
  (token) => token.chainId === chainId && token.symbol !== "BRZ",
);
const [usdc, weth] = lendingTokens as [KnownToken, KnownToken];

export const partNames = ["supply", "borrow", "repay", "withdraw"] as const;
export type PartName = (typeof partNames)[number];

/** The parts of each operation that the service combines. */
export const actions = {
  SUPPLY: { label: "Supply", parts: ["supply"] },
  SUPPLY_BORROW: { label: "Supply and borrow", parts: ["supply", "borrow"] },
  BORROW: { label: "Borrow", parts: ["borrow"] },
  REPAY: { label: "Repay", parts: ["repay"] },
  WITHDRAW: { label: "Withdraw", parts: ["withdraw"] },
  REPAY_WITHDRAW: { label: "Repay and withdraw", parts: ["repay", "withdraw"] },
} as const satisfies Record<string, { label: string; parts: readonly PartName[] }>;
export type Action = keyof typeof actions;

/** The amount of a part. Without one, a repayment or withdrawal covers everything. */
export interface PartDraft {
  amount: string;
  token: KnownToken;
}

/** The values of the lending form. */
export interface LendingDraft extends Record<PartName, PartDraft> {
  provider: LendingProvider;
  action: Action;
}

export const firstLoan: LendingDraft = {
  provider: "LENDER_A",
  action: "SUPPLY_BORROW",
  supply: { amount: "1000", token: usdc },
  borrow: { amount: "0.1", token: weth },
  repay: { amount: "", token: weth },
  withdraw: { amount: "", token: usdc },
};

export function lendingRequestOf(draft: LendingDraft, walletAddress: string): LendingQuoteRequest {
  const toPart = (name: PartName): [PartName, LendingPart] => {
    const { amount, token } = draft[name];
    const text = amount.trim();
    return [name, { tokenAddress: token.address, chainId, ...(text !== "" && { amount: text }) }];
  };
  return {
    walletAddress,
    provider: draft.provider,
    gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: usdc.address },
    ...Object.fromEntries(actions[draft.action].parts.map(toPart)),
  } as LendingQuoteRequest;
}
