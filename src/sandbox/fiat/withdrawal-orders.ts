import type { FiatWithdrawalOrderV1 } from "../../contract/fiat/v1-records.js";
import type { FiatWithdrawalOrder } from "../../contract/fiat/withdrawal-records.js";
import { fromUnits, toUnits } from "../../shared/decimal.js";
import { assertWithinLimits, getIndividual, recordFiatTransfer } from "../kyc/identity-limits.js";
import { prepareOperation } from "../operations/prepare-operation.js";
import { findOrderQuote } from "../operations/ramp-events.js";
import type { CompletionHandlers } from "../operations/settle-operations.js";
import { findWallet } from "../shared/find-wallet.js";
import type { OperationHandlers } from "../shared/operation-handler.js";
import { assertAvailable, createFieldError, ServiceError } from "../shared/service-error.js";
import { veteranWallet } from "../wallets/veteran-wallet.js";
import { externalAccounts } from "../world/external-accounts.js";
import { getBalance, omitEmpty } from "../world/ledger.js";
import type { FiatQuote } from "../world/people.js";
import { findReserved } from "../world/reserved-inputs.js";
import { createId, findEntry, toIsoTime } from "../world/state.js";
import type { Booking, Fate, Project, Wallet } from "../world/world.js";
import {
  assertFiatEnabled,
  convertWithdrawal,
  getCurrency,
  getFiatToken,
} from "./fiat-conversion.js";
import {
  fiatQuoteLifetime,
  getOrderableQuote,
  type OrderContext,
  saveOrder,
  saveQuote,
  toFiatTransfer,
} from "./fiat-quotes.js";

/**
 * The requests of v2 name no paying wallet, and how the service chooses it is undocumented. The
 * sandbox takes the wallet of the individual's last deposit quote, otherwise the project's newest
 * wallet with enough balance.
 */
function getPayingWallet(
  { world, project, failure }: OrderContext,
  quote: FiatQuote,
  payer: Wallet | undefined,
): Wallet {
  const { asset, decimals } = quote.token;
  const units = toUnits(quote.cryptoAmount, decimals);
  const { depositWallet } = getIndividual(world, project, quote.individualId);
  const named = payer ?? findWallet(world, project, depositWallet);
  // The veteran wallet cannot sign.
  const own = Object.values(world.wallets).filter(
    ({ projectId, address }) => projectId === project.id && address !== veteranWallet,
  );
  const candidates = named ? [named] : own.reverse();
  const wallet = candidates.find(({ address }) => getBalance(world, address, asset) >= units);
  if (wallet) return wallet;
  const problem = named
    ? `The wallet ${named.address} holds less than`
    : "No wallet of the project holds";
  throw new ServiceError(
    failure,
    `${problem} ${quote.cryptoAmount} ${quote.cryptoCurrency} on chain ${quote.chainId}`,
  );
}

function createWithdrawalBookings(project: Project, wallet: Wallet, quote: FiatQuote): Booking[] {
  const { asset, decimals } = quote.token;
  const parse = (amount: string) => toUnits(amount, decimals);
  const [fee, gas] = [parse(quote.transactionFee), parse(quote.gasFee)];
  const from = wallet.address;
  return omitEmpty([
    { from, to: project.treasury ?? externalAccounts.service, asset, units: fee },
    { from, to: externalAccounts.gas, asset, units: gas },
    { from, to: externalAccounts.bank, asset, units: parse(quote.cryptoAmount) - fee - gas },
  ]);
}

function orderWithdrawal(context: OrderContext, quote: FiatQuote, payer?: Wallet) {
  const { world, project } = context;
  const wallet = getPayingWallet(context, quote, payer);
  const id = createId(world, "withdrawal");
  const operation = prepareOperation({
    world,
    project,
    wallet,
    chainId: quote.chainId,
    record: { type: "OFF_RAMP" },
    bookings: createWithdrawalBookings(project, wallet, quote),
    completions: [{ name: "fiat.withdrawn", data: { orderId: id } }],
    lifetime: fiatQuoteLifetime,
    fate: findFate(quote),
    details: id,
  });
  saveOrder(world, quote, id);
  return { id, operation };
}

function findFate({ reserved }: FiatQuote): Fate | null {
  if (reserved === "failedWithdrawal") return "failed";
  return reserved === "unfinishedWithdrawal" ? "unfinished" : null;
}

export const withdrawalHandlers: OperationHandlers = {
  "fiat.quoteWithdrawal"({ world, project, body }) {
    assertFiatEnabled(project);
    const identity = getIndividual(world, project, body.individualId);
    const token = getFiatToken(project, identity, body.cryptoCurrencyToSend, body.chainId);
    assertAvailable(world, "fiat-quotes", "FAILED_TO_GET_FIAT_QUOTE");
    const reserved = findReserved("fiat.quoteWithdrawal", body.amountToSendInCryptoCurrency);
    if (reserved === "noWithdrawalQuote") throw new ServiceError("FAILED_TO_GET_FIAT_QUOTE");
    const fiatCurrency = getCurrency(body.paymentMethodToReceiveDetails.type);
    const units = toUnits(body.amountToSendInCryptoCurrency, token.decimals);
    const feePercent = project.treasury === null ? 0 : (body.transactionFeePercent ?? 0);
    const { fee, gas, cents } = convertWithdrawal(world, token, fiatCurrency, units, feePercent);
    const path = "amountToSendInCryptoCurrency";
    if (cents <= 0n) throw createFieldError([path], "The fees are more than the amount");
    const transfer = { direction: "OFF_RAMP", currency: fiatCurrency, cents } as const;
    assertWithinLimits(world, identity, transfer, path);
    const quote = saveQuote(world, {
      kind: "withdrawal",
      projectId: project.id,
      individualId: identity.id,
      wallet: null,
      chainId: body.chainId,
      token,
      fiatCurrency,
      fiatAmount: fromUnits(cents, 2),
      cryptoCurrency: body.cryptoCurrencyToSend,
      cryptoAmount: fromUnits(units, token.decimals),
      transactionFee: fromUnits(fee, token.decimals),
      gasFee: fromUnits(gas, token.decimals),
      paymentMethod: body.paymentMethodToReceiveDetails.type,
      reserved,
    });
    return {
      withdrawQuote: {
        quoteId: quote.id,
        cryptoCurrencyToSend: quote.cryptoCurrency,
        fiatCurrencyToReceive: quote.fiatCurrency,
        amountToSendInCryptoCurrency: quote.cryptoAmount,
        amountToReceiveInFiatCurrency: quote.fiatAmount,
        transactionFeeInCryptoCurrency: quote.transactionFee,
        estimatedGasFeeInCryptoCurrency: quote.gasFee,
        expiresAt: toIsoTime(quote.expiresAt),
      },
    };
  },
  "fiat.createWithdrawal"({ world, project, body }) {
    const context = { world, project, failure: "FAILED_TO_CREATE_FIAT_WITHDRAW" } as const;
    const { quote } = getOrderableQuote(context, "withdrawal", body.quoteId);
    if (body.paymentMethod.type !== quote.paymentMethod) {
      const message = `The quote is for ${quote.paymentMethod}`;
      throw createFieldError(["paymentMethod", "type"], message);
    }
    const { id, operation } = orderWithdrawal(context, quote);
    return {
      id,
      from: { currency: quote.cryptoCurrency, amount: quote.cryptoAmount },
      to: { currency: quote.fiatCurrency, amount: quote.fiatAmount },
      expiresAt: toIsoTime(operation.expiresAt),
      fees: {
        transactionFee: quote.transactionFee,
        gasFee: quote.gasFee,
        treasuryAddress: project.treasury,
      },
      // The contract's value for "none" is `{}`.
      withdrawalInstructions: {
        userOperationHash: operation.hash,
        authorization: operation.authorization ?? ({} as never),
      },
    } satisfies FiatWithdrawalOrder;
  },
  /**
   * The service documents the error of a deposit for the failure. The cause of
   * `UNAUTHORIZED_EXCEPTION` is undocumented: here, the project does not have the wallet.
   */
  "fiat.createWithdrawalV1"({ world, project, body }) {
    assertFiatEnabled(project);
    const payer = findWallet(world, project, body.walletAddress);
    if (!payer) throw new ServiceError("UNAUTHORIZED_EXCEPTION");
    const context = { world, project, failure: "FAILED_TO_CREATE_FIAT_DEPOSIT" } as const;
    const { quote } = getOrderableQuote(context, "withdrawal", body.quoteId);
    const { id, operation } = orderWithdrawal(context, quote, payer);
    const withdrawOrder: FiatWithdrawalOrderV1 = {
      orderId: id,
      userOperationHash: operation.hash,
      authorization: operation.authorization,
      amountToSendInCryptoCurrency: quote.cryptoAmount,
      amountToReceiveInFiatCurrency: quote.fiatAmount,
      transactionFeeAmountInCryptoCurrency: quote.transactionFee,
      estimatedGasFeeAmountInCryptoCurrency: quote.gasFee,
      expiresAt: toIsoTime(operation.expiresAt),
    };
    // A deprecated copy of the hash that the service still sends.
    return { withdrawOrder: { ...withdrawOrder, userOpHash: operation.hash } };
  },
};

export const withdrawalCompletions: CompletionHandlers = {
  "fiat.withdrawn": (world, { orderId }) => {
    const quote = findOrderQuote(world, orderId);
    const identity = findEntry(world.identities, quote?.individualId);
    if (quote && identity) recordFiatTransfer(world, identity, toFiatTransfer(quote));
  },
};
