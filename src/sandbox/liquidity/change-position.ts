import type { ChangeLiquidityRequest, LiquidityChange } from "../../contract/liquidity/types.js";
import {
  find,
  type Handler,
  type Handlers,
  type Incoming,
  requireUp,
  walletOf,
} from "../shared/operation-handler.js";
import { BadRequest, Refusal } from "../shared/service-error.js";
import { poolTerms } from "../swap/slippage.js";
import { percentOf, toUnits } from "../world/amounts.js";
import { findToken, type KnownToken } from "../world/catalogue.js";
import { valued } from "../world/currency-values.js";
import { outside } from "../world/ledger.js";
import { priceOf } from "../world/prices.js";
import type { Booking, Position, Wallet, World } from "../world/world.js";
import { echo } from "./create-position.js";
import {
  amountsText,
  feeEntries,
  gasBooking,
  gasEntry,
  gasIn,
  nextTokenId,
  problemWith,
  requireTokens,
  shareBookings,
  sharesOf,
  toOperation,
} from "./liquidity-operation.js";
import {
  type Amounts,
  accrue,
  assetsOf,
  balanced,
  feesOf,
  heldIn,
  moved,
  type Range,
  rangeOf,
  vaultOf,
} from "./positions.js";

interface Asked {
  walletAddress: string;
  chainId: number;
}

/** The open position of that token id, with its fees booked up to now. */
function positionOf(
  incoming: Pick<Incoming<Asked>, "world" | "project" | "body">,
  tokenId: string,
  field: string,
): [Wallet, Position] {
  const { world, body } = incoming;
  const wallet = walletOf(incoming, body.walletAddress);
  requireUp(world, "chain", "BLOCKCHAIN_ERROR");
  const position = find(world.positions, tokenId);
  if (!position?.open || position.wallet !== wallet.address || position.chainId !== body.chainId) {
    const message = `The wallet holds no open position ${tokenId} on chain ${body.chainId}`;
    throw new BadRequest([{ code: "custom", path: [field], message }]);
  }
  accrue(world, position);
  return [wallet, position];
}

function shown(world: World, { token0, token1 }: Range, { units0, units1 }: Amounts) {
  return [
    valued(units0, token0, priceOf(world, token0)),
    valued(units1, token1, priceOf(world, token1)),
  ];
}

const rebalance: Handler<"liquidity.rebalance"> = (incoming) => {
  const { world, project, body } = incoming;
  const [wallet, old] = positionOf(incoming, body.tokenId, "tokenId");
  if (project.liquidityEcho) return { body: { operation: echo(body) } };
  const range = { ...rangeOf(old), ...body.newPosition };
  const assets = assetsOf(old);
  const collected = heldIn(world, feesOf(old.tokenId), assets);
  const held = heldIn(world, vaultOf(old.tokenId), assets);
  const all = { units0: held.units0 + collected.units0, units1: held.units1 + collected.units1 };
  const shares = [
    sharesOf(project, all.units0, body),
    sharesOf(project, all.units1, body),
  ] as const;
  // No gas token is asked for, so the gas comes out of what the position holds more of.
  const payer = all.units0 > gasIn(world, range.token0) ? range.token0 : range.token1;
  const gas = { token: payer, units: gasIn(world, payer) };
  const gas0 = payer === range.token0 ? gas.units : 0n;
  const left = {
    units0: all.units0 - shares[0].project - shares[0].extra - gas0,
    units1: all.units1 - shares[1].project - shares[1].extra - (gas.units - gas0),
  };
  const covered = left.units0 >= 0n && left.units1 >= 0n && left.units0 + left.units1 > 0n;
  const amounts = covered ? balanced(world, range, left) : { units0: 0n, units1: 0n };
  const tokenId = nextTokenId(world);
  const bookings = [
    ...moved(vaultOf(old.tokenId), outside.market, assets, held),
    ...moved(feesOf(old.tokenId), outside.market, assets, collected),
    ...assets.flatMap((asset, i) =>
      shareBookings(outside.market, asset, shares[i as 0 | 1], project, body),
    ),
    gasBooking(outside.market, gas.token, gas.units),
    ...moved(outside.market, vaultOf(tokenId), assets, amounts),
  ];
  const position: Position = {
    ...old,
    ...body.newPosition,
    tokenId,
    wallet: body.toAddress.toLowerCase(),
    feesUntil: world.time,
  };
  const operation = toOperation({
    ...{ world, project, wallet, range, amounts, bookings, tokenId, gas, slippage: body.slippage },
    market: poolTerms(world, range, body.slippage),
    problem: covered
      ? problemWith(world, wallet, undefined, bookings)
      : "The position does not cover fees and gas",
    chainId: old.chainId,
    type: "REBALANCE_LIQUIDITY",
    metadata: body.metadata,
    positionId: old.positionId,
    previous: old.tokenId,
    completion: { name: "position.move", data: { from: old.tokenId, position } },
    fees: [
      ...feeEntries(range.token0, shares[0], project, body),
      ...feeEntries(range.token1, shares[1], project, body),
      gasEntry(gas.token, gas.units),
    ],
  });
  return { body: { operation: { ...operation, collectedFees: shown(world, range, collected) } } };
};

/** How much of each token goes in; below zero where it comes out. */
function deltasOf(range: Range, held: Amounts, change: LiquidityChange): [bigint, bigint] {
  if (change.percentage !== undefined)
    return [-percentOf(held.units0, change.percentage), -percentOf(held.units1, change.percentage)];
  const amountOf = ({ address, decimals }: KnownToken) =>
    toUnits(
      (change.token0.toLowerCase() === address
        ? change.token0Amount
        : change.token1Amount) as string,
      decimals,
    );
  return [amountOf(range.token0), amountOf(range.token1)];
}

/** The two tokens may be named in either order, but they must be the position's. */
function requireOwnTokens(
  { token0, token1 }: Range,
  { chainId, change }: ChangeLiquidityRequest,
): void {
  if (change.percentage !== undefined) return;
  const named = [change.token0, change.token1] as const;
  requireTokens(chainId, named);
  const own = [token0.address, token1.address];
  const wrong = named.findIndex(
    (address, i) => !own.includes(address.toLowerCase()) || named.indexOf(address) !== i,
  );
  if (wrong < 0) return;
  const message = `The position holds ${own.join(" and ")}`;
  throw new BadRequest([{ code: "custom", path: ["change", `token${wrong}`], message }]);
}

const change: Handler<"liquidity.change"> = (incoming) => {
  const { world, project, body } = incoming;
  const [gasToken] = requireTokens(body.chainId, [body.payGasFeeToken]) as [KnownToken];
  const [wallet, position] = positionOf(incoming, body.tokenId, "tokenId");
  const range = rangeOf(position);
  requireOwnTokens(range, body);
  const assets = assetsOf(position);
  const vault = vaultOf(position.tokenId);
  const held = heldIn(world, vault, assets);
  const deltas = deltasOf(range, held, body.change);
  const gas = { token: gasToken, units: gasIn(world, gasToken) };
  const deducted =
    body.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT"
      ? [range.token0, range.token1].indexOf(gasToken)
      : undefined;
  const bookings: Booking[] = [gasBooking(wallet.address, gas.token, gas.units)];
  const fees = [gasEntry(gas.token, gas.units)];
  const amounts = { units0: size(deltas[0]), units1: size(deltas[1]) };
  let short = false;
  deltas.forEach((delta, i) => {
    const asset = assets[i as 0 | 1];
    const shares = sharesOf(project, size(delta), body);
    const [from, to] = delta > 0n ? [wallet.address, vault] : [vault, wallet.address];
    // What comes out arrives in the wallet, and pays the gas from there.
    const units = size(delta) - shares.project - (deducted === i && delta > 0n ? gas.units : 0n);
    short ||= delta !== 0n && units <= 0n;
    bookings.push({ from, to, asset, units }, ...shareBookings(from, asset, shares, project, {}));
    fees.push(...feeEntries([range.token0, range.token1][i] as KnownToken, shares, project, body));
  });
  // Whoever takes everything out takes the fees along.
  const emptied = held.units0 + deltas[0] === 0n && held.units1 + deltas[1] === 0n;
  const collected = emptied
    ? heldIn(world, feesOf(position.tokenId), assets)
    : { units0: 0n, units1: 0n };
  bookings.push(...moved(feesOf(position.tokenId), wallet.address, assets, collected));
  const problem =
    hindrance(deltas, deducted === -1, short) ?? problemWith(world, wallet, gasToken, bookings);
  const adding = deltas[0] > 0n || deltas[1] > 0n;
  const operation = toOperation({
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
    market: poolTerms(world, range, body.slippage),
    type: adding ? "ADD_LIQUIDITY" : "REMOVE_LIQUIDITY",
    metadata: body.metadata,
    positionId: position.positionId,
    completion: { name: "position.change", data: { tokenId: position.tokenId } },
  });
  const asPublished = {
    chain: body.chainId,
    amounts: amountsText(range, amounts),
    collectedFees: shown(world, range, collected),
  };
  return { body: { operation: { ...operation, ...asPublished } } };
};

function hindrance(
  [delta0, delta1]: readonly [bigint, bigint],
  strangeGas: boolean,
  short: boolean,
): string | undefined {
  if (delta0 === 0n && delta1 === 0n) return "The change is smaller than the tokens' smallest unit";
  if (strangeGas) return "Gas can be deducted only in a token of the position";
  return short ? "The amount does not cover fees and gas" : undefined;
}

function size(units: bigint): bigint {
  return units < 0n ? -units : units;
}

const collectFees: Handler<"liquidity.collectFees"> = (incoming) => {
  const { world, project, body } = incoming;
  const gasToken = findToken(body.chainId, body.payGasFeeToken);
  if (!gasToken)
    throw new Refusal("NOT_AUTHORIZED_TOKENS", `Tokens not authorized: ${body.payGasFeeToken}`);
  const [wallet, position] = positionOf(incoming, body.nftId, "nftId");
  const range = rangeOf(position);
  const assets = assetsOf(position);
  const amounts = heldIn(world, feesOf(position.tokenId), assets);
  const gas = { token: gasToken, units: gasIn(world, gasToken) };
  const bookings = [
    ...moved(feesOf(position.tokenId), wallet.address, assets, amounts),
    gasBooking(wallet.address, gas.token, gas.units),
  ];
  const operation = toOperation({
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
    problem: problemWith(world, wallet, gasToken, bookings),
    // Nothing is swapped: what was earned is paid out at any price.
    ...{ slippage: undefined, market: [] },
    type: "COLLECT_LIQUIDITY_FEES",
    metadata: body.metadata,
    positionId: position.positionId,
    completion: null,
    fees: [gasEntry(gas.token, gas.units)],
  });
  const asPublished = {
    chain: body.chainId,
    amounts: amountsText(range, amounts),
    collectedFees: shown(world, range, amounts),
  };
  return { body: { operation: { ...operation, ...asPublished } } };
};

export const positionHandlers: Handlers = {
  "liquidity.rebalance": rebalance,
  "liquidity.change": change,
  "liquidity.collectFees": collectFees,
};
