import { Id, listOf, Num, Text } from "../shared/primitives.js";
import { type ExactSchema, openWord, record } from "../shared/schema.js";
import type { UnverifiedIdentityType, UnverifiedLimitType } from "../shared/unverified-words.js";
import type * as t from "./types.js";

const LimitBucket: ExactSchema<t.LimitBucket> = record(() => ({
  limit: Num,
  used: Num,
  remaining: Num,
}));

const TransactionLimit: ExactSchema<t.TransactionLimit> = record(() => ({ limit: Num }));

const LimitPeriods: ExactSchema<t.LimitPeriods> = record(() => ({
  monthly: LimitBucket,
  daily: LimitBucket,
  quarterly: LimitBucket,
  perTransaction: TransactionLimit,
}));

const FinancialLimit: ExactSchema<t.FinancialLimit> = record(
  () => ({
    type: openWord<UnverifiedLimitType>(),
    currency: Id,
    limits: LimitPeriods,
  }),
  { essential: { fields: ["currency"] } },
);

/** E18: the response. */
export const FinancialLimits: ExactSchema<t.FinancialLimits> = record(
  () => ({
    identityId: Text,
    identityType: openWord<UnverifiedIdentityType>(),
    projectId: Text,
    limits: listOf(FinancialLimit),
  }),
  { essential: { fields: ["limits"] } },
);
