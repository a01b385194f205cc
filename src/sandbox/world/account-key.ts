/** The ledger key of an account. */
export { toComparableAddress as toAccountKey } from "../../contract/shared/bitcoin-address.js";
