import type { LiquidityOperation } from "../../contract/liquidity/operation-types.js";
import type { CreateLiquidityRequest } from "../../contract/liquidity/types.js";
import { defaultSlippage } from "../../contract/shared/patterns.js";
import type { Given } from "../../contract/shared/schema.js";
import { problems } from "../operations/revert-reason.js";
import {
  computeFees,
  createFeeBookings,
  createGasBooking,
  describeFees,
  describeGasFee,
} from "../shared/fees.js";
import { getWallet } from "../shared/find-wallet.js";
import type {
  OperationHandler,
  OperationHandlers,
  OperationRequest,
} from "../shared/operation-handler.js";
import { createFieldError } from "../shared/service-error.js";
import { getTokens, getWhitelistedTokens } from "../shared/whitelist.js";
import { createPoolTerms, createSwapTerms } from "../swap/slippage.js";
import { fromUnits, toUnits } from "../world/amounts.js";
import { describeToken, type KnownToken } from "../world/catalogue.js";
import { externalAccounts, toAssetKey } from "../world/ledger.js";
import { quoteMarket } from "../world/prices.js";
import type { Booking, Position } from "../world/world.js";
import {
  computeGas,
  createLiquidityOperation,
  createTokenId,
  findProblem,
  formatAmounts,
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

type CreateRequest = Pick<
  OperationRequest<Given<CreateLiquidityRequest>>,
  "world" | "project" | "body"
>;

function resolveTokens({ project, body }: CreateRequest) {
  const { poolFeePercent, minPrice, maxPrice } = body;
  const addresses = [body.token0, body.token1, body.tokenIn] as const;
  const [token0, token1, tokenIn] = getWhitelistedTokens(project, body.chainId, addresses);
  const [gasToken] = getTokens(body.chainId, [body.payGasFeeToken]);
  if (token0 === token1) throw createFieldError(["token1"], "A pool holds two different tokens");
  if (!feeTiers.includes(poolFeePercent)) {
    const message = `Invalid enum value. Expected ${feeTiers.join(" | ")}, received ${poolFeePercent}`;
    const issue = { code: "invalid_enum_value", received: poolFeePercent, options: feeTiers };
    throw createFieldError(["poolFeePercent"], message, issue);
  }
  const range: Range = { token0, token1, poolFeePercent, minPrice, maxPrice };
  return { range, tokenIn, gasToken };
}

/** Creates the operation that opens a position. */
function planPosition(request: CreateRequest): {
  operation: LiquidityOperation;
  parts: [string, string];
  range: Range;
  amounts: Amounts;
} {
  const { world, project, body } = request;
  const wallet = getWallet(request, body.walletAddress);
  const { range, tokenIn, gasToken } = resolveTokens(request);
  const amountIn = toUnits(body.amountIn, tokenIn.decimals);
  const fees = computeFees(project, amountIn, body);
  // Gas in another token than `tokenIn` cannot reduce the amount. The wallet pays it in addition.
  const isDeducted = body.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" && gasToken === tokenIn;
  const gas = { token: gasToken, units: computeGas(world, gasToken) };
  const net = amountIn - fees.project - fees.extra - (isDeducted ? gas.units : 0n);
  const part0 = net > 0n ? (net * computeToken0Share(world, range)) / 1_000_000n : 0n;
  const part1 = net > 0n ? net - part0 : 0n;
  const convert = (part: bigint, token: KnownToken) =>
    token === tokenIn ? part : quoteMarket(world, tokenIn, token, part, getSpread(range));
  const amounts = { units0: convert(part0, range.token0), units1: convert(part1, range.token1) };
  const tokenId = createTokenId(world);
  const assets: [string, string] = [
    toAssetKey(body.chainId, body.token0),
    toAssetKey(body.chainId, body.token1),
  ];
  const assetIn = toAssetKey(body.chainId, body.tokenIn);
  const bookings: Booking[] = [
    { from: wallet.address, to: externalAccounts.market, asset: assetIn, units: part0 + part1 },
    ...createFeeBookings(wallet.address, assetIn, fees, project, body),
    createGasBooking(wallet.address, gas.token, gas.units),
    ...createTransfers(externalAccounts.market, toVaultAccount(tokenId), assets, amounts),
  ];
  const problem =
    net <= 0n || (amounts.units0 === 0n && amounts.units1 === 0n)
      ? problems.notCovered
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
    { tokenOut: range.token0, units: part0 },
    { tokenOut: range.token1, units: part1 },
  ].filter(({ tokenOut, units }) => tokenOut !== tokenIn && units > 0n);
  const spread = getSpread(range);
  const operation = createLiquidityOperation({
    ...{ world, project, wallet, range, amounts, bookings, problem, tokenId, gas },
    slippage: body.slippage,
    market: [
      ...createPoolTerms(world, range, body.slippage),
      ...swaps.map((swap) => createSwapTerms(world, { ...swap, tokenIn, spread }, body.slippage)),
    ],
    // The service's own type for added liquidity is unknown.
    type: "ADD_LIQUIDITY",
    metadata: body.metadata,
    positionId: tokenId,
    completion: { name: "position.open", data: { position } },
    fees: [...describeFees(tokenIn, fees, project, body), describeGasFee(gas.token, gas.units)],
  });
  return {
    operation: {
      ...operation,
      tokenIn: describeToken(tokenIn),
      amountIn: fromUnits(amountIn, tokenIn.decimals),
      estimatedApr: isInRange(world, range) ? String(yearlyPercent) : "0",
    },
    parts: [fromUnits(part0, tokenIn.decimals), fromUnits(part1, tokenIn.decimals)],
    range,
    amounts,
  };
}

const createWithSwap: OperationHandler<"liquidity.createWithSwap"> = (request) => {
  const { operation, parts, range, amounts } = planPosition(request);
  const [tokenInAmountForToken0, tokenInAmountForToken1] = parts;
  // The contract documents a chain id and one text for the amounts here.
  const asInContract = { chain: request.body.chainId, amounts: formatAmounts(range, amounts) };
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
const createPosition: OperationHandler<"liquidity.create"> = (request) => {
  if (!request.project.liquidityEcho)
    return { body: { operation: planPosition(request).operation } };
  getWallet(request, request.body.walletAddress);
  resolveTokens(request);
  return { body: { operation: echoRequest(request.body) } };
};

/** The request with applied defaults and lower-case addresses. */
export function echoRequest(request: object): LiquidityOperation {
  const given = Object.entries(request).filter(([, value]) => value !== null);
  const defaults = {
    liquidityProvider: "POOLPROV_V3",
    transactionFeePercent: 0,
    slippage: defaultSlippage,
    metadata: null,
  };
  return toLowerCaseAddresses({ ...defaults, ...Object.fromEntries(given) }) as LiquidityOperation;
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
