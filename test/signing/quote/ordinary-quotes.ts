import { TypedDataEncoder } from "ethers";
import { hashAuthorization } from "viem/utils";
import {
  type Address,
  chainIds,
  type SwapQuote,
  type SwapQuoteRequest,
} from "../../../src/index.js";
import {
  fromNumber,
  multiply,
  percentOf,
  type Random,
  type RoundingMode,
  readScaled,
  type Scaled,
  writeScaled,
} from "./random-numbers.js";

export const now = Date.UTC(2026, 5, 1);
export const delegate = "0xd6cedde84be40893d153be9d467cd6ad37875b28";
const allChains = Object.values(chainIds);
const evmChains = allChains.filter((id) => id !== 0);
const nativeSpellings = [`0x${"e".repeat(40)}`, `0x${"E".repeat(40)}`, `0x${"0".repeat(40)}`];
const entryPoint = "0x4337084d9e255ff0702461cf8895ce9e3b5ff108";

export interface QuoteCase {
  quote: SwapQuote;
  request: SwapQuoteRequest;
  delegates: Address[];
  /** Given for every token with fewer decimals than its amounts seem to have. */
  tokenOutDecimals: number | undefined;
}

/** An amount from 1e-8 to 1e9 of at least 100 units. */
function createAmount(random: Random, decimals: number): Scaled {
  const magnitude = random.integer(Math.max(-8, 2 - decimals), 9);
  const amount = fromNumber(1 + random.next() * 9) * 10n ** BigInt(magnitude + 8);
  return readScaled(writeScaled(amount / 10n ** 8n, decimals, "down")) as Scaled;
}

/** The typed data of an operation and its hash by ethers. */
function createOperation(random: Random, sender: string, chainId: number) {
  const types = {
    PackedUserOperation: [
      ["address", "sender"],
      ["uint256", "nonce"],
      ["bytes", "initCode"],
      ["bytes", "callData"],
      ["bytes32", "accountGasLimits"],
      ["uint256", "preVerificationGas"],
      ["bytes32", "gasFees"],
      ["bytes", "paymasterAndData"],
    ].map(([type = "", name = ""]) => ({ name, type })),
  };
  const domain = { name: "ERC4337", version: "1", chainId, verifyingContract: entryPoint };
  const message = {
    sender,
    nonce: String(random.integer(0, 1e6)),
    initCode: "0x",
    callData: `0x${random.digits(72)}`,
    accountGasLimits: random.hash(),
    preVerificationGas: "60000",
    gasFees: random.hash(),
    paymasterAndData: "0x",
  };
  const userOperationHash = TypedDataEncoder.hash(domain, types, message);
  return {
    userOperationHash,
    typedData: { domain, types, primaryType: "PackedUserOperation", message },
  };
}

/** A limit order, wrapped for one of the wallets. */
function createOrder(random: Random, wallet: string, chainId: number) {
  const isKernel = random.chance(0.5);
  const [primaryType, name] = isKernel
    ? ["Kernel", "Kernel"]
    : ["LightAccountMessage", "LightAccount"];
  const field = isKernel ? { name: "hash", type: "bytes32" } : { name: "message", type: "bytes" };
  return {
    domain: { name, version: random.pick("1", "2", "0.3.2"), chainId, verifyingContract: wallet },
    types: { [primaryType as string]: [field] },
    primaryType,
    message: { [field.name]: random.hash() },
  };
}

/** A quote as an honest service may send it, in every form that its documentation allows. */
export function createOrdinaryQuote(random: Random, owner: Address): QuoteCase {
  const { pick, chance, integer } = random;
  const mode = pick<RoundingMode>("down", "up", "half-even");
  const [decimalsIn, decimalsOut] = [integer(2, 18), chance(0.1) ? integer(0, 1) : integer(2, 18)];
  const tokenOutDecimals = decimalsOut < 2 || chance(0.3) ? decimalsOut : undefined;
  const keepsZeros = chance(0.3);
  const inToken = (value: Scaled) => writeScaled(value, decimalsIn, mode, keepsZeros);
  const [chainIdIn, chainIdOut] = [pick(...evmChains), pick(...allChains)];
  const isOwn = chance(0.2);
  const walletAddress = isOwn ? owner : random.address();
  const receivesOwn = chainIdOut !== 0 && chance(0.7);
  const bitcoinAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  const toAddress = receivesOwn
    ? walletAddress
    : chainIdOut === 0
      ? bitcoinAddress
      : random.address();
  const isNativeIn = chance(0.2);
  const tokenIn = isNativeIn ? (nativeSpellings[0] as string) : random.address();
  const isNativeOut = chance(0.2);
  const tokenOut =
    chainIdOut === 0 ? "BTC" : isNativeOut ? (nativeSpellings[2] as string) : random.address();
  const paysGasInInput = chance(0.7);
  const payGasFeeToken = paysGasInInput ? tokenIn : random.address();
  const isDeducted = chance(0.5);
  const asked = createAmount(random, decimalsIn);
  const projectPercent = pick(null, undefined, 0, 0.3, 1, 1 / 3, 2 / 3, integer(1, 300) / 100);
  const extraPercent = pick(undefined, undefined, null, 0.5, 0.25, 1 / 3);
  const slippage = pick(undefined, null, 0.5, 1, 1 / 3 + 0.5, 5, 50);
  const isOrder = chance(0.2);
  const servicePercent = pick(0, 0.1, 0.2, 0.25, 2 / 3, 1);

  const extraFee = extraPercent
    ? { percentage: extraPercent, toAddress: random.address() }
    : undefined;
  const statesGas = chance(0.8);
  const listsGas = chance(0.8);
  const knowsGas = statesGas || listsGas;
  // Only quotes without gas lack the estimate. It has all digits of the worth.
  const needsWorth = knowsGas && !paysGasInInput;
  const gas = multiply(asked, fromNumber(random.next() * (knowsGas ? 0.05 : 0.005)));
  const project = percentOf(asked, projectPercent ?? 0);
  const extra = percentOf(asked, extraFee?.percentage ?? 0);
  const service = percentOf(asked, servicePercent);
  // The smallest unit of a token is worth at most 20 cents.
  const price = fromNumber(Math.min(10 ** (random.next() * 8 - 4), 0.2 * 10 ** decimalsIn));
  const worthIn = multiply(asked, price);
  const isGasDeducted = isDeducted && paysGasInInput;
  const kept = asked - project - extra - service - (isGasDeducted ? gas : 0n);
  const worthOut = multiply(multiply(kept, price), fromNumber(1 - random.next() * 0.015));
  const out = createAmount(random, decimalsOut);
  const minimum = out - percentOf(out, slippage ?? 0.5);
  const writePercent = (percent: number): unknown => {
    const places = pick(2, 4, 6);
    const text = writeScaled(fromNumber(percent), places, mode);
    return pick<unknown>(text, text, String(percent), percent);
  };
  const fee = (type: string, amount: Scaled, percent: number, to: string | null) => ({
    type,
    amount: inToken(amount),
    token: tokenIn,
    toAddress: to,
    percentage: writePercent(percent),
  });
  const gasText = paysGasInInput ? inToken(gas) : writeScaled(gas, integer(2, 18), mode);
  const fees: unknown[] = [];
  if (listsGas)
    fees.push({
      type: "GAS",
      amount: gasText,
      token: payGasFeeToken,
      toAddress: null,
      percentage: null,
    });
  if (project)
    fees.push(fee(pick("TRANSACTION", "PROJECT"), project, projectPercent ?? 0, random.address()));
  if (extra) fees.push(fee("EXTRA", extra, extraFee?.percentage ?? 0, extraFee?.toAddress ?? null));
  if (service)
    fees.push(fee(pick("SERVICE", "unknown word", "BRIDGE"), service, servicePercent, null));

  const expiresAt = now + integer(20_000, 300_000);
  const expiration = Math.floor((expiresAt - now) / 1_000) - integer(0, 100);
  const operation = createOperation(random, walletAddress, chainIdIn);
  const hasOperation = !isOrder && chance(0.4);
  const userOperationHash = hasOperation ? operation.userOperationHash : random.hash();
  const parts = { chainId: chainIdIn, address: delegate as Address, nonce: integer(0, 9) };
  const respell = (token: string) =>
    nativeSpellings.includes(token)
      ? pick(...nativeSpellings)
      : token === "BTC"
        ? pick("btc", "BTC")
        : token;
  // Only stated gas reduces the stated amount.
  const statedIn = isGasDeducted && chance(0.5) && knowsGas ? asked - gas : asked;
  const minAmountOut = writeScaled(minimum, decimalsOut, mode, keepsZeros);

  const quote = {
    tokenIn: pick(tokenIn.toLowerCase(), respell(tokenIn)),
    tokenOut: respell(tokenOut),
    amountIn: inToken(statedIn),
    amountOut: writeScaled(out, chance(0.5) ? decimalsOut : 30, mode, keepsZeros),
    minAmountOut,
    chainIn: chainIdIn,
    chainOut: chainIdOut,
    estimatedExecutionTime: new Date(now + 60_000).toISOString(),
    amountInUSD: writeScaled(worthIn, pick(6, 18, 30), mode),
    amountOutUSD: writeScaled(worthOut, pick(6, 18, 30), mode),
    tokenInPrice: writeScaled(price, 8, mode),
    swapProvider: "PROVIDER",
    expiresAt: pick<unknown>(
      expiresAt,
      Math.ceil(expiresAt / 1_000),
      new Date(expiresAt).toISOString(),
    ),
    walletAddress: pick(walletAddress, walletAddress.toLowerCase()),
    userOperationHash,
    ...(chance(0.8) && { quoteId: userOperationHash }),
    ...((!receivesOwn || chance(0.7)) && { toAddress }),
    ...((statesGas || needsWorth) && {
      estimatedGasFees: {
        payGasFeeToken: respell(payGasFeeToken),
        maxGasFeeToken: gasText,
        gasFeeTokenAmount: gasText,
        gasFeeTokenAmountUSD: writeScaled(
          multiply(gas, price),
          needsWorth ? 40 : pick(2, 6, 30),
          mode,
        ),
        maxGasFeeNative: "0.01",
      },
    }),
    ...(chance(0.8) && {
      estimatedCollectedFee: {
        collectedFeeToken: tokenIn,
        collectedFee: inToken(project + extra),
        collectedFeePercent: writePercent((projectPercent ?? 0) + (extraFee?.percentage ?? 0)),
        serviceCollectedFee: inToken(service),
        serviceCollectedFeePercent: writePercent(servicePercent),
      },
    }),
    fees: fees.length > 0 ? fees : pick<unknown>(null, undefined, [], {}),
    revertReason: pick(null, undefined, {}),
    authorization: isOwn ? { ...parts, hash: hashAuthorization(parts) } : pick(null, undefined, {}),
    typedData: isOrder
      ? createOrder(random, walletAddress, chainIdIn)
      : hasOperation
        ? operation.typedData
        : pick(null, undefined),
    metadata: null,
  };
  const request = {
    amountIn: writeScaled(asked, decimalsIn, "down", chance(0.3)),
    chainIdIn,
    chainIdOut,
    gasFeePaymentMethod: isDeducted ? "DEDUCT_FROM_AMOUNT" : "ADD_TO_AMOUNT",
    payGasFeeToken,
    tokenIn,
    tokenOut,
    walletAddress,
    toAddress,
    transactionFeePercent: projectPercent,
    slippage,
    extraFee: extraFee ?? pick(null, undefined),
    ...(isOrder
      ? { minAmountOut, expiration: pick(expiration, null) }
      : pick({}, { minAmountOut: null, expiration: null })),
  };
  return {
    quote: quote as never,
    request: request as never,
    delegates: [delegate],
    tokenOutDecimals,
  };
}
