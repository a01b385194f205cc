import {
  type Address,
  hasSomethingToSign,
  type LiquidityAmount,
  type LiquidityEcho,
  type LiquidityOperation,
} from "bursar";
import { knownTokens, tokenName } from "../../app/tokens";
import { groupDigits, usd } from "../../ui/format";
import type { PreparedReview } from "../OperationDialog";
import { rangeOf } from "./PositionsPanel";
import type { Position } from "./use-positions";

/** Why a prepared change of a position cannot be executed. */
export class NothingToSign extends Error {
  override readonly name = "NothingToSign";
}

/** The token that pays the gas: USDC, if the page knows it on the chain. */
export function gasTokenOf({ chainId, token0 }: Position): Address {
  const usdc = knownTokens.find((token) => token.chainId === chainId && token.symbol === "USDC");
  return usdc?.address ?? token0.address;
}

function formatAmounts(
  amounts: string | readonly LiquidityAmount[] | null | undefined,
  chainId: number,
): string {
  if (typeof amounts === "string") return amounts;
  const texts = (amounts ?? []).map(({ token, amount }) => {
    const address = typeof token === "string" ? token : token.address;
    const known = tokenName(address, chainId);
    const symbol = known ?? (typeof token === "string" ? token : token.symbol);
    return `${groupDigits(amount, 8)} ${symbol}`;
  });
  return texts.join(", ") || "Not stated";
}

const texts = {
  Matches:
    "It states your chain and wallet, has a hash, no delegation, and has not expired. The library compares nothing else of a position, because the response does not state it.",
  "Within your limits": { unchecked: "The library has no limits for positions." },
  Reasonable: { unchecked: "The response states no prices, so no loss is judged." },
  Settled: "After the execution, what left the wallet is compared with the stated gas.",
};

const titles = {
  collect: "Collecting all fees",
  move: "Moving the position to another range",
  close: "Closing the position",
};

/** What the dialog shows of a change of a position, which has the terms that it will have. */
export function reviewOf(
  change: keyof typeof titles,
  operation: LiquidityOperation | LiquidityEcho,
  position: Position,
  walletAddress: string,
): PreparedReview {
  const { chainId, pair, tokenId } = position;
  if (!hasSomethingToSign(operation))
    throw new NothingToSign(
      operation.revertReason
        ? `It cannot be executed: ${operation.revertReason.decoded}`
        : "The service has returned the request only. There is nothing to sign.",
    );
  const { expiresAt, amounts, collectedFees, estimatedGasFees } = operation;
  const gas = estimatedGasFees?.maxGasFeeToken ?? estimatedGasFees?.gasFeeTokenAmount;
  return {
    what: "operation",
    texts,
    own: undefined,
    statement: {
      // The gas of a move is taken from the position.
      leaves:
        gas && change !== "move"
          ? [{ chainId, token: gasTokenOf(position), amount: gas, why: "gas" }]
          : [],
      arrives: [],
    },
    operation,
    terms: { walletAddress, chainId },
    expiresAt: expiresAt ?? undefined,
    facts: [
      ["You sign", titles[change]],
      ["Position", `${pair}, ${tokenId}`],
      ...(change === "move" ? [["New price range", rangeOf(position)] as const] : []),
      ...(change === "collect" ? [] : [["Amounts", formatAmounts(amounts, chainId)] as const]),
      ["Collected fees", formatAmounts(collectedFees, chainId)],
      ["Gas", usd(estimatedGasFees?.gasFeeTokenAmountUSD)],
    ],
  };
}
