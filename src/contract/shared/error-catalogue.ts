import type { Outcome } from "./outcome.js";

/** The facts about an error id of the service. Endpoints list the ids that they document. */
export interface ErrorFacts {
  /** The HTTP status, several if the id was seen with several, or `[]` if none is known. */
  readonly status: number | readonly number[];
  readonly meaning: string;
  /** Whether the same request can succeed later. */
  readonly retry: boolean;
  /** What to do next. */
  readonly hint: string;
  /** `contract`: in the contract. `seen`: in responses or other documentation of the service. */
  readonly source: "contract" | "seen";
  /** What the id says about a write. Default: by the status. */
  readonly outcome?: Outcome | undefined;
}

/* @__NO_SIDE_EFFECTS__ */
function fact(
  source: ErrorFacts["source"],
  status: ErrorFacts["status"],
  retry: boolean,
  meaning: string,
  hint: string,
  outcome?: Outcome,
): ErrorFacts {
  return { source, status, retry, meaning, hint, outcome };
}

/** The known error ids of the service. */
// biome-ignore format: one argument per line would hide the entries
export const errorCatalogue = {
  NOT_AUTHORIZED_TOKENS: fact("contract", 400, false,
    "a token is not supported",
    "Use tokens from client.tokens.list, or add these to the project's whitelist.",
  ),
  FIAT_QUOTE_EXPIRED: fact("contract", 400, false,
    "the fiat quote has expired",
    "Request a new quote and order it at once: quotes expire within minutes.",
  ),
  CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES: fact("contract", 400, false,
    "the token is not supported on that fiat chain",
    "The message names alternatives. USDC works on 1, 137, 8453 and 42161, BRZ on 137.",
  ),
  FACTORY_NOT_SUPPORTED: fact("contract", 400, false,
    "the wallet factory is not supported",
    "Pass the address of a factory that the service supports.",
  ),
  invalid_metadata: fact("contract", 400, false,
    "metadata is not a map of strings",
    "Make every metadata value a string.",
  ),
  CANCEL_LIMIT_ORDER_NOT_ALLOWED: fact("contract", 400, false,
    "the transaction is not an active, cancellable limit order",
    "Read its status from client.wallets.history: it may have been filled, cancelled or expired.",
    "unknown",
  ),
  UNAVAILABLE_COMPUTE_UNITS: fact("contract", 403, false,
    "the project has used up its compute units",
    "Raise the project's quota. Reduce calls, and share reads with dedupe.",
  ),
  ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT: fact("contract", 404, false,
    "the wallet is not registered with this project",
    "Register it first: client.wallets.ensure registers it if needed.",
  ),
  FIAT_QUOTE_NOT_FOUND: fact("contract", 404, false,
    "the fiat quote id is unknown",
    "If it may have been ordered before, ask support. Otherwise request a new quote.",
    "unknown",
  ),
  PROJECT_NOT_FOUND: fact("contract", 404, false,
    "the project does not exist",
    "Check which project the API key belongs to.",
  ),
  TRANSACTION_NOT_FOUND: fact("contract", 404, false,
    "the transaction id is unknown",
    "Pass the id of a history record, not a hash.",
  ),
  CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND: fact("contract", 404, false,
    "the limit order's transaction is unknown",
    "Pass the id of the history record of the limit order, not a hash.",
  ),
  TAX_EXPORT_ALREADY_REQUESTED_TODAY: fact("contract", 429, false,
    "a tax export was already requested today for this wallet",
    "Try again tomorrow.",
    "unknown",
  ),
  SWAP_QUOTE: fact("contract", 500, true,
    "the swap could not be quoted",
    "Try again, or use another amount or another route profile.",
  ),
  FAILED_TO_ESTIMATE_TRANSFER: fact("contract", 500, false,
    "the transfer could not be estimated",
    "Check the balance of fromAddress: it is probably too low.",
  ),
  FAILED_TO_GET_FIAT_QUOTE: fact("contract", 500, true,
    "the fiat quote failed",
    "Try again later.",
  ),
  FAILED_TO_CREATE_FIAT_DEPOSIT: fact("contract", 500, false,
    "the fiat deposit order failed",
    "Check with the service before you order again, then request a new quote.",
  ),
  FAILED_TO_CREATE_FIAT_WITHDRAW: fact("contract", 500, false,
    "the fiat withdrawal order failed",
    "Check with the service before you order again, then request a new quote.",
  ),
  DB_API_FAILED: fact("contract", 500, true, "the metadata source failed", "Try again later."),
  NFT_METADATA_DECODE_FAILED: fact("contract", 500, false,
    "an NFT's metadata could not be decoded",
    "Request the portfolio without includeNFTs.",
  ),
  BLOCKCHAIN_ERROR: fact("contract", 500, true,
    "chain data could not be fetched",
    "Try again later.",
  ),
  REGISTER_WALLET_TRACKING_FAILED: fact("contract", 500, false,
    "the wallet's event tracking could not be registered",
    "Look with client.wallets.check before you register again.",
  ),
  FAILED_TO_PUBLISH_CHECK_TRANSFER_IS_CROSS_SWAP: fact("contract", 500, false,
    "the export request could not be published",
    "Try again on the same day: the service refuses a second export.",
  ),

  BAD_REQUEST: fact("seen", 400, false,
    "the service rejected fields of the request",
    "Read issues: each has a path, and options lists the allowed words.",
  ),
  WALLET_ALREADY_REGISTERED: fact("seen", 400, false,
    "the wallet is already registered",
    "Treat it as success, like client.wallets.ensure.",
    "done",
  ),
  EXECUTE_USER_OP: fact("seen", [400, 500], false,
    "the operation could not be executed; with 400 it may have expired",
    "Look for the hash first: client.wallets.waitForTransaction. Sign a new quote only a minute after the operation has expired, if it is still not found.",
    "unknown",
  ),
  UNAUTHORIZED_EXCEPTION: fact("seen", 401, false,
    "the call is not authorised",
    "Check the API key, and that the wallet belongs to its project.",
  ),
  HTTP_EXCEPTION: fact("seen", [403, 404], false,
    "the API key was rejected, a feature is not enabled, or the route does not exist",
    "After 403, check the API key and the project's features. After 404, check baseUrl and paths.",
  ),
  NOT_ALLOWED: fact("seen", 403, false,
    "the record belongs to another project",
    "Use a record of this project.",
  ),
  WALLET_NOT_FOUND: fact("seen", 404, false, "the wallet is unknown", "Check the wallet id."),
  USER_OPERATION_NOT_FOUND: fact("seen", 404, false,
    "the user operation is unknown",
    "Look for the hash first: client.wallets.waitForTransaction. Sign a new quote only a minute after the operation has expired, if it is still not found. Use the same API key.",
    "unknown",
  ),
  STANDARD_SESSION_NOT_FOUND: fact("seen", 404, false,
    "the verification session is unknown",
    "Pass the id of a session of this project.",
  ),
  INDIVIDUAL_NOT_FOUND: fact("seen", [], false,
    "the identity is unknown",
    "Pass the individualId of a completed verification.",
  ),
  INVALID_TAX_EXPORT_SCHEDULE_TIMEZONE: fact("seen", 400, false,
    "the time zone is not an IANA name",
    "Use a name such as America/Sao_Paulo.",
  ),
  TAX_EXPORT_SCHEDULE_ALREADY_EXISTS: fact("seen", 409, false,
    "the wallet already has a tax-export schedule",
    "No call reads the schedule: it may have another e-mail address than this request.",
    "unknown",
  ),
  FAILED_TO_PUBLISH_TAX_EXPORT_SCHEDULE_MESSAGE: fact("seen", 500, false,
    "the schedule could not be published",
    "Try again later: the service refuses a second schedule.",
  ),
  FAILED_TO_GET_BALANCES: fact("seen", [], true, "balances could not be read", "Try again later."),
  INTERNAL_SERVER_ERROR: fact("seen", [], true,
    "the service crashed on this request",
    "Repeat reads. For a quote, try a larger amount.",
  ),
} as const satisfies Record<string, ErrorFacts>;

/** A known error id. The service may send others. */
export type ErrorId = keyof typeof errorCatalogue;

/** The facts about an id, or undefined if it is unknown. Ids are case-sensitive. */
export function errorFacts(id: string | undefined): ErrorFacts | undefined {
  return id !== undefined && Object.hasOwn(errorCatalogue, id)
    ? errorCatalogue[id as ErrorId]
    : undefined;
}
