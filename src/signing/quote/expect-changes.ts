import { isMissing } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import {
  formatDecimal,
  isAtMost,
  maxDecimal,
  parseAmountText,
  parseDecimal,
} from "../shared/decimal.js";
import type { OperationToSimulate } from "../simulation/simulate-operation.js";
import type { ExpectedChanges } from "../simulation/simulation-types.js";
import type { Costs } from "./costs.js";
import type { CheckQuoteOptions } from "./quote-options.js";
import type { QuoteReading } from "./read-quote.js";

/** What is simulated of a quote. */
export function toOperation(
  { quote, request, parts, ...reading }: QuoteReading,
  options: CheckQuoteOptions,
): OperationToSimulate {
  const { approval } = parts;
  return {
    typedData: parts.operationData,
    userOperationHash: parts.userOperationHash as Hex,
    delegate: parts.authorization?.parts.address,
    walletAddress: request.walletAddress as Address,
    owner: options.owner,
    chainId: request.chainIdIn,
    chainsOut: [request.chainIdOut],
    expected: expectChanges({ quote, request, parts, ...reading }, options),
    ...(approval && { extraMissing: "rwaApproveUserOperation" }),
  };
}

/** What a swap may lose and must gain on its source chain. */
function expectChanges(
  { quote, request, costs }: QuoteReading,
  { minAmountOut, maxGasFee, contracts, changes }: CheckQuoteOptions,
): ExpectedChanges {
  const { chainIdIn, chainIdOut } = request;
  const { gas } = costs;
  const receiver = request.toAddress as Address;
  const token = request.tokenOut as Address;
  const tokenIn = request.tokenIn as Address;
  const asked = parseDecimal(request.amountIn) ?? 0n;
  const amountIn = parseAmountText(quote.amountIn) ?? 0n;
  const stated = amountIn + (gas.isInside ? (gas.highest ?? 0n) : 0n);
  const given = stated < asked ? formatDecimal(stated) : request.amountIn;
  // Any more than that is the gas, which is counted apart.
  const counted = isAtMost(amountIn, asked, quote.amountIn) ? maxDecimal(amountIn, asked) : asked;
  const own = parseDecimal(maxGasFee);
  const highest = gas.highest ?? 0n;
  // A stated amount may be rounded, but not above the caller's own limit.
  const isExact = own !== undefined && own <= highest + highest / 1_000n;
  const minimums = [
    { amount: quote.minAmountOut ?? "" },
    ...(isMissing(minAmountOut) ? [] : [{ amount: minAmountOut, isExact: true }]),
  ];
  return {
    losses: [
      { token: tokenIn, amount: given, counted: formatDecimal(counted) },
      ...listFees(costs),
    ],
    gains: chainIdIn === chainIdOut ? minimums.map((each) => ({ ...each, token, receiver })) : [],
    // Gas that is part of the amount is in the loss of the input token.
    gas: gas.isInside
      ? undefined
      : {
          token: request.payGasFeeToken as Address,
          amount: isExact ? (maxGasFee ?? "0") : formatDecimal(highest),
          isExact,
        },
    accounts: [receiver],
    approvals: [...(contracts ?? []), ...(changes?.approvals ?? [])],
    approvable: [tokenIn],
  };
}

/** Fees in other tokens than the input. */
function listFees({ fees }: Costs): ExpectedChanges["losses"] {
  return fees.flatMap(({ token, cost, isInside }) => {
    if (isInside || typeof token !== "string" || !cost) return [];
    // Of a fee on another chain, there is no such token.
    return [{ token: token as Address, amount: formatDecimal(cost), isOptional: true }];
  });
}
