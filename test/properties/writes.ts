import { fiatWrites } from "./writes/fiat.js";
import { kycWrites } from "./writes/kyc.js";
import { liquidityWrites } from "./writes/liquidity.js";
import type { Prepare } from "./writes/prepared-write.js";
import { executionWrites } from "./writes/swap.js";
import { walletWrites } from "./writes/wallets.js";

/** Every write of the contract. */
const writes = {
  ...walletWrites,
  ...executionWrites,
  ...liquidityWrites,
  ...fiatWrites,
  ...kycWrites,
};

export type WriteKind = keyof typeof writes;
export const prepareWrite: Readonly<Record<WriteKind, Prepare>> = writes;
/** The writes that a plan may contain. */
export const writeKinds = Object.keys(writes) as WriteKind[];
