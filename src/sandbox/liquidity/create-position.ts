import type { CreateLiquidityRequest, LiquidityOperation } from "../../contract/liquidity/types.js";
import { defaultSlippage } from "../../contract/shared/patterns.js";
import {
  type Handler,
  type Handlers,
  type Incoming,
  walletOf,
} from "../shared/operation-handler.js";
import { BadRequest } from "../shared/service-error.js";
import { poolTerms, swapTerms } from "../swap/slippage.js";
import { fromUnits, toUnits } from "../world/amounts.js";
import { type KnownToken, tokenRecord } from "../world/catalogue.js";
import { assetOf, outside } from "../world/ledger.js";
import { marketOut } from "../world/prices.js";
import type { Booking, Position } from "../world/world.js";
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
import { tiers } from "./pools.js";
import {
  type Amounts,
  inRange,
  moved,
  type Range,
  shareOfToken0,
  spreadOf,
  vaultOf,
  yearlyPercent,
} from "./positions.js";

type Asking = Pick<Incoming<CreateLiquidityRequest>, "world" | "project" | "body">;

function understand({ body }: Asking): { range: Range; tokenIn: KnownToken; gasToken: KnownToken } {
  const { token0: first, token1: second, poolFeePercent, minPrice, maxPrice } = body;
  const addresses = [first, second, body.tokenIn, body.payGasFeeToken];
  const [token0, token1, tokenIn, gasToken] = requireTokens(body.chainId, addresses) as [
    KnownToken,
    KnownToken,
    KnownToken,
    KnownToken,
  ];
  if (token0 === token1)
    throw new BadRequest([
      { code: "custom", path: ["token1"], message: "A pool holds two different tokens" },
    ]);
  if (!tiers.includes(poolFeePercent)) {
    const message = `Invalid enum value. Expected ${tiers.join(" | ")}, received ${poolFeePercent}`;
    throw new BadRequest([
      {
        code: "invalid_enum_value",
        received: poolFeePercent,
        options: tiers,
        path: ["poolFeePercent"],
        message,
      },
    ]);
  }
  return { range: { token0, token1, poolFeePercent, minPrice, maxPrice }, tokenIn, gasToken };
}

/** Creates a position, or would: what is answered is an operation that has to be signed. */
function create(asking: Asking): {
  operation: LiquidityOperation;
  parts: [string, string];
  range: Range;
  amounts: Amounts;
} {
  const { world, project, body } = asking;
  const wallet = walletOf(asking, body.walletAddress);
  const { range, tokenIn, gasToken } = understand(asking);
  const amountIn = toUnits(body.amountIn, tokenIn.decimals);
  const shares = sharesOf(project, amountIn, body);
  // Deducted gas comes out of the input token, whichever of the pool's tokens it is said to be paid in.
  const paidIn = body.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" ? tokenIn : gasToken;
  const gas = { token: paidIn, units: gasIn(world, paidIn) };
  const net =
    amountIn -
    shares.project -
    shares.extra -
    (body.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" ? gas.units : 0n);
  const part0 = net > 0n ? (net * shareOfToken0(world, range)) / 1_000_000n : 0n;
  const part1 = net > 0n ? net - part0 : 0n;
  const swapped = (part: bigint, token: KnownToken) =>
    token === tokenIn ? part : marketOut(world, tokenIn, token, part, spreadOf(range));
  const amounts = { units0: swapped(part0, range.token0), units1: swapped(part1, range.token1) };
  const tokenId = nextTokenId(world);
  const assets: [string, string] = [
    assetOf(body.chainId, body.token0),
    assetOf(body.chainId, body.token1),
  ];
  const assetIn = assetOf(body.chainId, body.tokenIn);
  const bookings: Booking[] = [
    { from: wallet.address, to: outside.market, asset: assetIn, units: part0 + part1 },
    ...shareBookings(wallet.address, assetIn, shares, project, body),
    gasBooking(wallet.address, gas.token, gas.units),
    ...moved(outside.market, vaultOf(tokenId), assets, amounts),
  ];
  const problem =
    net <= 0n || (amounts.units0 === 0n && amounts.units1 === 0n)
      ? "The amount does not cover fees and gas"
      : problemWith(world, wallet, gasToken, bookings);
  const position: Position = {
    tokenId,
    wallet: body.toAddress.toLowerCase(),
    positionId: tokenId,
    chainId: body.chainId,
    token0: range.token0.address,
    token1: range.token1.address,
    poolFeePercent: body.poolFeePercent,
    minPrice: body.minPrice,
    maxPrice: body.maxPrice,
    feesUntil: world.time,
    open: true,
  };
  const swaps = [
    { ...{ tokenIn, tokenOut: range.token0 }, units: part0 },
    { ...{ tokenIn, tokenOut: range.token1 }, units: part1 },
  ].filter(({ tokenOut, units }) => tokenOut !== tokenIn && units > 0n);
  const operation = toOperation({
    ...{ world, project, wallet, range, amounts, bookings, problem, tokenId, gas },
    slippage: body.slippage,
    market: [
      ...poolTerms(world, range, body.slippage),
      ...swaps.map((swap) => swapTerms(world, { ...swap, spread: spreadOf(range) }, body.slippage)),
    ],
    chainId: body.chainId,
    // The service's own word for added liquidity is not known.
    type: "ADD_LIQUIDITY",
    metadata: body.metadata,
    positionId: tokenId,
    completion: { name: "position.open", data: { position } },
    fees: [...feeEntries(tokenIn, shares, project, body), gasEntry(gas.token, gas.units)],
  });
  const shown = {
    ...operation,
    tokenIn: tokenRecord(tokenIn),
    amountIn: fromUnits(amountIn, tokenIn.decimals),
    estimatedApr: inRange(world, range) ? String(yearlyPercent) : "0",
  };
  return {
    operation: shown,
    parts: [fromUnits(part0, tokenIn.decimals), fromUnits(part1, tokenIn.decimals)],
    range,
    amounts,
  };
}

const createWithSwap: Handler<"liquidity.createWithSwap"> = (incoming) => {
  const { operation, parts, range, amounts } = create(incoming);
  const [tokenInAmountForToken0, tokenInAmountForToken1] = parts;
  // The contract has a number for the chain here, and one text for the amounts.
  const asInContract = { chain: incoming.body.chainId, amounts: amountsText(range, amounts) };
  return {
    body: {
      operation: { ...operation, tokenInAmountForToken0, tokenInAmountForToken1, ...asInContract },
    },
  };
};

/**
 * The running service was seen to answer in both forms: with an operation to sign, and with an echo of the request, which leaves nothing
 * to sign. A project's `liquidityEcho` asks for the second.
 */
const createPosition: Handler<"liquidity.create"> = (incoming) => {
  if (!incoming.project.liquidityEcho) return { body: { operation: create(incoming).operation } };
  walletOf(incoming, incoming.body.walletAddress);
  understand(incoming);
  return { body: { operation: echo(incoming.body) } };
};

/** The request with the defaults that were applied, and addresses in lower case. */
export function echo(request: object): LiquidityOperation {
  const defaults = {
    liquidityProvider: "POOLPROV_V3",
    transactionFeePercent: 0,
    slippage: defaultSlippage,
    metadata: null,
  };
  return Object.fromEntries(
    Object.entries({ ...defaults, ...request }).map(([field, value]) => [field, lowered(value)]),
  );
}

function lowered(value: unknown): unknown {
  if (typeof value === "string")
    return /^0x[0-9a-fA-F]{40}$/.test(value) ? value.toLowerCase() : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, lowered(inner)]));
}

export const liquidityHandlers: Handlers = {
  "liquidity.createWithSwap": createWithSwap,
  "liquidity.create": createPosition,
};
