import type {
  LendingFee,
  LendingOperationType,
  LendingQuote,
  LendingTokenAmount,
} from "../../contract/lending/types.js";
import { nativeToken } from "../../contract/shared/chain-ids.js";
import { gasBooking, gasIn } from "../liquidity/liquidity-operation.js";
import { prepareOperation, quoteLifetime } from "../operations/prepare-operation.js";
import { revertReason } from "../operations/revert-reason.js";
import type { CallSummary } from "../operations/user-operation.js";
import { type Handler, type Handlers, isoTime, walletOf } from "../shared/operation-handler.js";
import { unitsFor } from "../swap/swap-charges.js";
import { fromUnits, priceUnits, worthUsd } from "../world/amounts.js";
import { chainRecord, findToken, type KnownToken } from "../world/catalogue.js";
import { assetOf, outside, shortfall } from "../world/ledger.js";
import { priceOf } from "../world/prices.js";
import { createRandom, seedState } from "../world/random.js";
import type { Booking, Wallet, World } from "../world/world.js";
import {
  coveredAfter,
  coveredWhenExecuted,
  mostBorrowed,
  type SettledPart,
} from "./lending-limit.js";
import { type LendingPartName, lendingParts, type ReadPart, readParts } from "./lending-parts.js";
import { debtAccount, debtAsset, debtsOf, type Loan, suppliesOf, supplyAccount } from "./loans.js";

const settlement = 2_000;
const largest = 2n ** 256n - 1n;

type Part = ReadPart & SettledPart;

/** No loan bears interest here: what it would be is not known. */
const quote: Handler<"lending.quote"> = ({ world, project, body }) => {
  const wallet = walletOf({ world, project }, body.walletAddress);
  const { provider, gas } = body;
  const { parts: read, gasToken } = readParts(body, project);
  const gasUnits = gasIn(world, gasToken);
  const deducted = gas.paymentMethod === "DEDUCT_FROM_AMOUNT" ? gasUnits : 0n;
  const parts = read.map((part) =>
    settle(world, wallet, provider, part, part.token === gasToken ? deducted : 0n),
  );
  const bookings = [
    ...parts.flatMap((part) => bookingsOf(wallet.address, provider, part)),
    gasBooking(wallet.address, gasToken, gasUnits),
  ];
  const problem =
    deducted > 0n && !parts.some(({ token }) => token === gasToken)
      ? "Gas can be deducted only in a token of the operation"
      : problemOf(world, wallet, provider, { parts, read, gasToken, bookings });
  const type = `LENDING_${lendingParts
    .filter((name) => body[name] !== undefined)
    .join("_")
    .toUpperCase()}` as LendingOperationType;
  const [first] = parts as [Part];
  const operation =
    problem === undefined
      ? prepareOperation({
          ...{ world, project, wallet, chainId: gasToken.chainId, bookings },
          summary: summaryOf(type, provider, parts, wallet),
          record: { type, chain: chainRecord(first.token.chainId) },
          condition: coveredWhenExecuted(provider, parts),
        })
      : undefined;
  const answer: LendingQuote = {
    revertReason: problem === undefined ? null : revertReason(problem),
    walletAddress: wallet.address,
    ...Object.fromEntries(parts.map((part) => [part.name, describe(world, provider, part)])),
    provider: {
      name: provider,
      logo: `https://assets.example.com/lenders/${provider.toLowerCase()}.png`,
    },
    fees: [gasFee(world, gasToken, gasUnits)],
    signData: operation
      ? [{ type: "USER_OPERATION", hash: operation.hash, authorization: operation.authorization }]
      : [],
    estimatedSettlementTime: isoTime(world.time + settlement),
    expiresAt: isoTime(operation?.expiresAt ?? world.time + quoteLifetime),
    metadata: null,
    type,
  };
  return { body: answer };
};

/** What is repaid or withdrawn is all there is, unless an amount says less. Gas that is deducted comes out of what goes in. */
function settle(world: World, wallet: Wallet, provider: string, part: ReadPart, gas: bigint): Part {
  const { name, token } = part;
  if (name === "supply") return { ...part, units: (part.units ?? 0n) - gas };
  if (name === "borrow") return { ...part, units: part.units ?? 0n };
  const held = heldOf(
    name === "repay" ? debtsOf(world, wallet.address) : suppliesOf(world, wallet.address),
    provider,
    token,
  );
  if (part.units === undefined) return { ...part, units: held };
  const wanted = name === "repay" ? part.units - gas : part.units;
  // Nobody repays more than is owed.
  return { ...part, units: name === "repay" && wanted > held ? held : wanted };
}

function heldOf(loans: readonly Loan[], provider: string, token: KnownToken): bigint {
  return loans.find((loan) => loan.provider === provider && loan.token === token)?.units ?? 0n;
}

/** Debt is counted in an asset of its own, so that it cannot be paid back twice. */
function bookingsOf(wallet: string, provider: string, { name, token, units }: Part): Booking[] {
  const asset = assetOf(token.chainId, token.address);
  const debt = { asset: debtAsset(asset), units };
  const bookings: Record<LendingPartName, Booking[]> = {
    supply: [{ from: wallet, to: supplyAccount(wallet, provider), asset, units }],
    withdraw: [{ from: supplyAccount(wallet, provider), to: wallet, asset, units }],
    borrow: [
      { from: outside.market, to: wallet, asset, units },
      { from: outside.market, to: debtAccount(wallet, provider), ...debt },
    ],
    repay: [
      { from: wallet, to: outside.market, asset, units },
      { from: debtAccount(wallet, provider), to: outside.market, ...debt },
    ],
  };
  return bookings[name];
}

interface Weighing {
  parts: readonly Part[];
  read: readonly ReadPart[];
  gasToken: KnownToken;
  bookings: readonly Booking[];
}

function problemOf(
  world: World,
  wallet: Wallet,
  provider: string,
  { parts, read, gasToken, bookings }: Weighing,
): string | undefined {
  if (gasToken.address === nativeToken)
    return `Gas cannot be paid in ${gasToken.address}: name an ERC-20`;
  const i = parts.findIndex(({ units }) => units <= 0n);
  const empty = parts[i];
  if (empty) {
    if (read[i]?.units !== undefined && empty.name !== "repay")
      return "The amount does not cover gas, or is below the smallest unit";
    return empty.name === "repay"
      ? "There is no debt to repay"
      : `There is no amount to ${empty.name}`;
  }
  if (parts.some(({ units }) => units > largest)) return "The amount does not fit into 256 bits";
  const missing = shortfall(world, bookings);
  if (missing?.account === wallet.address)
    return `ERC-20 insufficient balance of ${missing.asset.split(":")[1]}: transfer amount exceeds balance`;
  if (missing) return "More than was supplied cannot be withdrawn";
  return coveredAfter(world, wallet.address, provider, parts)
    ? undefined
    : `Not enough is supplied: at most ${mostBorrowed}% of its worth can be borrowed`;
}

function summaryOf(
  type: string,
  provider: string,
  parts: readonly Part[],
  wallet: Wallet,
): CallSummary {
  const [first, second = first] = parts as [Part, Part?];
  return {
    kind: `${type}:${provider}`,
    tokenIn: first.token.address,
    amountIn: first.units,
    tokenOut: second.token.address,
    minAmountOut: second.units,
    chainOut: first.token.chainId,
    to: wallet.address,
  };
}

function describe(world: World, provider: string, { name, token, units }: Part) {
  const price = priceOf(world, token);
  const shown = units > 0n ? units : 0n;
  const amount = {
    value: fromUnits(shown, token.decimals),
    usd: worthUsd(shown, token.decimals, price),
  };
  const own: LendingTokenAmount = { tokenAddress: token.address, chainId: token.chainId, amount };
  if (name === "borrow" || name === "repay") return { token: own };
  const receipt: LendingTokenAmount = { ...own, tokenAddress: receiptOf(provider, token) };
  // What the price holds beside the number is not known.
  return name === "supply"
    ? { tokenIn: { ...own, price: { value: price } }, tokenOut: receipt }
    : { tokenIn: receipt, tokenOut: own };
}

/** The token that stands for a supplied one. The ledger counts the supplied token itself. */
function receiptOf(provider: string, token: KnownToken): string {
  return `0x${createRandom({ random: seedState(`${provider} ${token.chainId}:${token.address}`) }).hex(20)}`;
}

function gasFee(world: World, token: KnownToken, units: bigint): LendingFee {
  const usd = worthUsd(units, token.decimals, priceOf(world, token));
  const native = findToken(token.chainId, nativeToken) as KnownToken;
  return {
    type: "GAS",
    amount: { value: fromUnits(units, token.decimals), usd },
    tokenAddress: token.address,
    nativeAmount: fromUnits(
      unitsFor(priceUnits(usd), native.decimals, priceOf(world, native)),
      native.decimals,
    ),
    recipient: null,
    percent: 0,
  };
}

export const lendingHandlers: Handlers = { "lending.quote": quote };
