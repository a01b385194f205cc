import { useMutation } from "@tanstack/react-query";
import type { Address, LiquidityPool } from "bursar";
import { useApp } from "../../app/AppContext";
import { chainName } from "../../app/tokens";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { ErrorNote } from "../../ui/ErrorNote";
import { Facts } from "../../ui/Facts";
import { TokenMark } from "../../ui/TokenMark";
import type { PreparedReview } from "../OperationDialog";
import { plainNumber } from "../pools/range";
import { usePoolPrice } from "../pools/use-pool-price";
import { rangeOf } from "./PositionsPanel";
import { gasTokenOf, reviewOf } from "./review";
import type { Position } from "./use-positions";

interface PositionCardProps {
  position: Position;
  walletAddress: Address;
  onMove(): void;
  onPrepared(review: PreparedReview): void;
}

/** What the price of a pool is read from. */
export const poolOf = ({ chainId, token0, token1 }: Position) =>
  ({ chain: { id: chainId }, tokens: [token0, token1] }) as LiquidityPool;

/** A position with what can be done with it. */
export function PositionCard({ position, walletAddress, onMove, onPrepared }: PositionCardProps) {
  const { client } = useApp();
  const { tokenId, chainId, pair, token0, token1, feePercent, minPrice, maxPrice } = position;
  const { data: price } = usePoolPrice(poolOf(position));
  const payGasFeeToken = gasTokenOf(position);
  const collect = useMutation({
    mutationFn: async () => {
      const request = { walletAddress, chainId, nftId: tokenId, payGasFeeToken };
      const { operation } = await client.liquidity.collectFees(request);
      return reviewOf("collect", operation, position, walletAddress);
    },
    onSuccess: onPrepared,
  });
  const close = useMutation({
    mutationFn: async () => {
      const { operation } = await client.liquidity.change({
        walletAddress,
        chainId,
        tokenId,
        payGasFeeToken,
        gasFeePaymentMethod: "ADD_TO_AMOUNT",
        change: { percentage: 100 },
      });
      return reviewOf("close", operation, position, walletAddress);
    },
    onSuccess: onPrepared,
  });
  const isInside = price && price > minPrice && price < maxPrice;
  const error = collect.error ?? close.error;
  return (
    <section className="card stack" aria-label={`Position ${tokenId}`}>
      <div className="row between">
        <div className="row tight">
          <TokenMark symbol={token0.symbol} />
          <TokenMark symbol={token1.symbol} />
          <h3>{pair}</h3>
          <span className="muted small">{feePercent} %</span>
        </div>
        {price && (
          <Badge tone={isInside ? "good" : "warn"}>
            {isInside ? "In range: it earns fees" : "Out of range: it earns nothing"}
          </Badge>
        )}
      </div>
      <Facts
        facts={[
          ["Price range", rangeOf(position)],
          [
            "Price now",
            price ? `${plainNumber(price)} ${token1.symbol} per ${token0.symbol}` : "–",
          ],
          ["Position", `${tokenId} on ${chainName(chainId)}`],
        ]}
      />
      {error && <ErrorNote error={error} title="Nothing was prepared" />}
      <div className="row">
        <Button onClick={() => collect.mutate()} busy={collect.isPending}>
          Collect the fees
        </Button>
        <Button onClick={onMove} disabled={!price}>
          Move to another range
        </Button>
        <Button kind="danger" onClick={() => close.mutate()} busy={close.isPending}>
          Close
        </Button>
      </div>
    </section>
  );
}
