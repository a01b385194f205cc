import { hashAuthorization } from "viem/utils";
import {
  type Address,
  chainIds,
  type SwapQuote,
  type SwapQuoteRequest,
} from "../../../src/index.js";
import { type CostTerms, createGas, type Statement, stateCosts } from "./ordinary-quotes-costs.js";
import { createOrder } from "./ordinary-quotes-data.js";
import {
  divide,
  fromNumber,
  multiply,
  percentOf,
  type Random,
  type RoundingMode,
  readScaled,
  type Scaled,
  unit,
  writeScaled,
} from "./random-numbers.js";
import type { JudgedOptions } from "./read-stated.js";

export const now = Date.UTC(2026, 5, 1);
export const delegate = "0xd6cedde84be40893d153be9d467cd6ad37875b28";
const allChains = Object.values(chainIds);
const evmChains = allChains.filter((id) => id !== 0);
const nativeSpellings = [`0x${"e".repeat(40)}`, `0x${"E".repeat(40)}`, `0x${"0".repeat(40)}`];
const decimalsOfTokens = [0, 2, 6, 8, 18] as const;
const bitcoinAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

export interface QuoteCase {
  quote: SwapQuote;
  request: SwapQuoteRequest;
  options: JudgedOptions;
}

/** An amount up to 1e9 of at least 1,000 units, so that a unit is no more than a tenth percent. */
function createAmount(random: Random, decimals: number): Scaled {
  const magnitude = random.integer(Math.max(-6, 3 - decimals), 9);
  const amount = (fromNumber(1 + random.next() * 9) * 10n ** BigInt(magnitude + 6)) / 10n ** 6n;
  return readScaled(writeScaled(amount, decimals, "down")) as Scaled;
}

/**
 * Writes an amount with few digits, of which the last one is less than two percent of the limit.
 * Without its trailing zeros, it would show fewer.
 */
function writeCoarsely(value: Scaled, limit: Scaled, decimals: number, mode: RoundingMode): string {
  const isCoarse = (places: number) => 60n * (unit / 10n ** BigInt(places)) > limit;
  let places = 0;
  while (places < decimals && isCoarse(places)) places++;
  return writeScaled(value, places, mode, true);
}

/** Chains, tokens and accounts, with each spelling of a native coin. */
function createParties(random: Random, owner: Address) {
  const { pick, chance } = random;
  const chainIdIn = pick(...evmChains);
  const chainIdOut = chance(0.5) ? chainIdIn : pick(...allChains);
  const isOwn = chance(0.2);
  const walletAddress = isOwn ? owner : random.address();
  const receivesOwn = chainIdOut !== 0 && chance(0.7);
  const other = chainIdOut === 0 ? bitcoinAddress : random.address();
  const tokenIn = chance(0.2) ? (nativeSpellings[0] as string) : random.address();
  const tokenOut = chance(0.2) ? (nativeSpellings[2] as string) : random.address();
  return {
    chainIdIn,
    chainIdOut,
    isOwn,
    walletAddress,
    receivesOwn,
    tokenIn,
    toAddress: receivesOwn ? walletAddress : other,
    // Two spellings of one coin are no swap.
    tokenOut:
      chainIdOut === 0
        ? "BTC"
        : nativeSpellings.includes(tokenIn) && chainIdIn === chainIdOut
          ? random.address()
          : tokenOut,
    respell: (token: string) => {
      if (nativeSpellings.includes(token)) return pick(...nativeSpellings);
      return token === "BTC" ? pick("btc", "BTC") : pick(token, token.toLowerCase());
    },
  };
}

/** Slippage and fees. The costs of large amounts are a small part of them. */
function createTerms(random: Random) {
  const { pick, chance, integer, next } = random;
  const worthIn = fromNumber(chance(0.1) ? 10 ** -integer(2, 6) : 10 ** (next() * 7 - 0.3));
  const isLarge = worthIn > fromNumber(5_000);
  const isSmall = worthIn < fromNumber(40);
  const isOrder = chance(0.2);
  const isOlder = chance(isOrder ? 0.3 : 0.15);
  const slippages = [undefined, null, 0.5] as const;
  // Without an expected amount, the slippage is a loss.
  const others = isOlder && !isOrder ? [isSmall ? 5 : 0.5] : [1, 1 / 3 + 0.5, 5, 50];
  return {
    worthIn,
    isLarge,
    isOrder,
    isOlder,
    slippage: pick(...slippages, ...others),
    project: pick(null, undefined, 0, 0.3, 1, 1 / 3, 2 / 3, integer(1, 300) / 100),
    extra: pick(undefined, undefined, null, 0.5, 0.25, 1 / 3),
    service: isLarge ? pick(0, 0.1, 0.2) : pick(0, 0.1, 0.2, 0.25, 2 / 3, 1),
    spread: next() * (isLarge ? 0.4 : 1.5),
    mostPercent: isLarge ? 0.4 : 1,
  };
}

/** A quote as an honest service may send it, in every form that its documentation allows. */
export function createOrdinaryQuote(random: Random, owner: Address): QuoteCase {
  const { pick, chance, integer } = random;
  const mode = pick<RoundingMode>("down", "up", "half-even");
  const [decimalsIn, decimalsOut] = [pick(...decimalsOfTokens), pick(...decimalsOfTokens)];
  const keepsZeros = chance(0.3);
  const parties = createParties(random, owner);
  const { chainIdIn, chainIdOut, walletAddress, toAddress, tokenIn, tokenOut, respell } = parties;
  const terms = createTerms(random);
  const { worthIn, isOrder, isOlder, slippage, project, extra, service } = terms;
  const [asked, out] = [createAmount(random, decimalsIn), createAmount(random, decimalsOut)];
  const isDeducted = chance(0.5);
  const collects = chance(0.9);
  const percents = { project: collects ? (project ?? 0) : 0, extra: extra ?? 0, service };
  const sumOfFees = percents.project + percents.extra + percents.service + terms.spread;
  const gross = worthIn - percentOf(worthIn, sumOfFees);
  // The caller of an order chooses the price.
  const ownPrice = isOrder ? fromNumber(0.5 + random.next()) : fromNumber(1);

  const costTerms: CostTerms = {
    mode,
    decimalsIn,
    decimalsOut,
    tokenIn,
    tokenOut,
    asked,
    worthIn,
    priceOut: divide(multiply(gross, ownPrice), out),
    showsPriceOut: !isOlder,
    isSameChain: chainIdIn === chainIdOut,
    mostPercent: terms.mostPercent,
  };
  const gas = createGas(random, costTerms);
  const statement = pick<Statement>("list", "sums", "both", "none");
  const stated = stateCosts(random, costTerms, percents, gas, statement);
  const isGasInside = isDeducted && gas.place === "input";
  const gasIn = isGasInside ? (readScaled(gas.text) as Scaled) : 0n;
  const statedIn = chance(0.5) ? asked - gasIn : asked;
  const partOf = (worth: Scaled, amount: Scaled) => divide(multiply(worth, amount), asked);
  const worthOut = gross - partOf(worthIn, gasIn);
  // The caller can ask for more digits than the token has.
  const minimum = isOrder
    ? out + (chance(0.5) ? out / 300_000_000n : 0n)
    : out - percentOf(out, slippage ?? 0.5);
  // The minimum of an order is the caller's own.
  const isCoarse = !isOrder && chance(0.15);
  const writeOut = (value: Scaled) =>
    isCoarse && chance(0.7)
      ? writeCoarsely(value, minimum, decimalsOut, mode)
      : writeScaled(value, decimalsOut, mode, keepsZeros);
  const minAmountOut = writeOut(minimum);
  // A lower amount is a loss of the rest.
  const amountIn =
    isCoarse && mode === "up"
      ? writeCoarsely(statedIn, statedIn, decimalsIn, mode)
      : writeScaled(statedIn, decimalsIn, mode, keepsZeros);
  const writeWorth = (worth: Scaled) =>
    writeScaled(worth, worth < unit ? 30 : pick(2, 6, 18, 30), mode);

  const limit = isOrder ? integer(60_000, 3e9) : 3_600_000;
  const expiresAt = now + Math.floor(integer(20_000, limit) / 1_000) * 1_000;
  const expiration = Math.floor((expiresAt - now) / 1_000) - integer(0, 100);
  const userOperationHash = random.hash();
  const parts = { chainId: chainIdIn, address: delegate as Address, nonce: integer(0, 9) };
  const isAsset = chance(0.05);
  const none = () => pick(null, undefined, {});

  const quote = {
    tokenIn: respell(tokenIn),
    tokenOut: respell(tokenOut),
    amountIn,
    ...(isOlder
      ? pick({}, { amountOut: null })
      : { amountOut: chance(0.5) ? writeOut(out) : writeScaled(out, 30, mode, keepsZeros) }),
    minAmountOut,
    chainIn: chainIdIn,
    chainOut: chainIdOut,
    estimatedExecutionTime: new Date(now + 60_000).toISOString(),
    amountInUSD: writeWorth(chance(0.5) ? worthIn : partOf(worthIn, statedIn)),
    amountOutUSD: writeWorth(multiply(worthOut, ownPrice)),
    // As in the recording, it is the price that the worth is computed by.
    tokenInPrice: writeScaled(divide(worthIn, asked), pick(30, 36), "down"),
    swapProvider: "PROVIDER",
    expiresAt: pick<unknown>(
      expiresAt,
      expiresAt / 1_000,
      String(expiresAt),
      new Date(expiresAt).toISOString(),
    ),
    walletAddress: pick(walletAddress, walletAddress.toLowerCase()),
    userOperationHash,
    ...(chance(0.8) && {
      quoteId: pick(userOperationHash, userOperationHash.toUpperCase().replace("0X", "0x")),
    }),
    ...((!parties.receivesOwn || chance(0.7)) && { toAddress }),
    ...stated,
    revertReason: none(),
    authorization: parties.isOwn ? { ...parts, hash: hashAuthorization(parts) } : none(),
    rwaApproveUserOperation: isAsset
      ? { userOperationHash: random.hash(), authorization: none() }
      : none(),
    typedData: isOrder ? createOrder(random, walletAddress, chainIdIn) : none(),
    metadata: null,
  };
  const request = {
    amountIn: chance(0.9)
      ? writeScaled(asked, decimalsIn, "down", chance(0.3))
      : writeScaled(asked + asked / 3_000_000n, 30, "down"),
    chainIdIn,
    chainIdOut,
    gasFeePaymentMethod: isDeducted ? "DEDUCT_FROM_AMOUNT" : "ADD_TO_AMOUNT",
    payGasFeeToken: gas.token,
    tokenIn,
    tokenOut,
    walletAddress,
    toAddress,
    transactionFeePercent: project,
    slippage,
    extraFee: extra ? { percentage: extra, toAddress: random.address() } : extra,
    ...(isAsset && { individualId: "1" }),
    ...(isOrder
      ? {
          minAmountOut: chance(0.5) ? minAmountOut : writeScaled(minimum, 30, "down"),
          expiration: pick(expiration, null),
        }
      : pick({}, { minAmountOut: null, expiration: null })),
  };
  const statesGas = JSON.stringify(stated).includes('"GAS"') || "estimatedGasFees" in stated;
  const options: JudgedOptions = {
    delegates: [delegate],
    approval: isAsset || undefined,
    ...(chance(0.3) && { minReceived: minAmountOut }),
    ...(statesGas &&
      chance(0.3) && { maxGasFee: "estimatedGasFees" in stated ? gas.most : gas.text }),
    ...(worthIn >= unit && chance(0.2) && { maxLossPercent: terms.isLarge ? 4 : 15 }),
  };
  return { quote: quote as never, request: request as never, options };
}
