import { type Address, compareAmounts, type LendingQuote, type LendingTokenAmount } from "bursar";
import type { Statement } from "bursar/signing";
import { tokenName } from "../../app/tokens";
import { Amount } from "../../ui/Amount";
import { titled, usd, words } from "../../ui/format";
import type { PreparedReview } from "../OperationDialog";
import { actions, chainId, type LendingDraft, type PartName } from "./lending-draft";

const titles: Record<PartName, string> = {
  supply: "You supply",
  borrow: "You borrow",
  repay: "You repay",
  withdraw: "You withdraw",
};

/** The token that the person knows: not the receipt of the lender. */
function movedToken(quote: LendingQuote, name: PartName): LendingTokenAmount | null | undefined {
  if (name === "supply") return quote.supply?.tokenIn;
  if (name === "withdraw") return quote.withdraw?.tokenOut;
  return quote[name]?.token;
}

/** How the quote differs from the draft. The library does not compare the amounts. */
function findDifferences(quote: LendingQuote, draft: LendingDraft): string[] {
  return actions[draft.action].parts.flatMap((name) => {
    const { amount, token } = draft[name];
    const moved = movedToken(quote, name);
    if (!moved) return [`The quote has no ${name}.`];
    const isSameToken = moved.tokenAddress.toLowerCase() === token.address;
    if (!isSameToken || moved.chainId !== chainId) return [`It is another token to ${name}.`];
    if (amount.trim() === "") return [];
    const order = compareAmounts(moved.amount.value, amount.trim());
    // A repayment is never more than the debt.
    const isSame = order === 0 || (name === "repay" && order < 0);
    return isSame ? [] : [`It is ${moved.amount.value} to ${name}, not ${amount.trim()}.`];
  });
}

/** The value in US dollars, of which the form is not documented. */
const readUsd = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? value : undefined;

function describeAmount({
  tokenAddress,
  amount,
}: Pick<LendingTokenAmount, "tokenAddress" | "amount">) {
  const symbol = tokenName(tokenAddress, chainId) ?? tokenAddress;
  return (
    <span>
      <Amount value={amount.value} symbol={symbol} decimals={18} />{" "}
      <span className="muted">({usd(readUsd(amount.usd))})</span>
    </span>
  );
}

const texts = {
  Matches:
    "It states your wallet, has a hash, no delegation, and has not expired. The library compares no amounts, because their form is not documented.",
  "Within your limits": { unchecked: "The library has no limits for loans." },
  Reasonable: { unchecked: "You must judge yourself whether the loan is safe." },
  Settled: "After the execution, what left and arrived is compared with the quote.",
};

/** What may leave the wallet, and what arrives in it. */
function statementOf(quote: LendingQuote, account: Address): Statement {
  const { supply, borrow, repay, withdraw, fees } = quote;
  const leaves = [supply?.tokenIn, repay?.token].flatMap((moved) => moved ?? []);
  const arrives = [borrow?.token, withdraw?.tokenOut].flatMap((moved) => moved ?? []);
  return {
    leaves: [
      ...leaves.map((moved) => ({
        ...assetOf(moved),
        amount: moved.amount.value,
        why: "amount" as const,
      })),
      ...fees.map((fee) => ({
        ...assetOf({ ...fee, chainId }),
        amount: fee.amount.value,
        why: "fee" as const,
      })),
    ],
    arrives: arrives.map((moved) => ({ ...assetOf(moved), account, least: moved.amount.value })),
  };
}

const assetOf = ({
  tokenAddress,
  chainId: on,
}: Pick<LendingTokenAmount, "tokenAddress" | "chainId">) => ({
  chainId: on,
  token: tokenAddress as Address,
});

/** What the dialog shows of a quote. */
export function reviewOf(
  quote: LendingQuote,
  draft: LendingDraft,
  walletAddress: string,
): PreparedReview {
  const { expiresAt, provider, fees } = quote;
  const [difference] = findDifferences(quote, draft);
  return {
    what: "operation",
    texts,
    own: {
      text: "The tokens and amounts of the quote are those that you entered.",
      problem: difference,
    },
    statement: statementOf(quote, walletAddress as Address),
    operation: quote,
    terms: { walletAddress, chainId },
    expiresAt:
      typeof expiresAt === "string" || typeof expiresAt === "number" ? expiresAt : undefined,
    facts: [
      ["Lender", titled(provider.name)],
      ...actions[draft.action].parts.flatMap((name) => {
        const moved = movedToken(quote, name);
        return moved ? [[titles[name], describeAmount(moved)] as const] : [];
      }),
      ...fees.map((fee) => [words(fee.type), describeAmount(fee)] as const),
    ],
  };
}
