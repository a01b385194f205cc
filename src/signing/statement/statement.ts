import type { StatedGain, StatedLoss, Statement } from "../../contract/shared/statement.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/records.js";
import type { Address } from "../../shared/patterns.js";
import {
  type Decimal,
  formatDecimal,
  maxDecimal,
  parseAmountText,
  parseDecimal,
  parseFormatted,
} from "../shared/decimal.js";
import { isEqual } from "../shared/problems.js";
import { isSameToken, normalizeToken } from "../shared/same-token.js";
import type { Costs } from "./costs.js";

/** A statement, and what else a policy judges of an operation. */
export interface StatedOperation {
  statement: Statement;
  walletAddress: string;
  chainId: number;
  /** What was requested, as the caller named it. */
  request: object;
  /** In `payGasFeeToken`, to compare with a limit. Undefined if a part of it is not known. */
  gas: Decimal | undefined;
  /** Who gets a fee that the request names. */
  feeReceivers: readonly string[];
  /** Whether a part of it states no amounts. */
  isPartial: boolean;
}

export function createStatement(
  quote: SwapQuote,
  request: SwapQuoteRequest,
  { gas, fees }: Costs,
): Statement {
  const { chainIdIn, chainIdOut, tokenIn, tokenOut, payGasFeeToken, toAddress } = request;
  const leaves: StatedLoss[] = [];
  const leave = (chainId: number, token: unknown, amount: Decimal, why: StatedLoss["why"]) => {
    // Without a request, both are words of the quote.
    if (amount > 0n && typeof chainId === "number" && typeof token === "string")
      leaves.push({ chainId, token: token as Address, amount: formatDecimal(amount), why });
  };
  const inside = gas.isInside ? (gas.highest ?? 0n) : 0n;
  const isAdded = !gas.isInside && isSameToken(payGasFeeToken, tokenIn, chainIdIn);
  const added = isAdded ? (gas.highest ?? 0n) : 0n;
  leave(chainIdIn, tokenIn, maxDecimal(getAmount(quote, request, added), inside), "amount");
  for (const { token, cost, isInside } of fees) {
    // Only a fee in the output token can be charged on the other chain.
    const isOut = chainIdIn !== chainIdOut && isSameToken(token, tokenOut, chainIdOut);
    if (!isInside) leave(isOut ? chainIdOut : chainIdIn, token, cost, "fee");
  }
  if (!gas.isInside) leave(chainIdIn, payGasFeeToken, gas.highest ?? 0n, "gas");
  const least = formatDecimal(parseAmountText(quote.minAmountOut) ?? 0n);
  return {
    leaves,
    arrives: [{ chainId: chainIdOut, token: tokenOut as Address, account: toAddress, least }],
    expiresAt: quote.expiresAt ?? undefined,
  };
}

/** The request or what is stated, whichever is more. Added gas has a row of its own. */
function getAmount(quote: SwapQuote, request: SwapQuoteRequest, added: Decimal): Decimal {
  const asked = parseDecimal(request.amountIn) ?? 0n;
  const stated = parseAmountText(quote.amountIn) ?? 0n;
  return maxDecimal(asked, stated - added);
}

/** Adds up what one account gets of a token by several operations. */
export function joinStatements(
  statements: readonly Statement[],
  expiresAt: Statement["expiresAt"],
): Statement {
  const arrives: StatedGain[] = [];
  for (const gain of statements.flatMap((each) => each.arrives)) {
    const { chainId, token, account } = gain;
    const same = arrives.find(
      (each) =>
        each.chainId === chainId &&
        isSameToken(each.token, token, chainId) &&
        isEqual(each.account, account),
    );
    if (!same) arrives.push({ ...gain });
    else same.least = addAmounts(same.least, gain.least);
  }
  return { leaves: statements.flatMap(({ leaves }) => leaves), arrives, expiresAt };
}

/** All that leaves of one token on one chain. */
export interface Loss {
  readonly token: Address;
  readonly chainId: number;
  readonly amount: Decimal;
}

export function sumLeaves(leaves: readonly StatedLoss[]): Loss[] {
  const sums = new Map<string, Loss>();
  for (const { token, chainId, amount } of leaves) {
    const key = `${chainId}:${normalizeToken(token, chainId)}`;
    const sum = sums.get(key)?.amount ?? 0n;
    sums.set(key, { token, chainId, amount: sum + parseFormatted(amount) });
  }
  return [...sums.values()];
}

const addAmounts = (a: string, b: string) => formatDecimal(parseFormatted(a) + parseFormatted(b));
