import type { FiatWithdrawalOrder } from "../../contract/fiat/withdrawal-records.js";
import type {
  UserOperation,
  UserOperationResponse,
} from "../../contract/operations/custom-records.js";
import type {
  PreparedBatch,
  Transfer,
  TransferResponse,
} from "../../contract/operations/prepared-records.js";
import type { Address } from "../../shared/patterns.js";
import type { CheckOperationOptions } from "../authorization/check-operation.js";
import type { OperationRequest } from "../requested/request.js";
import type { Fields } from "../shared/read-options.js";
import type { AcceptOptions } from "../skeleton/accept-options.js";
import type { MandateOption } from "../skeleton/mandate.js";
import type { HashedOperation, MaybeOperation } from "./parse-operation.js";

/** What `client.operations` prepares, with or without the wrapper of its response. */
export type PreparedOperation =
  | Transfer
  | TransferResponse
  | PreparedBatch
  | UserOperation
  | UserOperationResponse;

/** Everything that is signed by its hash, but for swap quotes. */
export type AnyOperation =
  | PreparedOperation
  | HashedOperation
  | FiatWithdrawalOrder
  | MaybeOperation;

/** What an operation must match. */
export interface OperationOptions extends CheckOperationOptions {
  /**
   * The request of `client.operations.transfer`, `batch` or `custom`: everything that the response
   * states is compared with it. Required for a transfer or a batch that is not an object that the
   * client returned, such as a copy, or JSON from another process.
   * @defaultValue the request that the client sent
   */
  expect?: OperationRequest | undefined;
  /**
   * The maximum gas as a decimal string in `payGasFeeToken`; of a batch, for all its operations
   * together. With it, the response must state its gas in that token. Needs `expect`.
   */
  maxGasFee?: string | undefined;
  /** As in `checkQuote`, for each operation and for all of a batch. Needs `expect`. */
  maxLossPercent?: number | undefined;
  /**
   * The expected chain. Required to sign an EIP-7702 authorization or an order: the chain in the
   * response does not count. Not needed beside `expect`.
   * @defaultValue that of the request, if the client returned the operation
   */
  chainId?: number | undefined;
  /**
   * The expected wallet, compared if the operation names one. Required like `chainId`. Not needed
   * beside `expect`.
   * @defaultValue that of the request, if the client returned the operation
   */
  walletAddress?: string | undefined;
}

/** Who signs an operation, and what it must match. */
export interface SignOperationOptions extends OperationOptions, AcceptOptions, MandateOption {
  /**
   * The account that owns the wallet (`externallyOwnedAccount`). Every signature must be its.
   * Without it, the signatures are only compared with the signer's own address.
   */
  owner?: Address | undefined;
}

// biome-ignore format: a compact table
export const operationFields: Fields<SignOperationOptions> = {
  expect: "any", maxGasFee: "amount", maxLossPercent: "percent", owner: "value", chainId: "value",
  walletAddress: "value", delegates: "addresses", now: "time", margin: "value", accept: "codes",
  confirm: "function", policy: "policy", mandate: "data", signal: "signal",
  receipts: "function",
};
