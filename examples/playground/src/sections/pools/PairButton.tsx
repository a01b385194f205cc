import type { LiquidityPool } from "bursar";
import { Badge } from "../../ui/Badge";
import { titled } from "../../ui/format";
import { TokenMark } from "../../ui/TokenMark";
import { isNearlyEmpty, pairOf } from "./pool";

/** A button with the pair of a pool. It opens the pool. */
export function PairButton({ pool, onOpen }: { pool: LiquidityPool; onOpen(): void }) {
  const { fee, provider } = pool;
  return (
    <span className="pair">
      <span className="pair-marks">
        {pool.tokens?.map(({ symbol, address }) => (
          <TokenMark key={address} symbol={symbol ?? "?"} />
        ))}
      </span>
      <span className="pair-text">
        <button type="button" className="pair-button" onClick={onOpen}>
          {pairOf(pool)} <span className="sr-only">details, {fee} % fee tier</span>
        </button>
        <span className="row tight">
          <span className="muted small">
            {titled(provider?.name ?? "")} · {fee} %
          </span>
          {isNearlyEmpty(pool) && <Badge tone="warn">Nearly empty</Badge>}
        </span>
      </span>
    </span>
  );
}
