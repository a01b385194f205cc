export {
  createSigningPolicy,
  type PolicyLimit,
  type SigningPolicy,
  type SigningPolicyOptions,
} from "./create-signing-policy.js";
export { createMemoryPolicyStore, type PolicyStore, type PolicyWindow } from "./policy-store.js";
