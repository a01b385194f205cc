import { listOf, Num, Text } from "../shared/primitives.js";
import { maybe, record } from "../shared/schema.js";
import type * as t from "./types.js";

const LimitBucket = record<t.LimitBucket>(() => ({
  limit: maybe(Num),
  used: maybe(Num),
  remaining: maybe(Num),
}));

const LimitPeriods = record<t.LimitPeriods>(() => ({
  monthly: maybe(LimitBucket),
  daily: maybe(LimitBucket),
  quarterly: maybe(LimitBucket),
  perTransaction: maybe(record<t.TransactionLimit>(() => ({ limit: maybe(Num) }))),
}));

const FinancialLimit = record<t.FinancialLimit>(() => ({
  type: maybe(Text),
  currency: maybe(Text),
  limits: maybe(LimitPeriods),
}));

/** E18: the answer. */
export const FinancialLimits = record<t.FinancialLimits>(() => ({
  identityId: maybe(Text),
  identityType: maybe(Text),
  projectId: maybe(Text),
  limits: listOf(FinancialLimit),
}));
