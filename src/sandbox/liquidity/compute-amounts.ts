import { fromUnits, toUnits } from "../../shared/decimal.js";
import { createGasCharge, sumDeducted } from "../shared/charges.js";
import type { OperationHandler } from "../shared/operation-handler.js";
import { getTokens } from "../shared/whitelist.js";
import { formatNumber, scaleUnits } from "../world/amounts.js";
import { toAssetKey } from "../world/ledger.js";
import { createRange } from "./create-position.js";
import { computeAmountRatio, getCurrentPrice } from "./positions.js";

/**
 * The two amounts that a position holds if it gets all of one maximum. If the price is outside of
 * the range, a position holds one token only.
 */
export const computeAmounts: OperationHandler<"liquidity.amounts"> = ({ world, query }) => {
  const { chainId, gasFeePaymentMethod } = query;
  const addresses = [query.token0, query.token1, query.payGasFeeToken] as const;
  const [token0, token1, gasToken] = getTokens(chainId, addresses);
  const range = createRange(token0, token1, query);
  const charges = [createGasCharge(world, "", gasToken)];
  const readMaximum = (amount: string, { address, decimals }: typeof token0) => {
    const deducted = sumDeducted(charges, toAssetKey(chainId, address), gasFeePaymentMethod);
    const net = toUnits(amount, decimals) - deducted;
    return net > 0n ? net : 0n;
  };
  const max0 = readMaximum(query.token0MaxAmount, token0);
  const max1 = readMaximum(query.token1MaxAmount, token1);
  const describe = (units0: bigint, units1: bigint) => ({
    token0Amount: fromUnits(units0, token0.decimals),
    token1Amount: fromUnits(units1, token1.decimals),
  });
  const ratio = computeAmountRatio(world, range);
  // Of whole tokens to smallest units.
  const scale = 10 ** (token1.decimals - token0.decimals);
  return {
    poolPrice: formatNumber(getCurrentPrice(world, range)),
    amounts: {
      ...(ratio !== Number.POSITIVE_INFINITY && {
        token0MaxAmount: describe(max0, scaleUnits(max0, ratio * scale)),
      }),
      ...(ratio !== 0 && { token1MaxAmount: describe(scaleUnits(max1, 1 / ratio / scale), max1) }),
    },
  };
};
