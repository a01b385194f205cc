import type { Metadata } from "../../contract/shared/primitives.js";
import type { Authorization, TypedData } from "../../contract/shared/records.js";
import type { Transaction } from "../../contract/wallets/history-records.js";
import type { Address, Hex } from "../../shared/patterns.js";
import type { KnownWebhookEvent } from "../../webhooks/events.js";
import type { KnownToken } from "./catalogue.js";
import type { FiatQuote, Identity, Session, Upload } from "./people.js";
import { hashSeed } from "./random.js";
import type { SentFeeType, SentTransactionType } from "./words.js";

/** The initial state of a sandbox. Plain data, because a snapshot is a copy of it. */
export function createState(seed: string, time: number) {
  return {
    /** The form of the state. Raise it when a field changes, so that no old snapshot is misread. */
    version: 1,
    seed,
    random: hashSeed(seed),
    /** The number of ids and nonces issued. The next one is unique by it. */
    made: 0,
    /** The sandbox's clock, in milliseconds since 1970. */
    time,
    outages: [] as Outage[],
    /** By wallet address. */
    nfts: {} as Record<string, HeldNft[]>,
    /** By API key. */
    projects: {} as Record<string, Project>,
    /** By lower-case address. */
    wallets: {} as Record<string, Wallet>,
    /** By address in its original letter case, which is significant. */
    bitcoinWallets: {} as Record<string, BitcoinWallet>,
    /** Changed prices in US dollars, by `chain:token`. The others are in the catalogue. */
    prices: {} as Record<string, string>,
    /**
     * Balances in smallest units, by account and `chain:token`. Only external accounts may be
     * negative.
     */
    ledger: {} as Record<string, Record<string, bigint>>,
    /** What the ledger has booked, by EVM chain, oldest first. */
    blocks: {} as Record<string, Block[]>,
    /** How much less the next operation delivers than it states, in percent. */
    divergence: 0,
    operations: {} as Record<string, Operation>,
    schedule: [] as ScheduledTask[],
    /** Webhooks to send after the current request. */
    events: [] as KnownWebhookEvent[],
    /** By wallet (EVM addresses in lower case), oldest first. */
    history: {} as Record<string, Transaction[]>,
    orders: {} as Record<string, LimitOrder>,
    positions: {} as Record<string, Position>,
    fiatQuotes: {} as Record<string, FiatQuote>,
    /** The id of the quote, by order. */
    fiatOrders: {} as Record<string, string>,
    sessions: {} as Record<string, Session>,
    /** By the storage key of the upload form. */
    uploads: {} as Record<string, Upload>,
    identities: {} as Record<string, Identity>,
    /** The day (`2026-01-31`) of the last tax export, by wallet. */
    taxExports: {} as Record<string, string>,
    /** The time zone of the monthly tax export, by wallet. */
    taxExportSchedules: {} as Record<string, string>,
  };
}

export type World = ReturnType<typeof createState>;

export interface HeldNft {
  chainId: number;
  address: string;
  tokenId: string;
  name: string;
  /** `true` makes the portfolio fail with NFT_METADATA_DECODE_FAILED. */
  broken: boolean;
}

export interface Project {
  id: string;
  apiKey: string;
  /** Remaining compute units. */
  units: number;
  /** Whitelisted tokens, as `chain:token`. */
  whitelist: string[];
  /** Receives the `transactionFeePercent`. With `null`, no transaction fee is charged. */
  treasury: Address | null;
  /** Whether the fiat feature is enabled. */
  fiat: boolean;
  /** Calls for a liquidity position return an echo of the request, with nothing to sign. */
  liquidityEcho: boolean;
  /** The API key stays valid, but its project is not found. */
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
  /** The chains where the wallet is deployed. Its first operation on a chain deploys it. */
  deployed: number[];
  lastTransactionAt: string | null;
}

/** A Bitcoin wallet of a project. It cannot sign anything. */
export interface BitcoinWallet {
  address: string;
  projectId: string;
}

export interface Booking {
  from: string;
  to: string;
  /** `chain:token`. */
  asset: string;
  units: bigint;
}

/** A block of a chain, with its only transaction. */
export interface Block {
  /** In milliseconds since 1970. */
  time: number;
  transactionHash: Hex;
  /** Null for a transaction of others, such as a deposit. */
  userOperation: UserOperationResult | null;
  bookings: Booking[];
}

export interface UserOperationResult {
  hash: Hex;
  sender: string;
  nonce: string;
  success: boolean;
  /** In the smallest units of the chain's coin. */
  gasCost: bigint;
}

/** A cost of an operation: a transfer that its fees list, too. */
export interface Charge extends Booking {
  type: SentFeeType;
  /** Of the amount. 0 for gas. */
  percent: number;
}

export interface Operation {
  hash: Hex;
  /** `hash` is the EIP-712 hash of this. */
  typedData: TypedData;
  projectId: string;
  /** In lower case. */
  wallet: string;
  owner: Hex;
  authorization: Authorization | null;
  expiresAt: number;
  /** An operation can be executed only once. */
  state: "prepared" | "executed";
  chainId: number;
  /** Type, chain and further fields of the transaction record. */
  record: Partial<Transaction> & {
    type: SentTransactionType;
    /** Only of liquidity positions. */
    nftNumber?: string;
    previousNftNumber?: string;
  };
  metadata: Metadata | null;
  bookings: (Booking | Charge)[];
  /** Cross-chain operations pass through ON_BRIDGE. */
  crossChain: boolean;
  completions: Completion[];
  market: MarketTerms[];
  /** Loans that must still be covered at execution. */
  coverage: LoanCoverage | null;
  /** The limit order that the execution opens. Its bookings then wait for the price. */
  order: OrderTerms | null;
  fate: Fate | null;
}

export type Fate = "rejected" | "failed" | "unfinished";

/** An amount and the output that the market must offer for it. */
export interface MarketTerms {
  tokenIn: KnownToken;
  tokenOut: KnownToken;
  /** The amount to swap after fees. */
  netIn: bigint;
  minOut: bigint;
  /** In parts per million. */
  spread: bigint;
}

export interface OrderTerms extends MarketTerms {
  expiresAt: number | null;
  partialFillable: boolean;
  /** A large order that is partially fillable fills in two parts. */
  large: boolean;
}

type Step<Steps> = { [Name in keyof Steps]: { name: Name; data: Steps[Name] } }[keyof Steps];

export interface Completions {
  "position.open": { position: Position };
  "position.move": { from: string; position: Position };
  "position.change": { tokenId: string };
  "fiat.withdrawn": { orderId: string };
}

export type Completion = Step<Completions>;

export interface LoanCoverage {
  provider: string;
  parts: readonly LendingPart[];
}

export interface LendingPart {
  name: LendingPartName;
  token: KnownToken;
  units: bigint;
}

export type LendingPartName = "supply" | "borrow" | "repay" | "withdraw";

export interface Tasks {
  "operation.bridge": Execution;
  "operation.settle": Execution;
  "operation.forget": { hash: Hex };
  "order.check": { transactionId: string; at: number; wait: number };
  "order.expire": { transactionId: string };
  "fiat.arrive": { orderId: string };
  "fiat.forget": { id: string };
  "kyc.verify": { sessionId: string };
  "kyc.conclude": { sessionId: string };
  "kyc.expire": { sessionId: string };
}

export interface Execution {
  hash: Hex;
  transactionId: string;
}

export type ScheduledTask = Step<Tasks> & {
  at: number;
  isDeadline: boolean;
};

export interface LimitOrder {
  transactionId: string;
  /** It has the bookings of the whole order. A partial fill applies a share of them. */
  operation: Operation;
  terms: OrderTerms;
  filled: number;
  /** When the order is settled next, or null if it waits for a price change. */
  checkAt: number | null;
  /** The typed data to sign for a cancellation, or null if none was prepared. */
  cancellation: TypedData | null;
}

export interface Range {
  token0: KnownToken;
  token1: KnownToken;
  poolFeePercent: number;
  minPrice: number;
  maxPrice: number;
}

export interface Position {
  tokenId: string;
  wallet: string;
  /** The token id of the first position before any rebalance, also in the metadata. */
  positionId: string;
  range: Range;
  /** Fees are booked until this time, in milliseconds since 1970. */
  feesUntil: number;
  open: boolean;
}

/**
 * A part of the service that can fail. Operations that depend on it return their documented error.
 */
export type Outage = (typeof outages)[number];

export const outages = [
  "tracking",
  "metadata",
  "chain",
  "routes",
  "fiat-quotes",
  "fiat-orders",
  "queue",
  "balances",
] as const;
