import type { CreateLiquidityRequest, LiquidityOperation } from "../../contract/liquidity/types.js";
import { defaultSlippage } from "../../contract/shared/patterns.js";
import {
  getWallet,
  type OperationHandler,
  type OperationHandlers,
  type OperationRequest,
} from "../shared/operation-handler.js";
import { BadRequestError } from "../shared/service-error.js";
import { createPoolTerms, createSwapTerms } from "../swap/slippage.js";
import { fromUnits, toUnits } from "../world/amounts.js";
import { describeToken, type KnownToken } from "../world/catalogue.js";
import { externalAccounts, toAssetKey } from "../world/ledger.js";
import { quoteMarket } from "../world/prices.js";
import type { Booking, Position } from "../world/world.js";
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
import { feeTiers } from "./pools.js";
import {
  type Amounts,
  computeToken0Share,
  createTransfers,
  getSpread,
  isInRange,
  type Range,
  toVaultAccount,
  yearlyPercent,
} from "./positions.js";

type CreateRequest = Pick<OperationRequest<CreateLiquidityRequest>, "world" | "project" | "body">;

function resolveRange({ body }: CreateRequest): {
  range: Range;
  tokenIn: KnownToken;
  gasToken: KnownToken;
} {
  const { token0: first, token1: second, poolFeePercent, minPrice, maxPrice } = body;
  const addresses = [first, second, body.tokenIn, body.payGasFeeToken];
  const [token0, token1, tokenIn, gasToken] = getTokens(body.chainId, addresses) as [
    KnownToken,
    KnownToken,
    KnownToken,
    KnownToken,
  ];
  if (token0 === token1)
    throw new BadRequestError([
      { code: "custom", path: ["token1"], message: "A pool holds two different tokens" },
    ]);
  if (!feeTiers.includes(poolFeePercent)) {
    const message = `Invalid enum value. Expected ${feeTiers.join(" | ")}, received ${poolFeePercent}`;
    throw new BadRequestError([
      {
        code: "invalid_enum_value",
        received: poolFeePercent,
        options: feeTiers,
        path: ["poolFeePercent"],
        message,
      },
    ]);
  }
  return { range: { token0, token1, poolFeePercent, minPrice, maxPrice }, tokenIn, gasToken };
}

/** Creates the operation that opens a position. */
function planPosition(asking: CreateRequest): {
  operation: LiquidityOperation;
  parts: [string, string];
  range: Range;
  amounts: Amounts;
} {
  const { world, project, body } = asking;
  const wallet = getWallet(asking, body.walletAddress);
  const { range, tokenIn, gasToken } = resolveRange(asking);
  const amountIn = toUnits(body.amountIn, tokenIn.decimals);
  const shares = computeFees(project, amountIn, body);
  // Deducted gas is always paid in the input token.
  const paidIn = body.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" ? tokenIn : gasToken;
  const gas = { token: paidIn, units: computeGas(world, paidIn) };
  const net =
    amountIn -
    shares.project -
    shares.extra -
    (body.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" ? gas.units : 0n);
  const part0 = net > 0n ? (net * computeToken0Share(world, range)) / 1_000_000n : 0n;
  const part1 = net > 0n ? net - part0 : 0n;
  const swapped = (part: bigint, token: KnownToken) =>
    token === tokenIn ? part : quoteMarket(world, tokenIn, token, part, getSpread(range));
  const amounts = { units0: swapped(part0, range.token0), units1: swapped(part1, range.token1) };
  const tokenId = createTokenId(world);
  const assets: [string, string] = [
    toAssetKey(body.chainId, body.token0),
    toAssetKey(body.chainId, body.token1),
  ];
  const assetIn = toAssetKey(body.chainId, body.tokenIn);
  const bookings: Booking[] = [
    { from: wallet.address, to: externalAccounts.market, asset: assetIn, units: part0 + part1 },
    ...createFeeBookings(wallet.address, assetIn, shares, project, body),
    createGasBooking(wallet.address, gas.token, gas.units),
    ...createTransfers(externalAccounts.market, toVaultAccount(tokenId), assets, amounts),
  ];
  const problem =
    net <= 0n || (amounts.units0 === 0n && amounts.units1 === 0n)
      ? "The amount does not cover fees and gas"
      : findProblem(world, wallet, gasToken, bookings);
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
  const operation = createLiquidityOperation({
    ...{ world, project, wallet, range, amounts, bookings, problem, tokenId, gas },
    slippage: body.slippage,
    market: [
      ...createPoolTerms(world, range, body.slippage),
      ...swaps.map((swap) =>
        createSwapTerms(world, { ...swap, spread: getSpread(range) }, body.slippage),
      ),
    ],
    chainId: body.chainId,
    // The service's own type for added liquidity is unknown.
    type: "ADD_LIQUIDITY",
    metadata: body.metadata,
    positionId: tokenId,
    completion: { name: "position.open", data: { position } },
    fees: [...describeFees(tokenIn, shares, project, body), describeGasEntry(gas.token, gas.units)],
  });
  const shown = {
    ...operation,
    tokenIn: describeToken(tokenIn),
    amountIn: fromUnits(amountIn, tokenIn.decimals),
    estimatedApr: isInRange(world, range) ? String(yearlyPercent) : "0",
  };
  return {
    operation: shown,
    parts: [fromUnits(part0, tokenIn.decimals), fromUnits(part1, tokenIn.decimals)],
    range,
    amounts,
  };
}

const createWithSwap: OperationHandler<"liquidity.createWithSwap"> = (incoming) => {
  const { operation, parts, range, amounts } = planPosition(incoming);
  const [tokenInAmountForToken0, tokenInAmountForToken1] = parts;
  // The contract documents a chain id and one text for the amounts here.
  const asInContract = { chain: incoming.body.chainId, amounts: formatAmounts(range, amounts) };
  return {
    body: {
      operation: { ...operation, tokenInAmountForToken0, tokenInAmountForToken1, ...asInContract },
    },
  };
};

/**
 * The service returns two forms: an operation to sign, or an echo of the request with nothing to
 * sign. The project's `liquidityEcho` selects the second.
 */
const createPosition: OperationHandler<"liquidity.create"> = (incoming) => {
  if (!incoming.project.liquidityEcho)
    return { body: { operation: planPosition(incoming).operation } };
  getWallet(incoming, incoming.body.walletAddress);
  resolveRange(incoming);
  return { body: { operation: echoRequest(incoming.body) } };
};

/** The request with applied defaults and lower-case addresses. */
export function echoRequest(request: object): LiquidityOperation {
  const defaults = {
    liquidityProvider: "POOLPROV_V3",
    transactionFeePercent: 0,
    slippage: defaultSlippage,
    metadata: null,
  };
  return Object.fromEntries(
    Object.entries({ ...defaults, ...request }).map(([field, value]) => [
      field,
      toLowerCaseAddresses(value),
    ]),
  );
}

function toLowerCaseAddresses(value: unknown): unknown {
  if (typeof value === "string")
    return /^0x[0-9a-fA-F]{40}$/.test(value) ? value.toLowerCase() : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, toLowerCaseAddresses(inner)]),
  );
}

export const createPositionHandlers: OperationHandlers = {
  "liquidity.createWithSwap": createWithSwap,
  "liquidity.create": createPosition,
};
