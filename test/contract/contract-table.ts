import type { EndpointName } from "../../src/contract/endpoints.js";

/** Method, path and errors of an operation, written down from the service contract and not from the source. */
export interface Row {
  readonly label?: string;
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  /** What the contract documents: status and id. */
  readonly errors: readonly (readonly [status: number, id: string])[];
}

const tokens = [400, "NOT_AUTHORIZED_TOKENS"] as const;
const units = [403, "UNAVAILABLE_COMPUTE_UNITS"] as const;
const notRegistered = [404, "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT"] as const;
const quoteExpired = [400, "FIAT_QUOTE_EXPIRED"] as const;
const quoteNotFound = [404, "FIAT_QUOTE_NOT_FOUND"] as const;
const orderNotAllowed = [400, "CANCEL_LIMIT_ORDER_NOT_ALLOWED"] as const;
const orderNotFound = [404, "CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND"] as const;

const kyc = "/api/v1/kyc/individual-verification-sessions";

export const contractTable: Readonly<Record<EndpointName, Row>> = {
  "swap.quote": {
    label: "E1",
    method: "POST",
    path: "/api/v1/crypto/swap",
    errors: [tokens, units, notRegistered, [500, "SWAP_QUOTE"]],
  },
  "wallets.deposit": {
    label: "E2",
    method: "POST",
    path: "/api/v1/wallets/{walletAddress}/deposit",
    errors: [tokens, units, notRegistered, [500, "FAILED_TO_ESTIMATE_TRANSFER"]],
  },
  "fiat.quoteDeposit": {
    label: "E3",
    method: "POST",
    path: "/api/v1/fiat/deposit/quote",
    errors: [
      [400, "CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES"],
      [500, "FAILED_TO_GET_FIAT_QUOTE"],
    ],
  },
  "fiat.createDeposit": {
    label: "E4",
    method: "POST",
    path: "/api/v2/fiat/deposit",
    errors: [quoteExpired, quoteNotFound, [500, "FAILED_TO_CREATE_FIAT_DEPOSIT"]],
  },
  "fiat.createWithdrawal": {
    label: "E5",
    method: "POST",
    path: "/api/v2/fiat/withdrawal",
    errors: [quoteExpired, quoteNotFound, [500, "FAILED_TO_CREATE_FIAT_WITHDRAW"]],
  },
  "liquidity.createWithSwap": {
    label: "E6",
    method: "POST",
    path: "/api/v1/liquidity",
    errors: [tokens, units, notRegistered],
  },
  "liquidity.create": {
    label: "E7",
    method: "POST",
    path: "/api/v1/liquidity/create",
    errors: [tokens, units, notRegistered],
  },
  "liquidity.rebalance": {
    label: "E8",
    method: "POST",
    path: "/api/v1/liquidity/rebalance",
    errors: [tokens, units, notRegistered, [500, "BLOCKCHAIN_ERROR"]],
  },
  "liquidity.pools": {
    label: "E9",
    method: "GET",
    path: "/api/v1/liquidity/pools",
    errors: [units, [500, "DB_API_FAILED"]],
  },
  "wallets.portfolio": {
    label: "E10",
    method: "GET",
    path: "/api/v1/wallets/{walletAddress}/portfolio",
    errors: [units, [500, "NFT_METADATA_DECODE_FAILED"]],
  },
  "wallets.history": {
    label: "E11",
    method: "GET",
    path: "/api/v1/wallets/{walletAddress}/history",
    errors: [units, notRegistered],
  },
  "wallets.register": {
    label: "E12",
    method: "POST",
    path: "/api/v1/wallets/register",
    errors: [
      [400, "FACTORY_NOT_SUPPORTED"],
      units,
      [404, "PROJECT_NOT_FOUND"],
      [500, "REGISTER_WALLET_TRACKING_FAILED"],
    ],
  },
  "wallets.updateTransactionMetadata": {
    label: "E13",
    method: "PATCH",
    path: "/api/v1/wallets/transactions/{transactionId}/metadata",
    errors: [
      [400, "invalid_metadata"],
      [404, "TRANSACTION_NOT_FOUND"],
    ],
  },
  "wallets.requestTaxExport": {
    label: "E14",
    method: "POST",
    path: "/api/v1/wallets/{walletAddress}/tax-export",
    errors: [
      notRegistered,
      [429, "TAX_EXPORT_ALREADY_REQUESTED_TODAY"],
      [500, "FAILED_TO_PUBLISH_CHECK_TRANSFER_IS_CROSS_SWAP"],
    ],
  },
  "tokens.list": { label: "E15", method: "GET", path: "/api/v1/crypto/tokens", errors: [] },
  "lending.quote": {
    label: "E16",
    method: "POST",
    path: "/api/v1/lending/quote",
    errors: [tokens, notRegistered],
  },
  "swap.cancelLimitOrder": {
    label: "E17",
    method: "POST",
    path: "/api/v1/crypto/limit-orders/{transactionId}/cancel/execute",
    errors: [orderNotAllowed, orderNotFound],
  },
  "kyc.financialLimits": {
    label: "E18",
    method: "GET",
    path: "/api/v1/kyc/identities/{identityId}/financial-limits",
    errors: [],
  },
  "kyc.individual.standard.get": {
    label: "E19",
    method: "GET",
    path: `${kyc}/standard/{sessionId}`,
    errors: [],
  },
  "kyc.business.standard.create": {
    label: "E20",
    method: "POST",
    path: "/api/v1/kyc/business-verification-sessions/standard",
    errors: [],
  },

  // Known to the contract by title only; the paths stand in the service's other documentation, or follow from it.
  "wallets.check": {
    method: "GET",
    path: "/api/v1/wallets/address",
    errors: [[400, "FACTORY_NOT_SUPPORTED"], units, [404, "PROJECT_NOT_FOUND"]],
  },
  "swap.prepareCancellation": {
    method: "POST",
    path: "/api/v1/crypto/limit-orders/{transactionId}/cancel",
    errors: [orderNotAllowed, orderNotFound],
  },
  "liquidity.change": {
    method: "POST",
    path: "/api/v1/liquidity/change",
    errors: [tokens, units, notRegistered, [500, "BLOCKCHAIN_ERROR"]],
  },
  "liquidity.collectFees": {
    method: "POST",
    path: "/api/v1/liquidity/collect",
    errors: [tokens, units, [500, "BLOCKCHAIN_ERROR"]],
  },
  "fiat.quoteWithdrawal": {
    method: "POST",
    path: "/api/v1/fiat/withdraw/quote",
    errors: [
      [400, "CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES"],
      [500, "FAILED_TO_GET_FIAT_QUOTE"],
    ],
  },
  "kyc.individual.standard.create": { method: "POST", path: `${kyc}/standard`, errors: [] },
  "kyc.individual.standard.process": {
    method: "POST",
    path: `${kyc}/standard/{sessionId}/process`,
    errors: [],
  },
  "kyc.individual.enhanced.create": { method: "POST", path: `${kyc}/enhanced`, errors: [] },
  "kyc.individual.enhanced.get": { method: "GET", path: `${kyc}/enhanced/{sessionId}`, errors: [] },
  "kyc.individual.enhanced.process": {
    method: "POST",
    path: `${kyc}/enhanced/{sessionId}/process`,
    errors: [],
  },
  "kyc.business.standard.get": {
    method: "GET",
    path: "/api/v1/kyc/business-verification-sessions/standard/{sessionId}",
    errors: [],
  },
  "operations.execute": {
    method: "POST",
    path: "/api/v1/crypto/execute-user-op",
    errors: [
      [400, "EXECUTE_USER_OP"],
      units,
      [404, "USER_OPERATION_NOT_FOUND"],
      [500, "EXECUTE_USER_OP"],
    ],
  },
};

/** Error ids that the service was seen to send from an operation beside those documented. */
export const seenBeside: Readonly<
  Partial<Record<EndpointName, readonly (readonly [status: number, id: string])[]>>
> = {
  "wallets.register": [[400, "WALLET_ALREADY_REGISTERED"]],
  "wallets.portfolio": [[500, "FAILED_TO_GET_BALANCES"]],
  "fiat.quoteDeposit": [[404, "INDIVIDUAL_NOT_FOUND"]],
  "fiat.quoteWithdrawal": [[404, "INDIVIDUAL_NOT_FOUND"]],
  "kyc.individual.standard.get": [[404, "STANDARD_SESSION_NOT_FOUND"]],
};
