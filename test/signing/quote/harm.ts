import { TypedDataEncoder } from "ethers";
import { hashAuthorization } from "viem/utils";
import type { Address, SwapQuote, SwapQuoteRequest } from "../../../src/index.js";
import { readScaled, type Scaled, scale } from "./random-numbers.js";

/** What the wallet signed or would sign. */
export interface JudgedCase {
  quote: SwapQuote;
  request: SwapQuoteRequest;
  delegates: readonly Address[];
  owner: Address;
  now: number;
  maxGasFee?: string | undefined;
  tokenOutDecimals?: number | undefined;
}

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === "object" && Object.values(value).every((item) => item == null));
const lower = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : value);
const isSame = (a: unknown, b: unknown) => a != null && lower(a) === lower(b);
const natives = [`0x${"e".repeat(40)}`, `0x${"0".repeat(40)}`, "btc"];
const isSameToken = (a: unknown, b: unknown) =>
  isSame(a, b) || (natives.includes(lower(a) as string) && natives.includes(lower(b) as string));
const isHash = (value: unknown) => typeof value === "string" && /^0x[0-9a-f]{64}$/i.test(value);
const countDecimals = (text: unknown) => String(text).split(".")[1]?.length ?? 0;

/** Whether a stated amount differs from the asked one only by digits that it does not show. */
function isRounded(stated: unknown, difference: Scaled, asked: Scaled, askedText: string): boolean {
  const shown = Math.max(countDecimals(stated), 2);
  const unit = 10n ** BigInt(scale - shown);
  return shown < countDecimals(askedText) && difference < unit && difference * 1_000n <= asked;
}

function findTimeHarm(expiresAt: unknown, now: number): string[] {
  let time: number | undefined;
  if (typeof expiresAt === "number") time = expiresAt;
  else if (typeof expiresAt === "string")
    time = /^\d{1,15}$/.test(expiresAt) ? Number(expiresAt) : Date.parse(expiresAt);
  if (time === undefined || !(time > 0)) return ["an expiry that cannot be read"];
  return (time < 1e11 ? time * 1_000 : time) <= now ? ["expired"] : [];
}

function findAmountHarm({ quote, request }: JudgedCase): string[] {
  const harm: string[] = [];
  const asked = readScaled(request.amountIn) as Scaled;
  const given = readScaled(quote.amountIn);
  if (given === undefined) harm.push("an input that cannot be read");
  else if (given > asked && !isRounded(quote.amountIn, given - asked, asked, request.amountIn))
    harm.push("more in than asked");
  const minimum = readScaled(quote.minAmountOut);
  if (!minimum) harm.push("no minimum");
  else if (request.minAmountOut != null) {
    const wanted = readScaled(request.minAmountOut) as Scaled;
    if (
      minimum < wanted &&
      !isRounded(quote.minAmountOut, wanted - minimum, wanted, request.minAmountOut)
    )
      harm.push("a minimum below the caller's");
  }
  if (request.minAmountOut == null && quote.amountOut != null && !readScaled(quote.amountOut))
    if (!/^0+(\.0+)?$/.test(String(quote.amountOut))) harm.push("an output that cannot be read");
  return harm;
}

function findAuthorizationHarm(given: unknown, judged: JudgedCase): string[] {
  if (isEmpty(given)) return [];
  const { chainId, address, nonce, hash } = given as Record<string, unknown>;
  const parts = { chainId: Number(chainId), address: address as Address, nonce: Number(nonce) };
  const harm: string[] = [];
  const isNumber = (value: number) => Number.isSafeInteger(value) && value >= 0;
  if (!isNumber(parts.nonce) || !isNumber(parts.chainId)) return ["an unreadable authorization"];
  if (parts.chainId !== judged.request.chainIdIn) harm.push("an authorization of another chain");
  if (!judged.delegates.some((delegate) => isSame(delegate, address)))
    return [...harm, "an authorization for another contract"];
  if (!isSame(judged.request.walletAddress, judged.owner))
    harm.push("an authorization of another account");
  if (!isSame(hashAuthorization(parts), hash)) harm.push("another hash of an authorization");
  return harm;
}

const wrappers: Readonly<Record<string, string>> = {
  LightAccountMessage: '[{"name":"message","type":"bytes"}]',
  Kernel: '[{"name":"hash","type":"bytes32"}]',
};

function findTypedDataHarm({ quote, request }: JudgedCase): string[] {
  const { typedData, userOperationHash } = quote;
  const isOrder = request.minAmountOut != null;
  if (isEmpty(typedData)) return isOrder ? ["an order without typed data"] : [];
  const { domain, types, primaryType, message } = typedData as NonNullable<typeof typedData>;
  const harm: string[] = [];
  if (isOrder) {
    if (Number(domain?.chainId) !== request.chainIdIn) harm.push("an order of another chain");
    if (!isSame(domain?.verifyingContract, request.walletAddress))
      harm.push("an order of another wallet");
    if (wrappers[primaryType] !== JSON.stringify(types?.[primaryType]))
      harm.push("an order with another type");
    return harm;
  }
  if (primaryType !== "PackedUserOperation") return [];
  if (Number(domain?.chainId) !== request.chainIdIn) harm.push("an operation of another chain");
  if (!isSame(message?.sender, request.walletAddress)) harm.push("an operation of another wallet");
  let hash: string | undefined;
  try {
    const { EIP712Domain: _domain, ...others } = types;
    hash = TypedDataEncoder.hash(domain as never, others, message);
  } catch {
    // Typed data that cannot be hashed cannot have the stated hash.
  }
  if (!isSame(hash, userOperationHash)) harm.push("a hash of another operation");
  return harm;
}

/** Everything that must never be signed, by rules that share no code with the checker. */
export function findHarm(judged: JudgedCase): string[] {
  const { quote, request, now } = judged;
  const harm = [...findTimeHarm(quote.expiresAt, now), ...findAmountHarm(judged)];
  if (!isEmpty(quote.revertReason)) harm.push("reverted");
  if (!isHash(quote.userOperationHash)) harm.push("nothing to sign");
  if (!isSame(quote.walletAddress, request.walletAddress)) harm.push("another wallet");
  if (quote.chainIn !== request.chainIdIn || quote.chainOut !== request.chainIdOut)
    harm.push("another chain");
  if (!isSameToken(quote.tokenIn, request.tokenIn)) harm.push("another input");
  if (!isSameToken(quote.tokenOut, request.tokenOut)) harm.push("another output");
  if (quote.toAddress != null && !isSame(quote.toAddress, request.toAddress))
    harm.push("another receiver");
  const { userOperationHash: approvalHash, authorization } = quote.rwaApproveUserOperation ?? {};
  if (!isEmpty(approvalHash) || !isEmpty(authorization))
    harm.push("an approval that was not requested");
  harm.push(...findAuthorizationHarm(quote.authorization, judged), ...findTypedDataHarm(judged));
  return harm;
}

/** Everything that must not be signed without `accept` or `confirm`, with coarse limits. */
export function findDoubts({ quote, request, now, tokenOutDecimals }: JudgedCase): string[] {
  const doubts: string[] = [];
  const asked = readScaled(request.amountIn) as Scaled;
  if (quote.toAddress == null && !isSame(request.toAddress, request.walletAddress))
    doubts.push("no receiver");
  const isOrder = request.minAmountOut != null;
  if (!isOrder && quote.amountOut == null) doubts.push("no expected amount");
  const [expected, minimum] = [readScaled(quote.amountOut), readScaled(quote.minAmountOut)];
  // 98% of what the slippage leaves: less is not rounding.
  const kept = 100 - (request.slippage ?? 0.5);
  const floor = expected && (expected * BigInt(Math.floor(kept * 98_000))) / 10_000_000n;
  const shown = countDecimals(String(quote.minAmountOut).replace(/(\.\d*?)0+$/, "$1"));
  const isCoarse = Math.min(shown, tokenOutDecimals ?? shown) < 6;
  const [worthIn, worthOut] = [readScaled(quote.amountInUSD), readScaled(quote.amountOutUSD)];
  const dollar = 10n ** BigInt(scale);
  // The last digit of what is worth less than a cent is rounded.
  const isDust = worthIn !== undefined && worthIn * 100n < dollar;
  if (!isOrder && floor && minimum !== undefined && minimum < floor && !isCoarse && !isDust)
    doubts.push("a minimum that slippage does not explain");
  const isStated = (worth: unknown) => worth != null && worth !== "";
  if (!isOrder && !(isStated(quote.amountInUSD) && isStated(quote.amountOutUSD)))
    doubts.push("no worth");
  // Half of the worth is more than all fees, gas and points together.
  if (!isOrder && worthIn && worthOut !== undefined && worthIn > 20n * dollar)
    if (worthOut * 2n < worthIn) doubts.push("a loss of half the worth");
  if (quote.quoteId != null && !isEmpty(quote.quoteId))
    if (!isSame(quote.quoteId, quote.userOperationHash)) doubts.push("another quote id");
  for (const fee of Array.isArray(quote.fees) ? quote.fees : []) {
    const amount = readScaled(fee?.amount);
    if (!amount || fee.type === "GAS" || !isSameToken(fee.token, request.tokenIn)) continue;
    if (amount > asked / 4n && !isDust) doubts.push("a fee of a quarter");
  }
  for (const fee of Array.isArray(quote.fees) ? quote.fees : [])
    if (
      readScaled(fee?.amount) &&
      ![request.tokenIn, request.payGasFeeToken].some((token) => isSameToken(token, fee.token))
    )
      doubts.push("a fee in another token");
  const expiry =
    typeof quote.expiresAt === "number" && quote.expiresAt > 1e11 ? quote.expiresAt : 0;
  if (isOrder && request.expiration != null && expiry > now + request.expiration * 1_000 + 120_000)
    doubts.push("a later expiry");
  return doubts;
}
