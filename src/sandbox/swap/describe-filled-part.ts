import type { CancellationFee, PreparedCancellation } from "../../contract/swap/types.js";
import { convertToNative, getChargedToken, getRecipient } from "../shared/charges.js";
import { fromUnits } from "../world/amounts.js";
import { getCatalogue, type KnownToken } from "../world/catalogue.js";
import { convertToCurrencies, describeAmount } from "../world/currency-values.js";
import { externalAccounts } from "../world/ledger.js";
import { getPrice, getUsdValue } from "../world/prices.js";
import type { Charge, LimitOrder, World } from "../world/world.js";

type FilledPart = Required<Pick<PreparedCancellation, "fees" | "receivedAmount">>;

/** The fees and the output of the filled part of an order. A cancellation itself costs nothing. */
export function describeFilledPart(
  world: World,
  { bookings, filled }: LimitOrder,
): Partial<FilledPart> & Pick<FilledPart, "fees"> {
  if (filled === 0) return { fees: [] };
  const parts = bookings.map((booking) => ({
    ...booking,
    units: (booking.units * BigInt(filled)) / 100n,
  }));
  const output = parts.find(({ from }) => from === externalAccounts.market);
  const token = output && (getCatalogue().get(output.asset) as KnownToken);
  return {
    fees: parts.flatMap((part) => ("type" in part ? [describeFee(world, part)] : [])),
    ...(token && {
      receivedAmount: { ...describeAmount(output.units, token, getPrice(world, token)) },
    }),
  };
}

function describeFee(world: World, charge: Charge): CancellationFee {
  const { type, units, percent } = charge;
  const token = getChargedToken(charge);
  const { usd, brl } = convertToCurrencies(units, token.decimals, getPrice(world, token));
  return {
    type,
    amount: { value: fromUnits(units, token.decimals), usd, brl },
    nativeAmount: convertToNative(world, token, getUsdValue(world, token, units)),
    percent,
    recipient: getRecipient(charge),
    tokenAddress: token.address,
  };
}
