import { endpoint } from "../shared/endpoint.js";
import {
  CreateFiatDepositRequest,
  FiatDepositOrder,
  FiatDepositQuoteRequest,
  FiatDepositQuoteResponse,
} from "./deposit-records.js";
import {
  CreateFiatWithdrawalV1Request,
  FiatDepositV1Response,
  FiatWithdrawalV1Response,
} from "./v1-records.js";
import {
  CreateFiatWithdrawalRequest,
  FiatWithdrawalOrder,
  FiatWithdrawalQuoteRequest,
  FiatWithdrawalQuoteResponse,
} from "./withdrawal-records.js";

const depositLookup =
  "no call lists fiat orders: ask support, with the trace id and the quoteId, whether it was ordered";
const withdrawalLookup =
  "no call lists fiat orders: ask support, with the trace id and the quoteId, whether it was ordered " +
  "(nothing is withdrawn until the order's userOperationHash is signed and executed)";

/** Quote a fiat deposit. */
export const quoteFiatDeposit = /* @__PURE__ */ endpoint({
  name: "fiat.quoteDeposit",
  title: "Quote a fiat deposit",
  label: "E3",
  method: "POST",
  path: "/api/v1/fiat/deposit/quote",
  body: FiatDepositQuoteRequest,
  response: FiatDepositQuoteResponse,
  status: 201,
  errors: [
    "CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES",
    "FAILED_TO_GET_FIAT_QUOTE",
    "INDIVIDUAL_NOT_FOUND",
  ],
  effect: "quote",
  known: "contract",
});

/** Order a quoted fiat deposit. */
export const createFiatDeposit = /* @__PURE__ */ endpoint({
  name: "fiat.createDeposit",
  title: "Order a quoted fiat deposit",
  label: "E4",
  method: "POST",
  path: "/api/v2/fiat/deposit",
  body: CreateFiatDepositRequest,
  response: FiatDepositOrder,
  errors: ["FIAT_QUOTE_EXPIRED", "FIAT_QUOTE_NOT_FOUND", "FAILED_TO_CREATE_FIAT_DEPOSIT"],
  effect: "write",
  known: "contract",
  // The instructions name a bank account.
  personal: true,
  lookup: depositLookup,
});

export const quoteFiatWithdrawal = /* @__PURE__ */ endpoint({
  name: "fiat.quoteWithdrawal",
  title: "Quote a fiat withdrawal",
  method: "POST",
  path: "/api/v1/fiat/withdraw/quote",
  body: FiatWithdrawalQuoteRequest,
  response: FiatWithdrawalQuoteResponse,
  status: 201,
  errors: [
    "CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES",
    "FAILED_TO_GET_FIAT_QUOTE",
    "INDIVIDUAL_NOT_FOUND",
  ],
  effect: "quote",
  signed: true,
  known: "published",
  personal: true,
});

/** Order a quoted fiat withdrawal. */
export const createFiatWithdrawal = /* @__PURE__ */ endpoint({
  name: "fiat.createWithdrawal",
  title: "Order a quoted fiat withdrawal",
  label: "E5",
  method: "POST",
  path: "/api/v2/fiat/withdrawal",
  body: CreateFiatWithdrawalRequest,
  response: FiatWithdrawalOrder,
  errors: ["FIAT_QUOTE_EXPIRED", "FIAT_QUOTE_NOT_FOUND", "FAILED_TO_CREATE_FIAT_WITHDRAW"],
  effect: "write",
  known: "contract",
  personal: true,
  lookup: withdrawalLookup,
});

export const createFiatDepositV1 = /* @__PURE__ */ endpoint({
  name: "fiat.createDepositV1",
  title: "Order a quoted fiat deposit, in the older form",
  method: "POST",
  path: "/api/v1/fiat/deposit",
  body: CreateFiatDepositRequest,
  response: FiatDepositV1Response,
  status: 201,
  errors: [],
  effect: "write",
  known: "published",
  personal: true,
  lookup: depositLookup,
});

export const createFiatWithdrawalV1 = /* @__PURE__ */ endpoint({
  name: "fiat.createWithdrawalV1",
  title: "Order a quoted fiat withdrawal, in the older form",
  method: "POST",
  path: "/api/v1/fiat/withdraw",
  body: CreateFiatWithdrawalV1Request,
  response: FiatWithdrawalV1Response,
  status: 201,
  errors: ["UNAUTHORIZED_EXCEPTION", "FAILED_TO_CREATE_FIAT_DEPOSIT"],
  effect: "write",
  signed: true,
  known: "published",
  personal: true,
  lookup: withdrawalLookup,
});

/** The endpoints of this file, in the order of the reference. */
export default [
  quoteFiatDeposit,
  createFiatDeposit,
  quoteFiatWithdrawal,
  createFiatWithdrawal,
  createFiatDepositV1,
  createFiatWithdrawalV1,
] as const;
