export type { Mandate, MandateTerms } from "../signing/skeleton/mandate.js";
export type { PolicyApproval } from "./approval.js";
export { createSigningPolicy, type SigningPolicy } from "./create-signing-policy.js";
export {
  type CreateMandateOptions,
  createMandate,
  describeMandate,
  type MandateSummary,
  signMandate,
  type VerifiedMandate,
  verifyMandate,
} from "./mandate.js";
export type { PolicyLimit, SigningPolicyOptions } from "./policy-options.js";
export { createMemoryPolicyStore, type PolicyStore, type PolicyWindow } from "./policy-store.js";
