import type { FiatDepositOrder } from "../../contract/fiat/types.js";
import { assertWithinLimits, recordFiatTransfer } from "../kyc/identity-limits.js";
import { addToHistory } from "../operations/settle-operations.js";
import type { OperationHandler, OperationHandlers } from "../shared/operation-handler.js";
import { createDepositRecord } from "../wallets/deposit-records.js";
import { fromUnits, toUnits } from "../world/amounts.js";
import { applyBookings, externalAccounts, toAssetKey } from "../world/ledger.js";
import { getPrice } from "../world/prices.js";
import type { TaskHandlers } from "../world/schedule.js";
import { scheduleTask } from "../world/schedule.js";
import { assertAvailable, createId, toIsoTime } from "../world/state.js";
import {
  assertFiatEnabled,
  convertDeposit,
  getCurrency,
  getFiatToken,
  getIndividual,
} from "./fiat-conversion.js";
import {
  findOrderQuote,
  getOrderableQuote,
  getQuoteToken,
  saveOrder,
  saveQuote,
  toFiatTransfer,
} from "./fiat-quotes.js";
import { createInstructions } from "./payment-instructions.js";
import { withdrawalHandlers } from "./withdrawal-orders.js";

/** The time from the order to the arrival of the deposit. */
const arrivalDelay = 5_000;

const quoteDeposit: OperationHandler<"fiat.quoteDeposit"> = ({ world, project, body }) => {
  assertFiatEnabled(project);
  const identity = getIndividual(world, project, body.individualId);
  const token = getFiatToken(project, identity, body.receiveCryptoCurrency, body.chainId);
  assertAvailable(world, "fiat-quotes", "FAILED_TO_GET_FIAT_QUOTE");
  const fiatCurrency = getCurrency(body.paymentMethodToSend);
  // Cap absurd amounts, which exceed every limit anyway. toFixed removes binary rounding errors.
  const cents = BigInt(
    Math.floor(Number((Math.min(body.amountToSendInFiatCurrency, 1e12) * 100).toFixed(3))),
  );
  assertWithinLimits(
    world,
    identity,
    { direction: "ON_RAMP", currency: fiatCurrency, cents },
    "amountToSendInFiatCurrency",
  );
  const { net, fee } = convertDeposit(world, token, fiatCurrency, cents);
  const quote = saveQuote(world, {
    kind: "deposit",
    projectId: project.id,
    individualId: identity.id,
    wallet: body.walletAddress.toLowerCase(),
    chainId: body.chainId,
    token: token.address,
    fiatCurrency,
    fiatAmount: fromUnits(cents, 2),
    cryptoCurrency: body.receiveCryptoCurrency,
    cryptoAmount: fromUnits(net, token.decimals),
    transactionFee: fromUnits(fee, token.decimals),
    gasFee: "0",
    paymentMethod: body.paymentMethodToSend,
  });
  return {
    body: {
      depositQuote: {
        quoteId: quote.id,
        amountToSendInFiatCurrency: quote.fiatAmount,
        amountToReceiveInCryptoCurrency: quote.cryptoAmount,
        expiresAt: toIsoTime(quote.expiresAt),
      },
    },
  };
};

const createDeposit: OperationHandler<"fiat.createDeposit"> = ({ world, project, body }) => {
  assertFiatEnabled(project);
  const quote = getOrderableQuote(world, project, "deposit", body.quoteId);
  const identity = getIndividual(world, project, quote.individualId);
  assertWithinLimits(world, identity, toFiatTransfer(quote), "quoteId");
  assertAvailable(world, "fiat-orders", "FAILED_TO_CREATE_FIAT_DEPOSIT");
  const id = createId(world, "deposit");
  saveOrder(world, quote, id, null);
  recordFiatTransfer(world, identity, toFiatTransfer(quote));
  scheduleTask(world, arrivalDelay, "fiat.arrive", { orderId: id });
  const order: FiatDepositOrder = {
    id,
    from: { currency: quote.fiatCurrency, amount: quote.fiatAmount },
    to: { currency: quote.cryptoCurrency, amount: quote.cryptoAmount },
    depositInstructions: createInstructions({
      method: quote.paymentMethod,
      orderId: id,
      amount: quote.fiatAmount,
    }),
  };
  return { body: order };
};

export const fiatHandlers: OperationHandlers = {
  "fiat.quoteDeposit": quoteDeposit,
  "fiat.createDeposit": createDeposit,
  ...withdrawalHandlers,
};

/** Every ordered deposit is paid. */
export const depositTasks: TaskHandlers = {
  "fiat.arrive": (world, random, data) => {
    const quote = findOrderQuote(world, data.orderId);
    if (!quote?.wallet) return;
    const token = getQuoteToken(quote);
    const asset = toAssetKey(quote.chainId, quote.token);
    const units = toUnits(quote.cryptoAmount, token.decimals);
    applyBookings(world, [
      { from: externalAccounts.bank, to: quote.wallet, asset, units },
      {
        from: externalAccounts.bank,
        to: externalAccounts.service,
        asset,
        units: toUnits(quote.transactionFee, token.decimals),
      },
    ]);
    const deposit = {
      wallet: quote.wallet,
      from: externalAccounts.bank,
      token,
      units,
      price: getPrice(world, token),
    };
    const record = createDepositRecord(
      createId(world, "tx"),
      world.time,
      `0x${random.hex(32)}`,
      deposit,
    );
    // The type is from the service's webhooks. The history may use another one.
    addToHistory(world, quote.wallet, { ...record, type: "ON_RAMP", receivedFromAddress: null });
  },
};
