import { endpoint } from "./endpoint.js";
import { Id, listOf, Num, Text } from "./primitives.js";
import { maybe, record, request } from "./schema.js";
import type * as t from "./types/kyc.js";

export * from "./kyc-business.js";
export * from "./kyc-individual.js";
export { UploadTarget } from "./kyc-records.js";

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

/** E18. */
export const getFinancialLimits = endpoint({
  name: "kyc.financialLimits",
  title: "Read how much an identity may move",
  label: "E18",
  method: "GET",
  path: "/api/v1/kyc/identities/{identityId}/financial-limits",
  params: request<{ identityId: string }>(() => ({ identityId: Id })),
  response: FinancialLimits,
  errors: [],
  effect: "read",
  known: "contract",
  personal: true,
});
