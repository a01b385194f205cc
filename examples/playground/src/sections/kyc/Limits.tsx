import { useQuery } from "@tanstack/react-query";
import type { FinancialLimit, LimitBucket } from "bursar";
import { useApp } from "../../app/AppContext";
import { ErrorNote } from "../../ui/ErrorNote";
import { words } from "../../ui/format";
import { Spinner } from "../../ui/Spinner";

const periods = ["daily", "monthly", "quarterly"] as const;

function money(value: number | null | undefined, currency: string | null | undefined): string {
  if (typeof value !== "number") return "–";
  try {
    return value.toLocaleString("en-US", {
      style: "currency",
      currency: currency ?? "USD",
      maximumFractionDigits: 0,
    });
  } catch {
    // The browser may not support the currency.
    return `${value.toLocaleString("en-US")} ${currency}`;
  }
}

/** Formats an amount without its currency. */
const plain = (value: number | null | undefined) =>
  value?.toLocaleString("en-US", { maximumFractionDigits: 0 }) ?? "–";

/** The limits of an identity, as meters of the remaining amounts. */
export function Limits({ identityId }: { identityId: string }) {
  const { queries } = useApp();
  const { data, error, isPending } = useQuery(queries.kyc.financialLimits(identityId));
  if (isPending) return <Spinner label="Loading the limits" />;
  if (error) return <ErrorNote error={error} />;
  return (
    <div className="limits">
      {data.limits.map((limit) => (
        <LimitCard key={`${limit.type} ${limit.currency}`} limit={limit} />
      ))}
    </div>
  );
}

function LimitCard({ limit }: { limit: FinancialLimit }) {
  const { type, currency, limits } = limit;
  const title = `${words(type ?? "limit")}, ${currency}`;
  return (
    <section className="card limit" aria-label={title}>
      <div className="row between">
        <h3>{title}</h3>
        <span className="muted small">
          at most {money(limits?.perTransaction?.limit, currency)} at once
        </span>
      </div>
      {periods.map((period) => {
        const bucket = limits?.[period];
        return (
          bucket && (
            <LimitMeter
              key={period}
              name={words(period)}
              bucket={bucket}
              currency={currency}
              of={title}
            />
          )
        );
      })}
    </section>
  );
}

interface LimitMeterProps {
  name: string;
  bucket: LimitBucket;
  currency: string | null | undefined;
  of: string;
}

function LimitMeter({ name, bucket, currency, of }: LimitMeterProps) {
  const { limit, used, remaining } = bucket;
  const left = remaining ?? (limit ?? 0) - (used ?? 0);
  return (
    <div className="limit-line">
      <span className="row between small">
        <span>{name}</span>
        <span className="muted">
          {plain(left)} left of {plain(limit)}
        </span>
      </span>
      <meter
        min={0}
        max={limit || 1}
        value={left}
        aria-label={`Left of ${of}, ${name.toLowerCase()}`}
      >
        {money(left, currency)}
      </meter>
    </div>
  );
}
