import type { Mandate } from "../../../src/policy/index.js";

/** A payment of the shop. */
export interface Payment {
  readonly intent: string;
  readonly kind: "swap" | "transfer";
  readonly request: Readonly<Record<string, unknown>>;
  readonly mandate?: Mandate;
  /** Why it must never be paid. */
  readonly forged?: string;
}

/** What a process reads. */
export interface ChaosSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly walletAddress: `0x${string}`;
  readonly privateKey: `0x${string}`;
  readonly approver: `0x${string}`;
  readonly usdc: `0x${string}`;
  readonly receiver: `0x${string}`;
  readonly policyName: string;
  /** The most that may leave in all, and above what a person must approve. */
  readonly limit: string;
  readonly approvedAbove: string;
  readonly journal: string;
  readonly database: string;
  readonly receiptsFile: string | undefined;
  /** The file with the milliseconds that the service is ahead. */
  readonly clock: string;
  /** How many milliseconds the clock of this process differs from the clock of the service. */
  readonly clockError: number;
  readonly unfreeze: boolean;
  readonly payments: readonly Payment[];
}
