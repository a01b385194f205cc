import type { BusinessSession } from "../../contract/kyc/business-records.js";
import type { IndividualSession } from "../../contract/kyc/records.js";
import type { KnownToken } from "./catalogue.js";
import type { ReservedName } from "./reserved-inputs.js";
import type { SandboxWords } from "./words.js";

export interface FiatQuote {
  id: string;
  kind: "deposit" | "withdrawal";
  projectId: string;
  individualId: string;
  expiresAt: number;
  wallet: string | null;
  chainId: number;
  token: KnownToken;
  fiatCurrency: string;
  fiatAmount: string;
  cryptoCurrency: string;
  cryptoAmount: string;
  /** In whole tokens. For a deposit, the service's own fee. */
  transactionFee: string;
  gasFee: string;
  paymentMethod: string;
  reserved: ReservedName | null;
  ordered: boolean;
}

export interface Session {
  kind: "individual.standard" | "individual.enhanced" | "business.standard";
  projectId: string;
  record: IndividualSession | BusinessSession;
  /** The id of the identity that an enhanced session upgrades. */
  upgrades: string | null;
  country: string;
  wanted: string[];
  /** The result of the verification. A test may change it. */
  outcome: SessionOutcome;
  failureReason: string | null;
}

/** `VERIFYING`: the verification never ends. */
export type SessionOutcome = "COMPLETED" | "FAILED" | "VERIFYING";

export interface Upload {
  key: string;
  sessionId: string;
  expiresAt: number;
  fields: Record<string, string>;
  /** The size of the received file, or null. */
  received: number | null;
  contentType: string | null;
}

export interface Identity {
  id: string;
  type: SandboxWords["identityType"];
  projectId: string;
  level: "STANDARD" | "ENHANCED";
  /** The country of the document. BRZ requires BRAZIL. */
  country: string;
  /** The wallet of the last deposit quote, in lower case, or null. It pays withdrawals. */
  depositWallet: string | null;
  /** Ordered fiat amounts, which count against the limits. */
  moves: FiatTransfer[];
}

export interface FiatTransfer {
  direction: SandboxWords["limitType"];
  currency: string;
  cents: bigint;
  at: number;
}
