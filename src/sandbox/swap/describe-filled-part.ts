import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Address } from "../../contract/shared/primitives.js";
import type { CancellationFee, PreparedCancellation } from "../../contract/swap/types.js";
import type { FeeType } from "../shared/fees.js";
import { fromUnits } from "../world/amounts.js";
import { findToken, getCatalogue, type KnownToken } from "../world/catalogue.js";
import { convertToCurrencies, describeAmount } from "../world/currency-values.js";
import { externalAccounts } from "../world/ledger.js";
import { getPrice, getUnitsForUsd, getUsdValue } from "../world/prices.js";
import type { Booking, LimitOrder, Project, World } from "../world/world.js";

type FilledPart = Required<Pick<PreparedCancellation, "fees" | "receivedAmount">>;

/** The fees and the output of the filled part of an order. A cancellation itself costs nothing. */
export function describeFilledPart(
  world: World,
  project: Project,
  order: LimitOrder,
): Partial<FilledPart> & Pick<FilledPart, "fees"> {
  const { bookings, filled, wallet } = order;
  if (filled === 0) return { fees: [] };
  const parts = bookings.map((booking) => ({
    ...booking,
    units: (booking.units * BigInt(filled)) / 100n,
  }));
  const paid = parts.filter(({ from }) => from === wallet);
  const total = paid.reduce((sum, { to, units }) => sum + (isGas(to) ? 0n : units), 0n);
  const received = parts.filter(({ from }) => from === externalAccounts.market);
  const [output] = received.map(({ asset, units }) => {
    const token = getCatalogue().get(asset) as KnownToken;
    return describeAmount(units, token, getPrice(world, token));
  });
  return {
    fees: paid
      .filter(({ to }) => to !== externalAccounts.market)
      .map((booking) => describeFee(world, project, booking, total)),
    ...(output && { receivedAmount: { ...output } }),
  };
}

function describeFee(
  world: World,
  project: Project,
  { to, asset, units }: Booking,
  total: bigint,
): CancellationFee {
  const token = getCatalogue().get(asset) as KnownToken;
  const native = findToken(token.chainId, nativeToken) as KnownToken;
  const { usd, brl } = convertToCurrencies(units, token.decimals, getPrice(world, token));
  const nativeUnits = getUnitsForUsd(world, native, getUsdValue(world, token, units));
  return {
    type: findFeeType(project, to),
    amount: { value: fromUnits(units, token.decimals), usd, brl },
    nativeAmount: fromUnits(nativeUnits, native.decimals),
    percent: isGas(to) || total === 0n ? 0 : Number((units * 1_000_000n) / total) / 10_000,
    recipient: to.startsWith("0x") ? (to.toLowerCase() as Address) : null,
    tokenAddress: token.address,
  };
}

function isGas(account: string): boolean {
  return account === externalAccounts.gas;
}

function findFeeType(project: Project, account: string): FeeType {
  if (isGas(account)) return "GAS";
  if (account === externalAccounts.service) return "SERVICE";
  return account === project.treasury ? "TRANSACTION" : "EXTRA";
}
