import type { Transaction } from "../../contract/wallets/history-records.js";
import type { RampStatus } from "../../webhooks/events.js";
import type { FiatQuote } from "../world/people.js";
import { findEntry } from "../world/state.js";
import type { World } from "../world/world.js";

export function emitDepositEvent(
  world: World,
  orderId: string,
  quote: FiatQuote,
  status: RampStatus,
  transactionHash: string | null = null,
): void {
  world.events.push({
    event_type: "ramp.deposit",
    orderId,
    status,
    type: "ON_RAMP",
    transactionHash,
    chainId: quote.chainId,
    walletAddress: quote.wallet,
    sendFiatAmount: quote.fiatAmount,
    sendFiatCurrency: quote.fiatCurrency,
    receivedCryptoAmount: quote.cryptoAmount,
    receivedCryptoCurrency: quote.cryptoCurrency,
  });
}

/** Adds a webhook about the withdrawal of a transaction. Other transactions have no webhook. */
export function emitWithdrawalEvent(world: World, record: Transaction): void {
  if (record.type !== "OFF_RAMP" || !record.userOperationHash) return;
  const operation = findEntry(world.operations, record.userOperationHash);
  const [completion] = operation?.completions ?? [];
  if (!operation || completion?.name !== "fiat.withdrawn") return;
  const { orderId } = completion.data;
  const quote = findOrderQuote(world, orderId);
  if (!quote) return;
  world.events.push({
    event_type: "ramp.withdraw",
    orderId,
    status: record.status as RampStatus,
    type: "OFF_RAMP",
    chainId: quote.chainId,
    walletAddress: operation.wallet,
    transactionHash: record.transactionHash?.hash ?? null,
    sendCryptoAmount: quote.cryptoAmount,
    sendCryptoCurrency: quote.cryptoCurrency,
    receivedFiatAmount: quote.fiatAmount,
    receivedFiatCurrency: quote.fiatCurrency,
    estimatedGasFeeAmount: quote.gasFee,
    transactionFeeAmount: quote.transactionFee,
    userOpHash: operation.hash,
  });
}

export function findOrderQuote(world: World, orderId: unknown): FiatQuote | undefined {
  return findEntry(world.fiatQuotes, findEntry(world.fiatOrders, orderId));
}
