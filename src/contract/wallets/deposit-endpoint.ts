import { toUnits } from "../../shared/decimal.js";
import { trimEnd } from "../../shared/trim-end.js";
import { nativeToken } from "../shared/chains/chain-ids.js";
import { endpoint, type RepeatedValues } from "../shared/endpoint.js";
import { EvmAddress } from "../shared/primitives.js";
import { matchCall, matchHex, matchNumber } from "../shared/repeated-value.js";
import { type ExactSchema, request, typedAs } from "../shared/schema.js";
import { DepositRequest, DepositResponse } from "./schemas.js";
import type * as t from "./types.js";

const EvmWalletPath: ExactSchema<{ walletAddress: string }> = request(() => ({
  walletAddress: typedAs<string>(EvmAddress),
}));

/** Other spellings of the native coin than the documented one. */
const nativeCoins: readonly string[] = [nativeToken, `0x${"0".repeat(40)}`];
/** The native coins of all EVM chains of the service have 18. */
const nativeDecimals = 18;

/** All but the amount of a token, whose decimals are not known: see `checkDeposit`. */
function repeatTransfer(
  walletAddress: string,
  { token, amount, fromAddress }: t.DepositRequest,
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

/** E2. */
export const createDeposit = endpoint({
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

/** In a file of its own: only deposits load how they are compared with their requests. */
export default [createDeposit] as const;
