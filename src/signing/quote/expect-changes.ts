import { isMissing } from "../../shared/guards.js";
import type { Address, Hex } from "../../shared/patterns.js";
import {
  formatDecimal,
  isAtMost,
  maxDecimal,
  parseAmountText,
  parseDecimal,
} from "../shared/decimal.js";
import { isSameToken } from "../shared/same-token.js";
import type { ExpectedChanges, OperationToSimulate } from "../simulation/simulation-types.js";
import type { QuoteReading } from "./read-quote.js";

export function toOperation(reading: QuoteReading): OperationToSimulate {
  const { request, parts, options } = reading;
  return {
    typedData: parts.operationData,
    userOperationHash: parts.userOperationHash as Hex,
    delegate: parts.authorization?.tuple.address,
    walletAddress: request.walletAddress as Address,
    owner: options.owner,
    chainId: request.chainIdIn,
    chainsOut: [request.chainIdOut],
    feeReceivers: isMissing(request.extraFee) ? [] : [request.extraFee.toAddress as Address],
    expected: expectChanges(reading),
    ...(parts.approval && { extraMissing: "rwaApproveUserOperation" }),
  };
}

/** What a swap may lose and must gain on its source chain. */
function expectChanges({ quote, request, options, costs }: QuoteReading): ExpectedChanges {
  const { minAmountOut, maxGasFee, contracts, changes } = options;
  const { gas, fees } = costs;
  const receiver = request.toAddress as Address;
  const token = request.tokenOut as Address;
  const tokenIn = request.tokenIn as Address;
  const highest = gas.highest ?? 0n;
  const asked = parseDecimal(request.amountIn) ?? 0n;
  const amountIn = parseAmountText(quote.amountIn) ?? 0n;
  const stated = amountIn + (gas.isInside ? highest : 0n);
  const given = stated < asked ? formatDecimal(stated) : request.amountIn;
  // Any more than that is the gas, which is counted apart.
  const counted = isAtMost(amountIn, asked, quote.amountIn) ? maxDecimal(amountIn, asked) : asked;
  const own = parseDecimal(maxGasFee);
  // A stated amount may be rounded, but not above the caller's own limit.
  const isExact = own !== undefined && own <= highest + highest / 1_000n;
  const mostGas = {
    token: request.payGasFeeToken as Address,
    amount: isExact ? (maxGasFee ?? "0") : formatDecimal(highest),
    isExact,
  };
  const minimums = [
    { amount: quote.minAmountOut ?? "" },
    ...(isMissing(minAmountOut) ? [] : [{ amount: minAmountOut, isExact: true }]),
  ];
  const { chainIdIn, chainIdOut } = request;
  const isSameChain = chainIdIn === chainIdOut;
  // Of a fee on another chain, there is no such token.
  const otherFees = fees.flatMap(({ token: feeToken, cost, isInside }) => {
    if (isInside || typeof feeToken !== "string" || !cost) return [];
    const isOut = !isSameChain && isSameToken(feeToken, token, chainIdOut);
    const chain = isOut ? { chainId: chainIdOut } : {};
    return { token: feeToken as Address, amount: formatDecimal(cost), isOptional: true, ...chain };
  });
  return {
    losses: [{ token: tokenIn, amount: given, counted: formatDecimal(counted) }, ...otherFees],
    gains: isSameChain ? minimums.map((each) => ({ ...each, token, receiver })) : [],
    // Gas that is part of the amount is in the loss of the input token.
    gas: gas.isInside ? undefined : mostGas,
    collectable: [mostGas],
    accounts: [receiver],
    approvals: [...(contracts ?? []), ...(changes?.approvals ?? [])],
    approvable: [tokenIn],
  };
}
