import { hashAuthorization } from "viem/utils";
import type { Address } from "../../../src/index.js";
import { hashData } from "./ordinary-quotes-data.js";
import { highest, readScaled, type Scaled } from "./random-numbers.js";
import { readCosts } from "./read-costs.js";
import {
  getTolerance,
  isEmpty,
  isHash,
  isMissing,
  isSame,
  isSameToken,
  type JudgedCase,
  readAmount,
  readTime,
  type Verdict,
} from "./read-stated.js";

/** The types of wrapped orders, by their primary type. */
const wrappers: Readonly<Record<string, string>> = {
  LightAccountMessage: '[{"name":"message","type":"bytes"}]',
  Kernel: '[{"name":"hash","type":"bytes32"}]',
};

const isNonce = (value: number) => Number.isSafeInteger(value) && value >= 0;

function findAuthorization(given: unknown, judged: JudgedCase): string[] {
  if (isEmpty(given)) return [];
  const { chainId, address, nonce, hash } = Object(given);
  const parts = { chainId: Number(chainId), address: address as Address, nonce: Number(nonce) };
  if (!isNonce(parts.nonce) || !isNonce(parts.chainId)) return ["an unreadable authorization"];
  const broken: string[] = [];
  if (parts.chainId !== judged.request.chainIdIn) broken.push("an authorization of another chain");
  if (!judged.options.delegates?.some((delegate) => isSame(delegate, address)))
    return [...broken, "an authorization for another contract"];
  if (!isSame(judged.request.walletAddress, judged.owner))
    broken.push("an authorization of another account");
  if (!isSame(hashAuthorization(parts), hash)) broken.push("another hash of an authorization");
  return broken;
}

function findOrder({ quote, request }: JudgedCase): string[] {
  const { domain, types, primaryType, message } = Object(quote.typedData);
  const broken: string[] = [];
  if (isEmpty(quote.typedData)) return ["an order without typed data"];
  if (Number(domain?.chainId) !== request.chainIdIn) broken.push("an order of another chain");
  if (!isSame(domain?.verifyingContract, request.walletAddress))
    broken.push("an order of another wallet");
  const known = wrappers[primaryType];
  // Another wrapper is asked about.
  if (!known && hashData(quote.typedData) === undefined) broken.push("data that cannot be hashed");
  if (!known) return broken;
  if (known !== JSON.stringify(types?.[primaryType])) broken.push("an order with other fields");
  if (!Object.values(Object(message)).some(isHash)) broken.push("an order without a hash");
  return broken;
}

/** Typed data of a market quote, which nothing requires. */
function findOtherData({ quote: { typedData }, request }: JudgedCase): string[] {
  if (isEmpty(typedData)) return [];
  const broken: string[] = [];
  if (Number(Object(typedData).domain?.chainId) !== request.chainIdIn)
    broken.push("data of another chain");
  if (hashData(typedData) === undefined) broken.push("data that cannot be hashed");
  return broken;
}

const isText = (value: unknown) => typeof value === "string" || typeof value === "number";
const domainFields = ["name", "version", "chainId", "verifyingContract"];

/** Whether typed data has exactly the fields of its type and of a usual domain. */
function isUsualForm(typedData: unknown): boolean {
  const { domain, types, primaryType, message, ...others } = Object(typedData);
  const { EIP712Domain: _domain, ...known } = Object(types);
  const fields = Object(known[primaryType]);
  const names = Array.isArray(fields) ? fields.map((field) => Object(field).name) : [];
  const isExact = (given: unknown, expected: readonly unknown[]) =>
    isEqualList(Object.keys(Object(given)), expected) && Object.values(Object(given)).every(isText);
  return (
    Object.keys(others).length === 0 &&
    isEqualList(Object.keys(known), [primaryType]) &&
    isExact(domain, domainFields) &&
    typeof domain.version === "string" &&
    isExact(message, names)
  );
}

const isEqualList = (a: readonly unknown[], b: readonly unknown[]) =>
  JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());

function findIdentity({ quote, request }: JudgedCase): string[] {
  const { chainIdIn, chainIdOut } = request;
  const broken: string[] = [];
  if (!isEmpty(quote.revertReason)) broken.push("reverted");
  if (!isHash(quote.userOperationHash)) broken.push("no hash");
  if (!isSame(quote.walletAddress, request.walletAddress)) broken.push("another wallet");
  if (quote.chainIn !== chainIdIn || quote.chainOut !== chainIdOut) broken.push("another chain");
  if (!isSameToken(quote.tokenIn, request.tokenIn, chainIdIn)) broken.push("another input");
  if (!isSameToken(quote.tokenOut, request.tokenOut, chainIdOut)) broken.push("another output");
  if (!isMissing(quote.toAddress) && !isSame(quote.toAddress, request.toAddress))
    broken.push("another receiver");
  return broken;
}

/** The stated gas that the request adds to the amount. */
function getAddedGas(judged: JudgedCase): Scaled {
  const { gasFeePaymentMethod, payGasFeeToken, tokenIn, chainIdIn } = judged.request;
  const isPaidInInput = isSameToken(payGasFeeToken, tokenIn, chainIdIn);
  if (gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" || !isPaidInInput) return 0n;
  const { estimate, listed } = readCosts(judged);
  const isOwn = ({ token }: { token: unknown }) => isSameToken(token, tokenIn, chainIdIn);
  const rows = listed.filter((cost) => cost.isGas && isOwn(cost));
  const sum = rows.reduce((total, { amount }) => total + amount, 0n);
  return highest((isOwn(estimate) && estimate.amount) || 0n, sum);
}

/**
 * Matches: what the quote states is for the chain, wallet, tokens and receiver of the request,
 * takes at most its amount and the gas that is added to it, has not expired, and hands the account
 * only to `delegates`.
 */
export function judgeBound(judged: JudgedCase): Verdict {
  const { quote, request, options, now } = judged;
  const unclear: string[] = [];
  const broken = findIdentity(judged);
  const asked = readScaled(request.amountIn) as Scaled;
  const most = asked + getAddedGas(judged);
  const given = readAmount(quote.amountIn);
  if (given === undefined) broken.push("an unreadable amount in");
  else if (given > most + getTolerance(most, quote.amountIn)) broken.push("more in than asked");
  else if (given === 0n) unclear.push("an amount in of zero");
  if (!readAmount(quote.minAmountOut)) broken.push("no minimum");
  const expiry = readTime(quote.expiresAt);
  if (expiry === undefined) broken.push("an unreadable expiry");
  else if (expiry - now <= (options.margin ?? 5_000)) broken.push("expired");
  const approval = Object(quote.rwaApproveUserOperation);
  if (!isEmpty(approval.userOperationHash) || !isEmpty(approval.authorization)) {
    if (!request.individualId || options.approval !== true)
      broken.push("an approval that was not requested");
    if (!isHash(approval.userOperationHash)) broken.push("an approval without a hash");
    broken.push(...findAuthorization(approval.authorization, judged));
  }
  broken.push(...findAuthorization(quote.authorization, judged));
  const isOrder = !isMissing(request.minAmountOut);
  broken.push(...(isOrder ? findOrder(judged) : findOtherData(judged)));
  if (!(isEmpty(quote.typedData) || isUsualForm(quote.typedData)))
    unclear.push("typed data of another form");
  return { broken, unclear };
}
