// Types that programs rely on. It is compiled against the packed package and never run. Every
// expected error shows that a mistake does not compile, and that the types are not `any`.

import {
  type Call,
  chainIds,
  createClient,
  defineRequest,
  hasSomethingToSign,
  isApiError,
  isBursarError,
  type LiquidityOperation,
  type OtherError,
  type Pages,
  type SwapQuoteRequest,
  type SwapQuotes,
  type Transaction,
} from "bursar";
import { createProxy } from "bursar/proxy";
import { type SignedOperation, type Signer, signOperation } from "bursar/signing";

/** `process.env`, which has no type without Node's types. */
declare const env: Readonly<Record<string, string | undefined>>;

const client = createClient({ baseUrl: env["BURSAR_BASE_URL"], apiKey: env["BURSAR_API_KEY"] });
createProxy({
  baseUrl: env["BURSAR_BASE_URL"],
  apiKey: env["BURSAR_API_KEY"],
  prefix: "/api/bursar",
  authorize: () => true,
});
// @ts-expect-error a key is a string
createClient({ apiKey: 17 });
// @ts-expect-error without authorize, every caller could use every wallet
createProxy({ baseUrl: env["BURSAR_BASE_URL"], apiKey: env["BURSAR_API_KEY"], prefix: "/api" });

const address = "0x1111111111111111111111111111111111111111";
const request = {
  amountIn: "1",
  chainIdIn: chainIds.polygon,
  chainIdOut: chainIds.base,
  payGasFeeToken: address,
  tokenIn: address,
  tokenOut: address,
  walletAddress: address,
  toAddress: address,
} as const;

/** A request that is declared before its call. */
export const swap: SwapQuoteRequest = defineRequest("swap.quote", {
  ...request,
  chainIdIn: 137,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
});
export const withoutDefine = { ...request, gasFeePaymentMethod: "ADD_TO_AMOUNT" } as const;
export const quoted: Call<SwapQuotes> = client.swap.quote(swap);
void client.swap.quote(withoutDefine);
export const listed: Pages<Transaction> = client.wallets.history(address);
export const all: readonly Call<unknown>[] = [quoted, listed, client.tokens.list()];
// @ts-expect-error the service does not support chain 5
defineRequest("swap.quote", { ...withoutDefine, chainIdIn: 5 });
// @ts-expect-error the field is minAmountOut
defineRequest("swap.quote", { ...withoutDefine, minAmuontOut: "1" });
// @ts-expect-error no such operation
defineRequest("swap.qoute", withoutDefine);

export function explain(error: unknown): string | number {
  if (isApiError(error, "FIAT_QUOTE_EXPIRED")) return error.id;
  if (!isBursarError(error)) return "";
  switch (error.kind) {
    case "api":
      return error.status;
    case "timeout":
      return error.timeout;
    case "outcome_unknown":
      return error.lookup;
    case "request_validation":
    case "response_validation":
    case "response_mismatch":
      return error.issues.length;
    case "webhook":
      // @ts-expect-error a replayed delivery has no code
      return error.code;
    case "intent_conflict":
      return error.stored;
    case "journal":
      return error.line ?? "";
    case "connection":
    case "aborted":
    case "unreadable_response":
    case "pagination":
    case "configuration":
    case "upload":
    case "signing":
      // @ts-expect-error these kinds have no status in common
      return error.status;
    default:
      return error satisfies never;
  }
}

export async function order(quoteId: string): Promise<string> {
  const result = await client.fiat.createDeposit({ quoteId }).safe();
  if (result.ok) return result.data.id;
  const { error } = result;
  switch (error.id) {
    case "FIAT_QUOTE_EXPIRED":
      return error.hint ?? error.id;
    case "FIAT_QUOTE_NOT_FOUND":
    case "FAILED_TO_CREATE_FIAT_DEPOSIT":
      return `${error.status}`;
    default:
      throw error satisfies OtherError;
  }
}

export async function orderCarelessly(quoteId: string): Promise<string> {
  const result = await client.fiat.createDeposit({ quoteId }).safe();
  // @ts-expect-error the call may have failed
  void result.data;
  if (result.ok) return result.data.id;
  // @ts-expect-error the service does not document this id for the call
  if (result.error.id === "SWAP_QUOTE") return "";
  switch (result.error.id) {
    case "FIAT_QUOTE_EXPIRED":
      return "";
    default:
      // @ts-expect-error two documented ids are missing
      throw result.error satisfies OtherError;
  }
}

export async function sign(operation: LiquidityOperation, signer: Signer) {
  const terms = { owner: address, chainId: 137 } as const;
  // @ts-expect-error there may be nothing to sign
  const unchecked: SignedOperation = await signOperation(operation, signer, terms);
  if (!hasSomethingToSign(operation)) return unchecked;
  const signed: SignedOperation = await signOperation(operation, signer, terms);
  return client.operations.execute(signed);
}

export async function read(): Promise<string | undefined> {
  const { items, cursor } = await client.wallets.history(address, { take: 2 });
  for await (const transaction of client.wallets.history(address, { ...cursor }))
    if (transaction.status === "FAILED") return transaction.id;
  // @ts-expect-error a cursor of transactions has no page
  void client.wallets.history(address, { page: 2 });
  // @ts-expect-error the list may be empty
  return items[0].id;
}
