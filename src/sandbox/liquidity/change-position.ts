import type { ChangeLiquidityRequest, LiquidityChange } from "../../contract/liquidity/types.js";
import {
  assertAvailable,
  findEntry,
  getWallet,
  type OperationHandler,
  type OperationHandlers,
  type OperationRequest,
} from "../shared/operation-handler.js";
import { BadRequestError, ServiceError } from "../shared/service-error.js";
import { createPoolTerms } from "../swap/slippage.js";
import { takePercent, toUnits } from "../world/amounts.js";
import { findToken, type KnownToken } from "../world/catalogue.js";
import { describeAmount } from "../world/currency-values.js";
import { externalAccounts } from "../world/ledger.js";
import { getPrice } from "../world/prices.js";
import type { Booking, Position, Wallet, World } from "../world/world.js";
import {
  computeFees,
  computeGas,
  createFeeBookings,
  createGasBooking,
  createLiquidityOperation,
  createTokenId,
  describeFees,
  describeGasEntry,
  findProblem,
  formatAmounts,
  getTokens,
} from "./create-operation.js";
import { echoRequest } from "./create-position.js";
import {
  type Amounts,
  accrueFees,
  balanceAmounts,
  createTransfers,
  getAssets,
  getHoldings,
  getRange,
  type Range,
  toFeesAccount,
  toVaultAccount,
} from "./positions.js";

interface PositionBody {
  walletAddress: string;
  chainId: number;
}

/** The wallet's open position, with its fees accrued. */
function getOpenPosition(
  incoming: Pick<OperationRequest<PositionBody>, "world" | "project" | "body">,
  tokenId: string,
  field: string,
): [Wallet, Position] {
  const { world, body } = incoming;
  const wallet = getWallet(incoming, body.walletAddress);
  assertAvailable(world, "chain", "BLOCKCHAIN_ERROR");
  const position = findEntry(world.positions, tokenId);
  if (!position?.open || position.wallet !== wallet.address || position.chainId !== body.chainId) {
    const message = `The wallet holds no open position ${tokenId} on chain ${body.chainId}`;
    throw new BadRequestError([{ code: "custom", path: [field], message }]);
  }
  accrueFees(world, position);
  return [wallet, position];
}

function describeAmounts(world: World, { token0, token1 }: Range, { units0, units1 }: Amounts) {
  return [
    describeAmount(units0, token0, getPrice(world, token0)),
    describeAmount(units1, token1, getPrice(world, token1)),
  ];
}

const rebalancePosition: OperationHandler<"liquidity.rebalance"> = (incoming) => {
  const { world, project, body } = incoming;
  const [wallet, old] = getOpenPosition(incoming, body.tokenId, "tokenId");
  if (project.liquidityEcho) return { body: { operation: echoRequest(body) } };
  const range = { ...getRange(old), ...body.newPosition };
  const assets = getAssets(old);
  const collected = getHoldings(world, toFeesAccount(old.tokenId), assets);
  const held = getHoldings(world, toVaultAccount(old.tokenId), assets);
  const all = { units0: held.units0 + collected.units0, units1: held.units1 + collected.units1 };
  const shares = [
    computeFees(project, all.units0, body),
    computeFees(project, all.units1, body),
  ] as const;
  // The request names no gas token, so a token of the position pays the gas.
  const payer = all.units0 > computeGas(world, range.token0) ? range.token0 : range.token1;
  const gas = { token: payer, units: computeGas(world, payer) };
  const gas0 = payer === range.token0 ? gas.units : 0n;
  const left = {
    units0: all.units0 - shares[0].project - shares[0].extra - gas0,
    units1: all.units1 - shares[1].project - shares[1].extra - (gas.units - gas0),
  };
  const covered = left.units0 >= 0n && left.units1 >= 0n && left.units0 + left.units1 > 0n;
  const amounts = covered ? balanceAmounts(world, range, left) : { units0: 0n, units1: 0n };
  const tokenId = createTokenId(world);
  const bookings = [
    ...createTransfers(toVaultAccount(old.tokenId), externalAccounts.market, assets, held),
    ...createTransfers(toFeesAccount(old.tokenId), externalAccounts.market, assets, collected),
    ...assets.flatMap((asset, i) =>
      createFeeBookings(externalAccounts.market, asset, shares[i as 0 | 1], project, body),
    ),
    createGasBooking(externalAccounts.market, gas.token, gas.units),
    ...createTransfers(externalAccounts.market, toVaultAccount(tokenId), assets, amounts),
  ];
  const position: Position = {
    ...old,
    ...body.newPosition,
    tokenId,
    wallet: body.toAddress.toLowerCase(),
    feesUntil: world.time,
  };
  const operation = createLiquidityOperation({
    ...{ world, project, wallet, range, amounts, bookings, tokenId, gas, slippage: body.slippage },
    market: createPoolTerms(world, range, body.slippage),
    problem: covered
      ? findProblem(world, wallet, undefined, bookings)
      : "The position does not cover fees and gas",
    chainId: old.chainId,
    type: "REBALANCE_LIQUIDITY",
    metadata: body.metadata,
    positionId: old.positionId,
    previous: old.tokenId,
    completion: { name: "position.move", data: { from: old.tokenId, position } },
    fees: [
      ...describeFees(range.token0, shares[0], project, body),
      ...describeFees(range.token1, shares[1], project, body),
      describeGasEntry(gas.token, gas.units),
    ],
  });
  return {
    body: { operation: { ...operation, collectedFees: describeAmounts(world, range, collected) } },
  };
};

/** The change of each token. Negative amounts are taken out. */
function computeDeltas(range: Range, held: Amounts, change: LiquidityChange): [bigint, bigint] {
  if (change.percentage !== undefined)
    return [
      -takePercent(held.units0, change.percentage),
      -takePercent(held.units1, change.percentage),
    ];
  const amountOf = ({ address, decimals }: KnownToken) =>
    toUnits(
      (change.token0.toLowerCase() === address
        ? change.token0Amount
        : change.token1Amount) as string,
      decimals,
    );
  return [amountOf(range.token0), amountOf(range.token1)];
}

/** The request may name the position's tokens in either order. */
function assertPositionTokens(
  { token0, token1 }: Range,
  { chainId, change }: ChangeLiquidityRequest,
): void {
  if (change.percentage !== undefined) return;
  const named = [change.token0, change.token1] as const;
  getTokens(chainId, named);
  const own = [token0.address, token1.address];
  const wrong = named.findIndex(
    (address, i) => !own.includes(address.toLowerCase()) || named.indexOf(address) !== i,
  );
  if (wrong < 0) return;
  const message = `The position holds ${own.join(" and ")}`;
  throw new BadRequestError([{ code: "custom", path: ["change", `token${wrong}`], message }]);
}

const changePosition: OperationHandler<"liquidity.change"> = (incoming) => {
  const { world, project, body } = incoming;
  const [gasToken] = getTokens(body.chainId, [body.payGasFeeToken]) as [KnownToken];
  const [wallet, position] = getOpenPosition(incoming, body.tokenId, "tokenId");
  const range = getRange(position);
  assertPositionTokens(range, body);
  const assets = getAssets(position);
  const vault = toVaultAccount(position.tokenId);
  const held = getHoldings(world, vault, assets);
  const deltas = computeDeltas(range, held, body.change);
  const gas = { token: gasToken, units: computeGas(world, gasToken) };
  const deducted =
    body.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT"
      ? [range.token0, range.token1].indexOf(gasToken)
      : undefined;
  const bookings: Booking[] = [createGasBooking(wallet.address, gas.token, gas.units)];
  const fees = [describeGasEntry(gas.token, gas.units)];
  const amounts = { units0: absolute(deltas[0]), units1: absolute(deltas[1]) };
  let short = false;
  deltas.forEach((delta, i) => {
    const asset = assets[i as 0 | 1];
    const shares = computeFees(project, absolute(delta), body);
    const [from, to] = delta > 0n ? [wallet.address, vault] : [vault, wallet.address];
    // Removed tokens arrive in the wallet, which pays the gas.
    const units =
      absolute(delta) - shares.project - (deducted === i && delta > 0n ? gas.units : 0n);
    short ||= delta !== 0n && units <= 0n;
    bookings.push(
      { from, to, asset, units },
      ...createFeeBookings(from, asset, shares, project, {}),
    );
    fees.push(
      ...describeFees([range.token0, range.token1][i] as KnownToken, shares, project, body),
    );
  });
  // Emptying a position also collects its fees.
  const emptied = held.units0 + deltas[0] === 0n && held.units1 + deltas[1] === 0n;
  const collected = emptied
    ? getHoldings(world, toFeesAccount(position.tokenId), assets)
    : { units0: 0n, units1: 0n };
  bookings.push(
    ...createTransfers(toFeesAccount(position.tokenId), wallet.address, assets, collected),
  );
  const problem =
    findChangeProblem(deltas, deducted === -1, short) ??
    findProblem(world, wallet, gasToken, bookings);
  const adding = deltas[0] > 0n || deltas[1] > 0n;
  const operation = createLiquidityOperation({
    ...{
      world,
      project,
      wallet,
      range,
      amounts,
      problem,
      gas,
      fees,
      chainId: body.chainId,
      tokenId: position.tokenId,
    },
    bookings: bookings.filter(({ units }) => units > 0n),
    slippage: body.slippage,
    market: createPoolTerms(world, range, body.slippage),
    type: adding ? "ADD_LIQUIDITY" : "REMOVE_LIQUIDITY",
    metadata: body.metadata,
    positionId: position.positionId,
    completion: { name: "position.change", data: { tokenId: position.tokenId } },
  });
  const asPublished = {
    chain: body.chainId,
    amounts: formatAmounts(range, amounts),
    collectedFees: describeAmounts(world, range, collected),
  };
  return { body: { operation: { ...operation, ...asPublished } } };
};

function findChangeProblem(
  [delta0, delta1]: readonly [bigint, bigint],
  strangeGas: boolean,
  short: boolean,
): string | undefined {
  if (delta0 === 0n && delta1 === 0n) return "The change is smaller than the tokens' smallest unit";
  if (strangeGas) return "Gas can be deducted only in a token of the position";
  return short ? "The amount does not cover fees and gas" : undefined;
}

function absolute(units: bigint): bigint {
  return units < 0n ? -units : units;
}

const collectFees: OperationHandler<"liquidity.collectFees"> = (incoming) => {
  const { world, project, body } = incoming;
  const gasToken = findToken(body.chainId, body.payGasFeeToken);
  if (!gasToken)
    throw new ServiceError(
      "NOT_AUTHORIZED_TOKENS",
      `Tokens not authorized: ${body.payGasFeeToken}`,
    );
  const [wallet, position] = getOpenPosition(incoming, body.nftId, "nftId");
  const range = getRange(position);
  const assets = getAssets(position);
  const amounts = getHoldings(world, toFeesAccount(position.tokenId), assets);
  const gas = { token: gasToken, units: computeGas(world, gasToken) };
  const bookings = [
    ...createTransfers(toFeesAccount(position.tokenId), wallet.address, assets, amounts),
    createGasBooking(wallet.address, gas.token, gas.units),
  ];
  const operation = createLiquidityOperation({
    ...{
      world,
      project,
      wallet,
      range,
      amounts,
      bookings,
      gas,
      chainId: body.chainId,
      tokenId: position.tokenId,
    },
    problem: findProblem(world, wallet, gasToken, bookings),
    // Nothing is swapped, so fees are collected at any price.
    ...{ slippage: undefined, market: [] },
    type: "COLLECT_LIQUIDITY_FEES",
    metadata: body.metadata,
    positionId: position.positionId,
    completion: null,
    fees: [describeGasEntry(gas.token, gas.units)],
  });
  const asPublished = {
    chain: body.chainId,
    amounts: formatAmounts(range, amounts),
    collectedFees: describeAmounts(world, range, amounts),
  };
  return { body: { operation: { ...operation, ...asPublished } } };
};

export const changePositionHandlers: OperationHandlers = {
  "liquidity.rebalance": rebalancePosition,
  "liquidity.change": changePosition,
  "liquidity.collectFees": collectFees,
};
