import { toUnits } from "../../shared/decimal.js";
import { trimEnd } from "../../shared/trim-end.js";
import type { ObjectSchema, Schema } from "../records/schema.js";
import { nativeToken } from "../shared/chains/chain-ids.js";
import { endpoint, type RepeatedValues } from "../shared/endpoint.js";
import { EvmAddress, Id } from "../shared/primitives.js";
import { matchCall, matchHex, matchId, matchNumber } from "../shared/repeated-value.js";
import {
  HistoryPage,
  HistoryQuery,
  historyPageSizes,
  TransactionMetadataRequest,
  TransactionResponse,
} from "./history-records.js";
import { Portfolio, PortfolioQuery } from "./portfolio-records.js";
import {
  AnyWalletPath,
  DepositRequest,
  DepositResponse,
  RegisterWalletRequest,
  TaxExportRequest,
  TaxExportScheduleRequest,
  WalletIdentity,
  WalletList,
  WalletMetadataRequest,
  WalletResponse,
} from "./records.js";

const WalletPath: ObjectSchema<{ walletId: string }> = {
  kind: "request",
  fields: () => ({
    /** The wallet. @unverified whether it is the address */
    walletId: Id,
  }),
};

/** An EIP-7702 wallet has no salt, and the documentation does not say which factory. */
function repeatIdentity(wallet: WalletIdentity): RepeatedValues {
  const { externallyOwnedAccount, factory, salt, eip7702 } = wallet;
  return {
    "wallet.externallyOwnedAccount": matchHex(externallyOwnedAccount),
    ...(!eip7702 && { "wallet.factory": matchHex(factory), "wallet.salt": matchNumber(salt ?? 0) }),
  };
}

/** Register a smart wallet with the project. */
export const registerWallet = /* @__PURE__ */ endpoint({
  name: "wallets.register",
  title: "Register a smart wallet with the project",
  label: "E12",
  method: "POST",
  path: "/api/v1/wallets/register",
  body: RegisterWalletRequest,
  response: WalletResponse,
  status: 201,
  errors: [
    "FACTORY_NOT_SUPPORTED",
    "UNAVAILABLE_COMPUTE_UNITS",
    "PROJECT_NOT_FOUND",
    "REGISTER_WALLET_TRACKING_FAILED",
    "WALLET_ALREADY_REGISTERED",
  ],
  effect: "write",
  known: "contract",
  lookup: "call client.wallets.check: registeredAt shows whether the wallet was registered",
  same: ({ body }) => repeatIdentity(body),
});

export const checkWallet = /* @__PURE__ */ endpoint({
  name: "wallets.check",
  title: "Read a wallet's address and whether it is registered",
  method: "GET",
  path: "/api/v1/wallets/address",
  query: WalletIdentity,
  response: WalletResponse,
  errors: ["FACTORY_NOT_SUPPORTED", "UNAVAILABLE_COMPUTE_UNITS", "PROJECT_NOT_FOUND"],
  effect: "read",
  known: "published",
  same: ({ query }) => repeatIdentity(query),
});

export const listWallets = /* @__PURE__ */ endpoint({
  name: "wallets.list",
  title: "List the wallets of the project",
  method: "GET",
  path: "/api/v1/wallets",
  response: WalletList,
  errors: [],
  effect: "read",
  known: "published",
  serverOnly: true,
});

export const updateWalletMetadata = /* @__PURE__ */ endpoint({
  name: "wallets.updateMetadata",
  title: "Add to a wallet's metadata",
  method: "PATCH",
  path: "/api/v1/wallets/{walletId}/metadata",
  params: WalletPath,
  body: WalletMetadataRequest,
  response: WalletResponse,
  errors: ["NOT_ALLOWED", "WALLET_NOT_FOUND"],
  effect: "write",
  known: "published",
  lookup: "read the wallet's metadata with client.wallets.check",
});

const EvmWalletPath: Schema<{ walletAddress: string }> = {
  kind: "request",
  fields: () => ({
    /** The smart wallet that receives the transfer. */
    walletAddress: EvmAddress,
  }),
};

/** Other spellings of the native coin than the documented one. */
const nativeCoins: readonly string[] = [nativeToken, `0x${"0".repeat(40)}`];
/** The native coins of all EVM chains of the service have 18. */
const nativeDecimals = 18;

/** All but the amount of a token, whose decimals are not known: see `checkDeposit`. */
function repeatTransfer(
  walletAddress: string,
  { token, amount, fromAddress }: DepositRequest,
): RepeatedValues {
  if (nativeCoins.includes(token.toLowerCase())) {
    return {
      "transfer.from": matchHex(fromAddress),
      "transfer.to": matchHex(walletAddress),
      "transfer.value": matchNumber(toExactUnits(amount, nativeDecimals)),
      "transfer.data": matchCall("no data (0x)", "0x", 0),
    };
  }
  const receiver = walletAddress.slice(2).padStart(64, "0");
  return {
    "transfer.from": matchHex(fromAddress),
    "transfer.to": matchHex(token),
    "transfer.value": matchNumber(0),
    "transfer.data": matchCall(`transfer(${walletAddress}, …)`, `0xa9059cbb${receiver}`, 64),
  };
}

/** Undefined if the amount has more decimals: there is no such transfer. */
function toExactUnits(amount: string, decimals: number): bigint | undefined {
  const { length } = trimEnd(amount.split(".")[1] ?? "", "0");
  return length > decimals ? undefined : toUnits(amount, decimals);
}

/** Build a transfer from an external account into a smart wallet. */
export const createDeposit = /* @__PURE__ */ endpoint({
  name: "wallets.deposit",
  title: "Build a transfer from an external account into a smart wallet",
  label: "E2",
  method: "POST",
  path: "/api/v1/wallets/{walletAddress}/deposit",
  params: EvmWalletPath,
  body: DepositRequest,
  response: DepositResponse,
  status: 201,
  errors: [
    "NOT_AUTHORIZED_TOKENS",
    "UNAVAILABLE_COMPUTE_UNITS",
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
    "FAILED_TO_ESTIMATE_TRANSFER",
  ],
  effect: "quote",
  known: "contract",
  same: ({ params, body }) => repeatTransfer(params.walletAddress, body),
});

/** Read a wallet's tokens, NFTs, profit and loss, and lending positions. */
export const getPortfolio = /* @__PURE__ */ endpoint({
  name: "wallets.portfolio",
  title: "Read a wallet's tokens, NFTs, profit and loss, and lending positions",
  label: "E10",
  method: "GET",
  path: "/api/v1/wallets/{walletAddress}/portfolio",
  params: AnyWalletPath,
  query: PortfolioQuery,
  response: Portfolio,
  errors: ["UNAVAILABLE_COMPUTE_UNITS", "NFT_METADATA_DECODE_FAILED", "FAILED_TO_GET_BALANCES"],
  effect: "read",
  known: "contract",
});

const TransactionPath: ObjectSchema<{ transactionId: string }> = {
  kind: "request",
  fields: () => ({
    /** The service's id of the transaction, not its hash. */
    transactionId: Id,
  }),
};

/** List a wallet's transactions, pending ones included. */
export const listHistory = /* @__PURE__ */ endpoint({
  name: "wallets.history",
  title: "List a wallet's transactions, pending ones included",
  label: "E11",
  method: "GET",
  path: "/api/v1/wallets/{walletAddress}/history",
  params: AnyWalletPath,
  query: HistoryQuery,
  arrays: "repeat",
  response: HistoryPage,
  errors: ["UNAVAILABLE_COMPUTE_UNITS", "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT"],
  effect: "read",
  known: "contract",
  paging: {
    style: "cursor",
    items: "transactions",
    param: "lastId",
    next: "nextLastId",
    size: "take",
    sizes: historyPageSizes,
  },
});

/** Update a transaction's metadata. */
export const updateTransactionMetadata = /* @__PURE__ */ endpoint({
  name: "wallets.updateTransactionMetadata",
  title: "Update a transaction's metadata",
  label: "E13",
  method: "PATCH",
  path: "/api/v1/wallets/transactions/{transactionId}/metadata",
  params: TransactionPath,
  body: TransactionMetadataRequest,
  response: TransactionResponse,
  errors: ["invalid_metadata", "TRANSACTION_NOT_FOUND"],
  effect: "write",
  known: "contract",
  lookup: "read the transaction's metadata from client.wallets.history",
  same: ({ params }) => ({ "transaction.id": matchId(params.transactionId) }),
});

/** Request a tax export by e-mail. */
export const requestTaxExport = /* @__PURE__ */ endpoint({
  name: "wallets.requestTaxExport",
  title: "Request a tax export by e-mail",
  label: "E14",
  method: "POST",
  path: "/api/v1/wallets/{walletAddress}/tax-export",
  params: AnyWalletPath,
  body: TaxExportRequest,
  errors: [
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
    "TAX_EXPORT_ALREADY_REQUESTED_TODAY",
    "FAILED_TO_PUBLISH_CHECK_TRANSFER_IS_CROSS_SWAP",
  ],
  effect: "write",
  known: "contract",
  personal: true,
  lookup:
    "on the same day a retry is safe: a second request fails with TAX_EXPORT_ALREADY_REQUESTED_TODAY. " +
    "On another day, ask whether the e-mail arrived",
});

export const scheduleTaxExport = /* @__PURE__ */ endpoint({
  name: "wallets.scheduleTaxExport",
  title: "Schedule a monthly tax export by e-mail",
  method: "POST",
  path: "/api/v1/wallets/{walletAddress}/tax-export/schedules",
  params: AnyWalletPath,
  body: TaxExportScheduleRequest,
  errors: [
    "INVALID_TAX_EXPORT_SCHEDULE_TIMEZONE",
    "TAX_EXPORT_SCHEDULE_ALREADY_EXISTS",
    "FAILED_TO_PUBLISH_TAX_EXPORT_SCHEDULE_MESSAGE",
  ],
  effect: "write",
  known: "published",
  personal: true,
  lookup:
    "a retry is safe: if there is a schedule, it fails with TAX_EXPORT_SCHEDULE_ALREADY_EXISTS",
});

/** The endpoints of wallets, in the order of the reference. */
export default [
  registerWallet,
  checkWallet,
  listWallets,
  updateWalletMetadata,
  createDeposit,
  getPortfolio,
  listHistory,
  updateTransactionMetadata,
  requestTaxExport,
  scheduleTaxExport,
] as const;
