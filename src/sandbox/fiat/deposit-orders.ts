import type {
  CreateFiatDepositRequest,
  FiatDepositOrder,
} from "../../contract/fiat/deposit-records.js";
import type { FiatDepositOrderV1 } from "../../contract/fiat/v1-records.js";
import { fromUnits, toUnits } from "../../shared/decimal.js";
import { assertWithinLimits, getIndividual, recordFiatTransfer } from "../kyc/identity-limits.js";
import { emitDepositEvent, findOrderQuote } from "../operations/ramp-events.js";
import { findWallet } from "../shared/find-wallet.js";
import type { OperationHandlers, OperationRequest } from "../shared/operation-handler.js";
import { assertAvailable, ServiceError } from "../shared/service-error.js";
import { recordDeposit } from "../wallets/fund-account.js";
import { externalAccounts } from "../world/external-accounts.js";
import { findReserved } from "../world/reserved-inputs.js";
import { scheduleTask, type TaskHandlers } from "../world/schedule.js";
import { createId, toIsoTime } from "../world/state.js";
import type { SentTransactionType } from "../world/words.js";
import { assertFiatEnabled, convertDeposit, getCurrency, getFiatToken } from "./fiat-conversion.js";
import { getOrderableQuote, saveOrder, saveQuote, toFiatTransfer } from "./fiat-quotes.js";
import { createInstructions } from "./payment-instructions.js";

const arrivalDelay = 5_000;

function orderDeposit({
  world,
  project,
  body,
}: Pick<OperationRequest<CreateFiatDepositRequest>, "world" | "project" | "body">) {
  const context = { world, project, failure: "FAILED_TO_CREATE_FIAT_DEPOSIT" } as const;
  const { quote, identity } = getOrderableQuote(context, "deposit", body.quoteId);
  const id = createId(world, "deposit");
  saveOrder(world, quote, id);
  recordFiatTransfer(world, identity, toFiatTransfer(quote));
  emitDepositEvent(world, id, quote, "PROCESSING");
  if (quote.reserved !== "unfinishedDeposit")
    scheduleTask(world, arrivalDelay, "fiat.arrive", { orderId: id });
  const instructions = createInstructions(quote.paymentMethod, id, quote.fiatAmount);
  return { id, quote, instructions };
}

export const depositHandlers: OperationHandlers = {
  "fiat.quoteDeposit"({ world, project, body }) {
    assertFiatEnabled(project);
    const identity = getIndividual(world, project, body.individualId);
    const token = getFiatToken(project, identity, body.receiveCryptoCurrency, body.chainId);
    assertAvailable(world, "fiat-quotes", "FAILED_TO_GET_FIAT_QUOTE");
    const reserved = findReserved("fiat.quoteDeposit", body.amountToSendInFiatCurrency);
    if (reserved === "noDepositQuote") throw new ServiceError("FAILED_TO_GET_FIAT_QUOTE");
    const fiatCurrency = getCurrency(body.paymentMethodToSend);
    // Cap absurd amounts, which exceed every limit anyway. toFixed removes binary rounding errors.
    const amount = Math.min(body.amountToSendInFiatCurrency, 1e12);
    const cents = BigInt(Math.floor(Number((amount * 100).toFixed(3))));
    const transfer = { direction: "ON_RAMP", currency: fiatCurrency, cents } as const;
    assertWithinLimits(world, identity, transfer, "amountToSendInFiatCurrency");
    const { net, fee } = convertDeposit(world, token, fiatCurrency, cents);
    const wallet = body.walletAddress.toLowerCase();
    if (findWallet(world, project, wallet)) identity.depositWallet = wallet;
    const quote = saveQuote(world, {
      kind: "deposit",
      projectId: project.id,
      individualId: identity.id,
      wallet,
      chainId: body.chainId,
      token,
      fiatCurrency,
      fiatAmount: fromUnits(cents, 2),
      cryptoCurrency: body.receiveCryptoCurrency,
      cryptoAmount: fromUnits(net, token.decimals),
      transactionFee: fromUnits(fee, token.decimals),
      gasFee: "0",
      paymentMethod: body.paymentMethodToSend,
      reserved,
    });
    return {
      depositQuote: {
        quoteId: quote.id,
        amountToSendInFiatCurrency: quote.fiatAmount,
        amountToReceiveInCryptoCurrency: quote.cryptoAmount,
        expiresAt: toIsoTime(quote.expiresAt),
      },
    };
  },
  "fiat.createDeposit"(request) {
    const { id, quote, instructions } = orderDeposit(request);
    return {
      id,
      from: { currency: quote.fiatCurrency, amount: quote.fiatAmount },
      to: { currency: quote.cryptoCurrency, amount: quote.cryptoAmount },
      depositInstructions: instructions,
    } satisfies FiatDepositOrder;
  },
  "fiat.createDepositV1"(request) {
    const { id, quote, instructions } = orderDeposit(request);
    const depositOrder: FiatDepositOrderV1 = {
      orderId: id,
      expiresAt: toIsoTime(quote.expiresAt),
      paymentMethodToSendDetails: instructions,
    };
    return { depositOrder };
  },
};

/** Every ordered deposit is paid, except for the reserved amounts. */
export const depositTasks: TaskHandlers = {
  "fiat.arrive": (world, _random, { orderId }) => {
    const quote = findOrderQuote(world, orderId);
    if (!quote?.wallet) return;
    if (quote.reserved === "failedDeposit")
      return emitDepositEvent(world, orderId, quote, "FAILED");
    const { token, wallet } = quote;
    const { asset } = token;
    const units = toUnits(quote.cryptoAmount, token.decimals);
    const fee = toUnits(quote.transactionFee, token.decimals);
    const { bank, service } = externalAccounts;
    const record = recordDeposit(world, { wallet, from: bank, token, units }, [
      { from: bank, to: wallet, asset, units },
      { from: bank, to: service, asset, units: fee },
    ]);
    // The type is from the service's webhooks. The history may use another one.
    record.type = "ON_RAMP" satisfies SentTransactionType;
    record.receivedFromAddress = null;
    emitDepositEvent(world, orderId, quote, "COMPLETED", record.transactionHash?.hash);
  },
};
