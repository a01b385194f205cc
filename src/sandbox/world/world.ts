import type { BusinessSession, IndividualSession } from "../../contract/kyc/types.js";
import type { Hex, Metadata } from "../../contract/shared/primitives.js";
import type { Authorization, TypedData } from "../../contract/shared/types.js";
import type { Transaction } from "../../contract/wallets/types.js";

/** Everything that a sandbox knows. Plain data: a snapshot is a copy of it, and a restore puts the copy back. */
export interface World {
  /** What it was made from. */
  seed: string;
  /** The state of the random numbers. */
  random: number;
  /** Counts what was made, for ids. */
  made: number;
  /** Milliseconds since 1970 by the sandbox's own clock. */
  time: number;
  /** The parts of the service that are down. */
  outages: Outage[];
  /** NFTs that wallets hold, by wallet. */
  nfts: Record<string, HeldNft[]>;
  /** By API key. */
  projects: Record<string, Project>;
  /** By address in lower case. */
  wallets: Record<string, Wallet>;
  /** By address as it is written: its letter case has a meaning. */
  bitcoinWallets: Record<string, BitcoinWallet>;
  /** Prices that were moved, in US dollars, by `chain:token`; all others stand in the catalogue. */
  prices: Record<string, string>;
  /** What every account holds, in smallest units, by account and by `chain:token`. Only accounts that are no wallet may go below zero. */
  ledger: Record<string, Record<string, bigint>>;
  /** Prepared operations, by their hash. */
  operations: Record<string, Operation>;
  /** What happens once the clock has passed a time. */
  schedule: ScheduledTask[];
  /** By wallet, EVM addresses in lower case; oldest first. */
  history: Record<string, Transaction[]>;
  /** Open limit orders, by transaction id. */
  orders: Record<string, LimitOrder>;
  /** Liquidity positions, by token id. */
  positions: Record<string, Position>;
  fiatQuotes: Record<string, FiatQuote>;
  fiatOrders: Record<string, FiatOrder>;
  sessions: Record<string, Session>;
  /** By the storage key in an upload form. */
  uploads: Record<string, Upload>;
  /** By identity id. */
  identities: Record<string, Identity>;
  /** The day (`2026-01-31`) of the last tax export, by wallet. */
  taxExports: Record<string, string>;
}

/** A part of the service that can be down: what depends on it fails with its documented error. */
export type Outage =
  | "tracking"
  | "metadata"
  | "chain"
  | "routes"
  | "fiat-quotes"
  | "fiat-orders"
  | "queue"
  | "balances";

export interface HeldNft {
  chainId: number;
  address: string;
  tokenId: string;
  name: string;
  /** Metadata that cannot be decoded makes NFT_METADATA_DECODE_FAILED. */
  broken: boolean;
}

export interface Project {
  id: string;
  apiKey: string;
  /** Compute units left. */
  units: number;
  /** Tokens whitelisted in the project, as `chain:token`. */
  whitelist: string[];
  /** Receives `transactionFeePercent`; without one nothing is taken. */
  treasury: string | null;
  /** Whether the fiat feature is enabled. */
  fiat: boolean;
  /** Liquidity positions are created and rebalanced by an echo of the request, with nothing to sign. */
  liquidityEcho: boolean;
  /** A key whose project was deleted still opens the door, and then no project is found. */
  deleted: boolean;
}

export interface Wallet {
  address: Hex;
  owner: Hex;
  factory: Hex;
  salt: string | null;
  eip7702: boolean;
  projectId: string;
  metadata: Metadata | null;
  registeredAt: string;
  /** Chains on which it is deployed: deployment rides on the first operation there. */
  deployed: number[];
  lastTransactionAt: string | null;
}

/** A Bitcoin wallet of a project. Nobody signs for it: what a swap out of Bitcoin asks to be signed is not known. */
export interface BitcoinWallet {
  address: string;
  projectId: string;
}

/** One booking: an amount goes from one account to another. Nothing appears from nowhere. */
export interface Booking {
  from: string;
  to: string;
  /** `chain:token`. */
  asset: string;
  units: bigint;
}

/** What was prepared for signing, and what happens when it is executed. */
export interface Operation {
  hash: Hex;
  /** What the hash is the EIP-712 hash of. */
  typedData: TypedData;
  projectId: string;
  /** The wallet, in lower case. */
  wallet: string;
  /** Who has to sign. */
  owner: Hex;
  authorization: Authorization | null;
  expiresAt: number;
  /** `executed` operations are refused: nothing is executed twice. */
  state: "prepared" | "executed";
  chainId: number;
  /** Type, chain and further fields of the record that the execution writes. */
  record: Partial<Transaction> & { type: string };
  metadata: Metadata | null;
  bookings: Booking[];
  /** Cross-chain operations pass through ON_BRIDGE. */
  crossChain: boolean;
  /** What else happens when it is completed, by name; see `completions`. */
  completion: { name: string; data: Record<string, unknown> } | null;
  /** What the market must still give when it is executed; empty where no price matters. */
  market: MarketTerms[];
  /** What else must hold when it is executed, by name; see `conditions`. */
  condition: { name: string; data: Record<string, unknown> } | null;
  /** The limit order that its execution opens; its bookings then wait for the price. */
  order: OrderTerms | null;
}

/** What the market must give. */
export interface MarketTerms {
  /** `chain:token`. */
  assetIn: string;
  assetOut: string;
  /** What is left to swap after fees. */
  netIn: bigint;
  minOut: bigint;
  /** In parts of a million. */
  spread: bigint;
}

/** What a limit order asks for. */
export interface OrderTerms extends MarketTerms {
  expiresAt: number | null;
  partialFillable: boolean;
  /** Large orders that may fill in parts do. */
  large: boolean;
}

/** A step of a submitted operation or of anything else that takes time. */
export interface ScheduledTask {
  at: number;
  name: string;
  data: Record<string, unknown>;
}

export interface LimitOrder {
  transactionId: string;
  operationHash: Hex;
  wallet: string;
  owner: Hex;
  projectId: string;
  chainId: number;
  terms: OrderTerms;
  /** The bookings of the whole order; partial fills take shares of them. */
  bookings: Booking[];
  /** How much has been filled, in percent. */
  filled: number;
  /** When the market is looked at next; null while only a price move can change anything. */
  checkAt: number | null;
  /** What has to be signed to cancel it; null until a cancellation was prepared. */
  cancellation: TypedData | null;
}

export interface Position {
  tokenId: string;
  wallet: string;
  /** The id of the first position before any rebalance; kept as metadata `positionId`. */
  positionId: string;
  chainId: number;
  token0: string;
  token1: string;
  poolFeePercent: number;
  minPrice: number;
  maxPrice: number;
  /** Up to when its fees are booked, in milliseconds since 1970. */
  feesUntil: number;
  open: boolean;
}

export interface FiatQuote {
  id: string;
  kind: "deposit" | "withdrawal";
  projectId: string;
  individualId: string;
  expiresAt: number;
  wallet: string | null;
  chainId: number;
  /** Its address. */
  token: string;
  fiatCurrency: string;
  fiatAmount: string;
  cryptoCurrency: string;
  cryptoAmount: string;
  /** The fees of a withdrawal; of a deposit the service's own. In whole tokens. */
  transactionFee: string;
  gasFee: string;
  paymentMethod: string;
  ordered: boolean;
}

export interface FiatOrder {
  id: string;
  quoteId: string;
  operationHash: Hex | null;
}

export interface Session {
  kind: "individual.standard" | "individual.enhanced" | "business.standard";
  projectId: string;
  record: IndividualSession | BusinessSession;
  /** The identity that an enhanced session upgrades. */
  upgrades: string | null;
  country: string;
  /** Keys of the upload targets that must be filled before processing. */
  wanted: string[];
  /** What the check ends in, and how; a test may change it before. */
  outcome: "COMPLETED" | "FAILED";
  failureReason: string | null;
}

export interface Upload {
  key: string;
  sessionId: string;
  expiresAt: number;
  /** What the form must carry. */
  fields: Record<string, string>;
  /** Size of the file that arrived; null until then. */
  received: number | null;
  contentType: string | null;
}

export interface Identity {
  id: string;
  type: "INDIVIDUAL" | "BUSINESS";
  projectId: string;
  level: "STANDARD" | "ENHANCED";
  /** The country of the document: only a Brazilian one opens BRZ. */
  country: string;
  /** What it has moved, from which its limits follow. */
  moves: FiatTransfer[];
}

/** One ordered fiat amount, in hundredths. */
export interface FiatTransfer {
  direction: "ON_RAMP" | "OFF_RAMP";
  currency: string;
  cents: bigint;
  at: number;
}
