import { listOf, Num, Text } from "../shared/primitives.js";
import { type ExactSchema, maybe, record } from "../shared/schema.js";
import type * as t from "./types.js";

const LimitBucket: ExactSchema<t.LimitBucket> = record(() => ({
  limit: maybe(Num),
  used: maybe(Num),
  remaining: maybe(Num),
}));

const TransactionLimit: ExactSchema<t.TransactionLimit> = record(() => ({ limit: maybe(Num) }));

const LimitPeriods: ExactSchema<t.LimitPeriods> = record(() => ({
  monthly: maybe(LimitBucket),
  daily: maybe(LimitBucket),
  quarterly: maybe(LimitBucket),
  perTransaction: maybe(TransactionLimit),
}));

const FinancialLimit: ExactSchema<t.FinancialLimit> = record(() => ({
  type: maybe(Text),
  currency: maybe(Text),
  limits: maybe(LimitPeriods),
}));

/** E18: the response. */
export const FinancialLimits: ExactSchema<t.FinancialLimits> = record(() => ({
  identityId: maybe(Text),
  identityType: maybe(Text),
  projectId: maybe(Text),
  limits: listOf(FinancialLimit),
}));
