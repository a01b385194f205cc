import type { ChangeLiquidityRequest, LiquidityChange } from "../../contract/liquidity/records.js";
import type { Given } from "../../contract/records/schema.js";
import { toUnits } from "../../shared/decimal.js";
import { problems } from "../operations/prepare-operation.js";
import { createFeeCharges, createGasCharge, sumDeducted } from "../shared/charges.js";
import { getWallet } from "../shared/find-wallet.js";
import type { OperationHandlers, OperationRequest } from "../shared/operation-handler.js";
import { assertAvailable, createFieldError } from "../shared/service-error.js";
import { getTokens, getWhitelistedTokens } from "../shared/whitelist.js";
import { createPoolTerms } from "../swap/slippage.js";
import { takePercent } from "../world/amounts.js";
import type { KnownToken } from "../world/catalogue.js";
import { externalAccounts } from "../world/external-accounts.js";
import { findEntry } from "../world/state.js";
import type { Booking, Position, Range, Wallet } from "../world/world.js";
import {
  createLiquidityOperation,
  createTokenId,
  describeAmounts,
  describeAsText,
} from "./create-operation.js";
import { echoRequest } from "./create-position.js";
import {
  type Amounts,
  accrueFees,
  balanceAmounts,
  createTransfers,
  getHoldings,
  toFeesAccount,
  toVaultAccount,
} from "./positions.js";

interface PositionBody {
  walletAddress: string;
  chainId: number;
}

/** The wallet's open position, with its fees accrued. Its tokens must be whitelisted. */
function getOpenPosition(
  request: Pick<OperationRequest<PositionBody>, "world" | "project" | "body">,
  tokenId: string,
  field: string,
): [Wallet, Position] {
  const { world, project, body } = request;
  const wallet = getWallet(request, body.walletAddress);
  assertAvailable(world, "chain", "BLOCKCHAIN_ERROR");
  const position = findEntry(world.positions, tokenId);
  if (
    !position?.open ||
    position.wallet !== wallet.address ||
    position.range.token0.chainId !== body.chainId
  ) {
    const message = `The wallet holds no open position ${tokenId} on chain ${body.chainId}`;
    throw createFieldError([field], message);
  }
  getWhitelistedTokens(project, body.chainId, [
    position.range.token0.address,
    position.range.token1.address,
  ]);
  accrueFees(world, position);
  return [wallet, position];
}

function computeDeltas(
  range: Range,
  held: Amounts,
  change: Given<LiquidityChange>,
): [bigint, bigint] {
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
  { chainId, change }: Given<ChangeLiquidityRequest>,
): void {
  if (change.percentage !== undefined) return;
  const named = [change.token0, change.token1] as const;
  getTokens(chainId, named);
  const own: string[] = [token0.address, token1.address];
  const wrong = named.findIndex(
    (address, i) => !own.includes(address.toLowerCase()) || named.indexOf(address) !== i,
  );
  if (wrong < 0) return;
  throw createFieldError(["change", `token${wrong}`], `The position holds ${own.join(" and ")}`);
}

function findChangeProblem(
  [delta0, delta1]: readonly [bigint, bigint],
  isTooSmall: boolean,
): string | undefined {
  if (delta0 === 0n && delta1 === 0n) return "The change is smaller than the tokens' smallest unit";
  return isTooSmall ? problems.notCovered : undefined;
}

function toAbsolute(units: bigint): bigint {
  return units < 0n ? -units : units;
}

export const changePositionHandlers: OperationHandlers = {
  "liquidity.rebalance"(request) {
    const { world, project, body } = request;
    const [wallet, old] = getOpenPosition(request, body.tokenId, "tokenId");
    if (project.liquidityEcho) return { operation: echoRequest(body) };
    const range: Range = { ...old.range, ...body.newPosition };
    const [vault, feesAccount] = [toVaultAccount(old.tokenId), toFeesAccount(old.tokenId)];
    const collected = getHoldings(world, feesAccount, range);
    const held = getHoldings(world, vault, range);
    const all = { units0: held.units0 + collected.units0, units1: held.units1 + collected.units1 };
    const { market } = externalAccounts;
    // The request names no gas token, so a token of the position pays the gas.
    const gas0 = createGasCharge(world, market, range.token0);
    const charges = [
      ...createFeeCharges(project, market, range.token0, all.units0, body),
      ...createFeeCharges(project, market, range.token1, all.units1, body),
      all.units0 > gas0.units ? gas0 : createGasCharge(world, market, range.token1),
    ];
    const left = {
      units0: all.units0 - sumDeducted(charges, range.token0.asset, "DEDUCT_FROM_AMOUNT"),
      units1: all.units1 - sumDeducted(charges, range.token1.asset, "DEDUCT_FROM_AMOUNT"),
    };
    const isCovered = left.units0 >= 0n && left.units1 >= 0n && left.units0 + left.units1 > 0n;
    const amounts = isCovered ? balanceAmounts(world, range, left) : { units0: 0n, units1: 0n };
    const tokenId = createTokenId(world);
    const transfers = [
      ...createTransfers(vault, market, range, held),
      ...createTransfers(feesAccount, market, range, collected),
      ...createTransfers(market, toVaultAccount(tokenId), range, amounts),
    ];
    const position: Position = {
      ...old,
      range,
      tokenId,
      wallet: body.toAddress.toLowerCase(),
      feesUntil: world.time,
    };
    const operation = createLiquidityOperation({
      world,
      project,
      wallet,
      range,
      amounts,
      transfers,
      charges,
      tokenId,
      market: createPoolTerms(world, range, body.slippage),
      problem: isCovered ? undefined : "The position does not cover fees and gas",
      type: "REBALANCE_LIQUIDITY",
      metadata: body.metadata,
      positionId: old.positionId,
      previous: old.tokenId,
      completions: [{ name: "position.move", data: { from: old.tokenId, position } }],
    });
    const collectedFees = describeAmounts(world, range, collected);
    return { operation: { ...operation, collectedFees } };
  },
  "liquidity.change"(request) {
    const { world, project, body } = request;
    const [gasToken] = getTokens(body.chainId, [body.payGasFeeToken]);
    const [wallet, position] = getOpenPosition(request, body.tokenId, "tokenId");
    const { tokenId, positionId, range } = position;
    assertPositionTokens(range, body);
    if (project.liquidityEcho) return { operation: echoRequest(body) };
    const [vault, feesAccount] = [toVaultAccount(tokenId), toFeesAccount(tokenId)];
    const held = getHoldings(world, vault, range);
    const deltas = computeDeltas(range, held, body.change);
    const tokens = [range.token0, range.token1] as const;
    const gas = createGasCharge(world, wallet.address, gasToken);
    const charges = [gas];
    const transfers: Booking[] = [];
    for (const i of [0, 1] as const) {
      const isAdded = deltas[i] > 0n;
      const [from, to] = isAdded ? [wallet.address, vault] : [vault, wallet.address];
      const size = toAbsolute(deltas[i]);
      const fees = createFeeCharges(project, from, tokens[i], size, body);
      charges.push(...fees);
      // Removed tokens arrive in the wallet, which pays the gas.
      const own = isAdded ? [...fees, gas] : fees;
      const units = size - sumDeducted(own, tokens[i].asset, body.gasFeePaymentMethod);
      transfers.push({ from, to, asset: tokens[i].asset, units });
    }
    const amounts = { units0: toAbsolute(deltas[0]), units1: toAbsolute(deltas[1]) };
    const isTooSmall = transfers.some(({ units }, i) => deltas[i] !== 0n && units <= 0n);
    // Emptying a position also collects its fees.
    const isEmptied = held.units0 + deltas[0] === 0n && held.units1 + deltas[1] === 0n;
    const collected = isEmptied
      ? getHoldings(world, feesAccount, range)
      : { units0: 0n, units1: 0n };
    transfers.push(...createTransfers(feesAccount, wallet.address, range, collected));
    const isAdding = deltas[0] > 0n || deltas[1] > 0n;
    const operation = createLiquidityOperation({
      world,
      project,
      wallet,
      range,
      amounts,
      transfers,
      charges,
      tokenId,
      positionId,
      problem: findChangeProblem(deltas, isTooSmall),
      market: createPoolTerms(world, range, body.slippage),
      type: isAdding ? "ADD_LIQUIDITY" : "REMOVE_LIQUIDITY",
      metadata: body.metadata,
      completions: [{ name: "position.change", data: { tokenId } }],
    });
    const collectedFees = describeAmounts(world, range, collected);
    return { operation: { ...operation, ...describeAsText(range, amounts), collectedFees } };
  },
  "liquidity.collectFees"(request) {
    const { world, project, body } = request;
    const [gasToken] = getTokens(body.chainId, [body.payGasFeeToken]);
    const [wallet, position] = getOpenPosition(request, body.nftId, "nftId");
    if (project.liquidityEcho) return { operation: echoRequest(body) };
    const { tokenId, positionId, range } = position;
    const amounts = getHoldings(world, toFeesAccount(tokenId), range);
    const operation = createLiquidityOperation({
      world,
      project,
      wallet,
      range,
      amounts,
      tokenId,
      positionId,
      transfers: createTransfers(toFeesAccount(tokenId), wallet.address, range, amounts),
      charges: [createGasCharge(world, wallet.address, gasToken)],
      // Nothing is swapped, so fees are collected at any price.
      market: [],
      type: "COLLECT_LIQUIDITY_FEES",
      metadata: body.metadata,
      completions: [],
    });
    const collectedFees = describeAmounts(world, range, amounts);
    return { operation: { ...operation, ...describeAsText(range, amounts), collectedFees } };
  },
};
