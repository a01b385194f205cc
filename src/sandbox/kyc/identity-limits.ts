import type { FinancialLimit, LimitBucket } from "../../contract/kyc/records.js";
import { createFieldError, ServiceError } from "../shared/service-error.js";
import type { FiatTransfer, Identity } from "../world/people.js";
import { findEntry, toIsoTime } from "../world/state.js";
import type { Project, World } from "../world/world.js";

/** Units of each currency per US dollar. */
export const fiatRates: Readonly<Record<string, bigint>> = {
  USD: 1n,
  BRL: 5n,
  MXN: 20n,
  COP: 4_000n,
  ARS: 1_000n,
};

/** In US dollars. Only the monthly limit of about 9,000 is known from the service. */
const standardLimits = {
  perTransaction: 3_000n,
  daily: 3_000n,
  monthly: 9_000n,
  quarterly: 27_000n,
};
const enhancedFactor = 10n;

const periods = ["daily", "monthly", "quarterly"] as const;
type Period = (typeof periods)[number];

export function createIdentity(
  id: string,
  type: Identity["type"],
  projectId: string,
  country: string,
): Identity {
  return { id, type, projectId, level: "STANDARD", country, depositWallet: null, moves: [] };
}

export function getIndividual(world: World, project: Project, id: string): Identity {
  const identity = findEntry(world.identities, id);
  if (identity?.projectId !== project.id || identity.type !== "INDIVIDUAL")
    throw new ServiceError("INDIVIDUAL_NOT_FOUND");
  return identity;
}

/** Calendar periods in UTC. */
function toCalendarPeriod(time: number, period: Period): string {
  const day = toIsoTime(time).slice(0, 10);
  if (period === "daily") return day;
  return period === "monthly"
    ? day.slice(0, 7)
    : `${day.slice(0, 4)} ${Math.floor((Number(day.slice(5, 7)) - 1) / 3)}`;
}

function getLimit(identity: Identity, currency: string, kind: keyof typeof standardLimits): bigint {
  const factor = identity.level === "ENHANCED" ? enhancedFactor : 1n;
  return standardLimits[kind] * factor * (fiatRates[currency] ?? 1n) * 100n;
}

function computeUsage(
  world: World,
  identity: Identity,
  direction: FiatTransfer["direction"],
  currency: string,
  period: Period,
) {
  const now = toCalendarPeriod(world.time, period);
  const limit = getLimit(identity, currency, period);
  const counted = identity.moves.filter(
    (transfer) =>
      transfer.direction === direction &&
      transfer.currency === currency &&
      toCalendarPeriod(transfer.at, period) === now,
  );
  const used = counted.reduce((sum, { cents }) => sum + cents, 0n);
  return { limit, used, remaining: used < limit ? limit - used : 0n };
}

const centsToNumber = (cents: bigint) => Number(cents) / 100;

export function listLimits(world: World, identity: Identity): FinancialLimit[] {
  return (["ON_RAMP", "OFF_RAMP"] as const).flatMap((direction) =>
    Object.keys(fiatRates).map((currency) => {
      const inPeriod = (period: Period): LimitBucket => {
        const { limit, used, remaining } = computeUsage(
          world,
          identity,
          direction,
          currency,
          period,
        );
        return {
          limit: centsToNumber(limit),
          used: centsToNumber(used),
          remaining: centsToNumber(remaining),
        };
      };
      return {
        type: direction,
        currency,
        limits: {
          daily: inPeriod("daily"),
          monthly: inPeriod("monthly"),
          quarterly: inPeriod("quarterly"),
          perTransaction: { limit: centsToNumber(getLimit(identity, currency, "perTransaction")) },
        },
      };
    }),
  );
}

/**
 * Throws if the amount exceeds a limit. No error id is documented, so the issue names the field and
 * the remaining amount.
 */
export function assertWithinLimits(
  world: World,
  identity: Identity,
  { direction, currency, cents }: Omit<FiatTransfer, "at">,
  field: string,
): void {
  const left = [
    getLimit(identity, currency, "perTransaction"),
    ...periods.map(
      (period) => computeUsage(world, identity, direction, currency, period).remaining,
    ),
  ].reduce((least, other) => (other < least ? other : least));
  if (cents <= left) return;
  const maximum = centsToNumber(left);
  const message = `Beyond the financial limits of ${identity.id}: at most ${maximum} ${currency} now`;
  const issue = { code: "too_big", maximum, type: "number", inclusive: true };
  throw createFieldError([field], message, issue);
}

export function recordFiatTransfer(
  world: World,
  identity: Identity,
  transfer: Omit<FiatTransfer, "at">,
): void {
  identity.moves.push({ ...transfer, at: world.time });
}
