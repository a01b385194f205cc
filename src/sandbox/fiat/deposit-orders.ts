import type { FiatDepositOrder } from "../../contract/fiat/types.js";
import { addMove, requireWithinLimits } from "../kyc/identities.js";
import { addToHistory } from "../operations/settle-operations.js";
import {
  type Handler,
  type Handlers,
  isoTime,
  makeId,
  requireUp,
  type StepHandlers,
} from "../shared/operation-handler.js";
import { depositRecord } from "../wallets/deposit-records.js";
import { fromUnits, toUnits } from "../world/amounts.js";
import { later } from "../world/clock.js";
import { assetOf, book, outside } from "../world/ledger.js";
import { priceOf } from "../world/prices.js";
import {
  keepOrder,
  keepQuote,
  moveOf,
  quoteOfOrder,
  quoteToOrder,
  tokenOf,
} from "./fiat-quotes.js";
import { currencyOf, fiatToken, payIn, requireFiat, requireIndividual } from "./fiat-terms.js";
import { instructionsFor } from "./payment-instructions.js";
import { withdrawalHandlers } from "./withdrawal-orders.js";

/** How long after its order a deposit has been paid and arrives. */
const arrival = 5_000;

const quoteDeposit: Handler<"fiat.quoteDeposit"> = ({ world, project, body }) => {
  requireFiat(project);
  const identity = requireIndividual(world, project, body.individualId);
  const token = fiatToken(project, identity, body.receiveCryptoCurrency, body.chainId);
  requireUp(world, "fiat-quotes", "FAILED_TO_GET_FIAT_QUOTE");
  const fiatCurrency = currencyOf(body.paymentMethodToSend);
  // Far beyond every limit all numbers are alike; the second rounding takes off what binary fractions add.
  const cents = BigInt(
    Math.floor(Number((Math.min(body.amountToSendInFiatCurrency, 1e12) * 100).toFixed(3))),
  );
  requireWithinLimits(
    world,
    identity,
    { direction: "ON_RAMP", currency: fiatCurrency, cents },
    "amountToSendInFiatCurrency",
  );
  const { net, fee } = payIn(world, token, fiatCurrency, cents);
  const quote = keepQuote(world, {
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
        expiresAt: isoTime(quote.expiresAt),
      },
    },
  };
};

const createDeposit: Handler<"fiat.createDeposit"> = ({ world, project, body }) => {
  requireFiat(project);
  const quote = quoteToOrder(world, project, "deposit", body.quoteId);
  const identity = requireIndividual(world, project, quote.individualId);
  requireWithinLimits(world, identity, moveOf(quote), "quoteId");
  requireUp(world, "fiat-orders", "FAILED_TO_CREATE_FIAT_DEPOSIT");
  const id = makeId(world, "deposit");
  keepOrder(world, quote, id, null);
  addMove(world, identity, moveOf(quote));
  later(world, arrival, "fiat.arrive", { orderId: id });
  const order: FiatDepositOrder = {
    id,
    from: { currency: quote.fiatCurrency, amount: quote.fiatAmount },
    to: { currency: quote.cryptoCurrency, amount: quote.cryptoAmount },
    depositInstructions: instructionsFor({
      method: quote.paymentMethod,
      orderId: id,
      amount: quote.fiatAmount,
    }),
  };
  return { body: order };
};

export const fiatHandlers: Handlers = {
  "fiat.quoteDeposit": quoteDeposit,
  "fiat.createDeposit": createDeposit,
  ...withdrawalHandlers,
};

/** The sandbox's payers always pay, and at once. */
export const fiatSteps: StepHandlers = {
  "fiat.arrive": (world, random, data) => {
    const quote = quoteOfOrder(world, data.orderId);
    if (!quote?.wallet) return;
    const token = tokenOf(quote);
    const asset = assetOf(quote.chainId, quote.token);
    const units = toUnits(quote.cryptoAmount, token.decimals);
    book(world, [
      { from: outside.bank, to: quote.wallet, asset, units },
      {
        from: outside.bank,
        to: outside.service,
        asset,
        units: toUnits(quote.transactionFee, token.decimals),
      },
    ]);
    const deposit = {
      wallet: quote.wallet,
      from: outside.bank,
      token,
      units,
      price: priceOf(world, token),
    };
    const record = depositRecord(makeId(world, "tx"), world.time, `0x${random.hex(32)}`, deposit);
    // The word is that of the service's webhooks; which one its history uses is not known.
    addToHistory(world, quote.wallet, { ...record, type: "ON_RAMP", receivedFromAddress: null });
  },
};
