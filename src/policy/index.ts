export { createSigningPolicy, type SigningPolicy } from "./create-signing-policy.js";
export type { PolicyLimit, SigningPolicyOptions } from "./policy-options.js";
export { createMemoryPolicyStore, type PolicyStore, type PolicyWindow } from "./policy-store.js";
