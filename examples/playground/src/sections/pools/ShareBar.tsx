import type { LiquidityPool } from "bursar";

/** The composition of a pool by value. */
export function ShareBar({ pool }: { pool: LiquidityPool }) {
  const [first, second] = pool.tokens ?? [];
  const share = first?.poolShareInPercentage;
  if (typeof share !== "number") return <span className="muted">–</span>;
  const text = `${Math.round(share)} % ${first?.symbol}, ${Math.round(100 - share)} % ${second?.symbol}`;
  return (
    <span className="pool-share">
      <svg
        className="share-bar"
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        role="img"
        aria-label={text}
      >
        <rect className="share-first" x="0" y="0" width={share} height="8" />
        <rect
          className="share-second"
          x={share + 1}
          y="0"
          width={Math.max(0, 99 - share)}
          height="8"
        />
      </svg>
      <span className="muted small" aria-hidden="true">
        {Math.round(share)} / {Math.round(100 - share)}
      </span>
    </span>
  );
}
