import type { LiquidityOperation } from "../../contract/liquidity/operation-records.js";
import type { CreateLiquidityRequest } from "../../contract/liquidity/records.js";
import type { Given } from "../../contract/records/schema.js";
import { defaultSlippage } from "../../contract/shared/slippage.js";
import { fromUnits, toUnits } from "../../shared/decimal.js";
import { evmAddressPattern } from "../../shared/patterns.js";
import { problems } from "../operations/prepare-operation.js";
import { createFeeCharges, createGasCharge, sumDeducted } from "../shared/charges.js";
import { getWallet } from "../shared/find-wallet.js";
import type {
  OperationHandler,
  OperationHandlers,
  OperationRequest,
} from "../shared/operation-handler.js";
import { createFieldError } from "../shared/service-error.js";
import { getTokens, getWhitelistedTokens } from "../shared/whitelist.js";
import { createPoolTerms, createSwapTerms } from "../swap/slippage.js";
import { describeToken, type KnownToken } from "../world/catalogue.js";
import { externalAccounts } from "../world/external-accounts.js";
import { quoteMarket } from "../world/prices.js";
import type { Booking, Position, Range } from "../world/world.js";
import { createLiquidityOperation, createTokenId, describeAsText } from "./create-operation.js";
import { feeTiers } from "./pools.js";
import {
  type Amounts,
  computeToken0Share,
  createTransfers,
  getSpread,
  isInRange,
  toVaultAccount,
  yearlyPercent,
} from "./positions.js";

type CreateRequest = Pick<
  OperationRequest<Given<CreateLiquidityRequest>>,
  "world" | "project" | "body"
>;

function resolveTokens({ project, body }: CreateRequest) {
  const addresses = [body.token0, body.token1, body.tokenIn] as const;
  const [token0, token1, tokenIn] = getWhitelistedTokens(project, body.chainId, addresses);
  const [gasToken] = getTokens(body.chainId, [body.payGasFeeToken]);
  return { range: createRange(token0, token1, body), tokenIn, gasToken };
}

export function createRange(
  token0: KnownToken,
  token1: KnownToken,
  { poolFeePercent, minPrice, maxPrice }: Omit<Range, "token0" | "token1">,
): Range {
  if (token0 === token1) throw createFieldError(["token1"], "A pool holds two different tokens");
  if (!feeTiers.includes(poolFeePercent)) {
    const message = `Invalid enum value. Expected ${feeTiers.join(" | ")}, received ${poolFeePercent}`;
    const issue = { code: "invalid_enum_value", received: poolFeePercent, options: feeTiers };
    throw createFieldError(["poolFeePercent"], message, issue);
  }
  return { token0, token1, poolFeePercent, minPrice, maxPrice };
}

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
  const charges = [
    ...createFeeCharges(project, wallet.address, tokenIn, amountIn, body),
    createGasCharge(world, wallet.address, gasToken),
  ];
  const net = amountIn - sumDeducted(charges, tokenIn.asset, body.gasFeePaymentMethod);
  const part0 = net > 0n ? (net * computeToken0Share(world, range)) / 1_000_000n : 0n;
  const part1 = net > 0n ? net - part0 : 0n;
  const spread = getSpread(range);
  const convert = (part: bigint, token: KnownToken) =>
    token === tokenIn
      ? part
      : quoteMarket(world, { tokenIn, tokenOut: token, netIn: part, spread });
  const amounts = { units0: convert(part0, range.token0), units1: convert(part1, range.token1) };
  const tokenId = createTokenId(world);
  const { market } = externalAccounts;
  const transfers: Booking[] = [
    { from: wallet.address, to: market, asset: tokenIn.asset, units: part0 + part1 },
    ...createTransfers(market, toVaultAccount(tokenId), range, amounts),
  ];
  const isCovered = amounts.units0 > 0n || amounts.units1 > 0n;
  const position: Position = {
    tokenId,
    wallet: body.toAddress.toLowerCase(),
    positionId: tokenId,
    range,
    feesUntil: world.time,
    open: true,
  };
  const swaps = [
    { tokenOut: range.token0, netIn: part0 },
    { tokenOut: range.token1, netIn: part1 },
  ].filter(({ tokenOut, netIn }) => tokenOut !== tokenIn && netIn > 0n);
  const operation = createLiquidityOperation({
    world,
    project,
    wallet,
    range,
    amounts,
    transfers,
    charges,
    tokenId,
    problem: isCovered ? undefined : problems.notCovered,
    market: [
      ...createPoolTerms(world, range, body.slippage),
      ...swaps.map((swap) => createSwapTerms(world, { ...swap, tokenIn, spread }, body.slippage)),
    ],
    // The service's own type for added liquidity is unknown.
    type: "ADD_LIQUIDITY",
    metadata: body.metadata,
    positionId: tokenId,
    completions: [{ name: "position.open", data: { position } }],
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

/**
 * The service returns two forms: an operation to sign, or an echo of the request with nothing to
 * sign. The project's `liquidityEcho` selects the second.
 */
export const createPosition: OperationHandler<"liquidity.create"> = (request) => {
  if (!request.project.liquidityEcho) return { operation: planPosition(request).operation };
  getWallet(request, request.body.walletAddress);
  resolveTokens(request);
  return { operation: echoRequest(request.body) };
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
  if (typeof value === "string") return evmAddressPattern.test(value) ? value.toLowerCase() : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, toLowerCaseAddresses(inner)]),
  );
}

export const createPositionHandlers: OperationHandlers = {
  "liquidity.createWithSwap"(request) {
    const { operation, parts, range, amounts } = planPosition(request);
    const [tokenInAmountForToken0, tokenInAmountForToken1] = parts;
    const asText = describeAsText(range, amounts);
    return {
      operation: { ...operation, tokenInAmountForToken0, tokenInAmountForToken1, ...asText },
    };
  },
  "liquidity.create": createPosition,
};
