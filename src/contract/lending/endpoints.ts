import { endpoint } from "../shared/endpoint.js";
import { LendingQuote, LendingQuoteRequest } from "./records.js";
/** Quote a lending operation: supply, borrow, repay, withdraw and combinations. */
export const quoteLending = /* @__PURE__ */ endpoint({
  name: "lending.quote",
  title: "Quote a lending operation: supply, borrow, repay, withdraw and combinations",
  label: "E16",
  method: "POST",
  path: "/api/v1/lending/quote",
  body: LendingQuoteRequest,
  response: LendingQuote,
  errors: ["NOT_AUTHORIZED_TOKENS", "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT"],
  effect: "quote",
  signed: true,
  known: "contract",
});

/** The endpoints of this file, in the order of the reference. */
export default [quoteLending] as const;
