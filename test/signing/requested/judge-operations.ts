// An independent statement of what harms, in floating point. It imports no code of `src`.
import type { BatchRequest, TransferRequest } from "../../../src/index.js";

type Fields = Record<string, unknown>;

export interface Limits {
  readonly now: number;
  readonly maxGasFee?: string | undefined;
}

const number = (value: unknown): number =>
  typeof value === "string" && /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)
    ? Number(value)
    : Number.NaN;
const amount = (value: unknown): number =>
  number(typeof value === "number" ? String(value) : value);
const same = (a: unknown, b: unknown): boolean =>
  typeof a === "string" && typeof b === "string" && a.toLowerCase() === b.toLowerCase();
const fields = (value: unknown): Fields => Object(value) as Fields;
const has = (value: unknown): boolean =>
  value !== undefined && value !== null && Object.keys(Object(value)).length > 0;

/** What the user would lose by signing what surrounds the terms. Empty if nothing. */
function findSigningHarm(signed: Fields, { now }: Limits): string[] {
  const harms: string[] = [];
  if (!/^0x[\da-f]{64}$/i.test(String(signed.userOperationHash))) harms.push("no hash");
  const { expiresAt } = signed;
  const expiry =
    typeof expiresAt === "string" ? Date.parse(expiresAt) : Number(expiresAt ?? Number.NaN);
  if (!(expiry > now)) harms.push("expired");
  if (has(signed.revertReason)) harms.push("reverts");
  if (has(signed.authorization)) harms.push("hands the account over");
  return harms;
}

/** What is wrong with the terms of a transfer. */
export function findTransferHarm(
  stated: Fields,
  request: TransferRequest,
  { maxGasFee }: Limits,
): string[] {
  const harms: string[] = [];
  if (!same(stated.toAddress, request.toAddress)) harms.push("receiver");
  if (!same(stated.walletAddress, request.walletAddress)) harms.push("wallet");
  if (!same(stated.token, request.token)) harms.push("token");
  if (stated.chain !== request.chainId) harms.push("chain");
  const asked = Number(request.amount);
  const isGasInToken = same(request.token, request.payGasFeeToken);
  const isDeducted = isGasInToken && request.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT";
  const gas = fields(stated.estimatedGasFees);
  const isGasNamed = !has(gas.payGasFeeToken) || same(gas.payGasFeeToken, request.payGasFeeToken);
  const highest = Math.max(amount(gas.maxGasFeeToken) || 0, amount(gas.gasFeeTokenAmount) || 0);
  if (maxGasFee !== undefined && (!isGasNamed || highest > Number(maxGasFee)))
    harms.push("gas limit");
  const sent = number(stated.amountToSend);
  const added = isGasInToken && !isDeducted && isGasNamed ? highest : 0;
  if (!(sent <= asked * 1.0201 + added)) harms.push("sends more");
  const received = number(stated.amountToBeReceived);
  const sums = fields(stated.estimatedCollectedFee);
  const isFeeInToken = same(sums.collectedFeeToken, request.token);
  // Without an amount, the percentage states the fee.
  const feeOf = (name: string) =>
    amount(sums[name]) || (asked * (amount(sums[`${name}Percent`]) || 0)) / 100;
  const fees = isFeeInToken ? feeOf("collectedFee") + feeOf("serviceCollectedFee") : 0;
  const named = (asked * (request.transactionFeePercent ?? 0)) / 100;
  const inside = Math.max(fees, named) + (isDeducted && isGasNamed ? highest : 0);
  if (!(received > 0) || !(received >= (asked - inside) * 0.9799)) harms.push("delivers less");
  // By the response's own price, less what the request names.
  const price = amount(stated.amountToSendUSD) / sent;
  const gasPrice = amount(gas.gasFeeTokenAmountUSD) / (amount(gas.gasFeeTokenAmount) || Number.NaN);
  const outside = isDeducted || !isGasNamed ? 0 : highest * (isGasInToken ? price : gasPrice || 0);
  const worth = asked * price;
  const loss = worth + outside - received * price - named * price;
  const usual = Math.min(Math.max(worth * 0.1, 5), Math.max(worth * 0.03, 500));
  if (loss > usual * 1.001 + worth * 0.0011 + outside * 0.0011) harms.push("loses much");
  if (!(price > 0)) harms.push("no price");
  return harms;
}

export function findHarm(
  stated: Fields,
  request: TransferRequest | BatchRequest,
  limits: Limits,
): string[] {
  const harms = findSigningHarm(stated, limits);
  if (!("operations" in request)) return [...harms, ...findTransferHarm(stated, request, limits)];
  const list: unknown[] = Array.isArray(stated.operations) ? stated.operations : [];
  if (list.length !== request.operations.length) harms.push("another number");
  let gas = 0;
  for (const [i, { params }] of request.operations.entries()) {
    const item = fields(list[i]);
    const given = Object.keys(item).filter((name) => has(item[name]));
    if (given.join() !== "transfer") harms.push("another operation");
    const transfer = fields(item.transfer);
    if (has(transfer.revertReason)) harms.push("a part reverts");
    harms.push(...findTransferHarm(transfer, params as TransferRequest, { now: limits.now }));
    const costs = fields(transfer.estimatedGasFees);
    gas += Math.max(amount(costs.maxGasFeeToken) || 0, amount(costs.gasFeeTokenAmount) || 0);
  }
  if (limits.maxGasFee !== undefined && gas > Number(limits.maxGasFee) * 1.000001)
    harms.push("gas limit");
  return harms;
}
