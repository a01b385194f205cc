import type { FiatWithdrawalOrder } from "../../contract/fiat/types.js";
import { addMove, requireWithinLimits } from "../kyc/identities.js";
import { prepareOperation } from "../operations/prepare-operation.js";
import type { Completions } from "../operations/settle-operations.js";
import {
  find,
  findWallet,
  type Handler,
  type Handlers,
  isoTime,
  makeId,
  requireUp,
} from "../shared/operation-handler.js";
import { BadRequest, Refusal } from "../shared/service-error.js";
import { veteranWallet } from "../wallets/veteran-wallet.js";
import { fromUnits, toUnits } from "../world/amounts.js";
import { assetOf, balanceOf, outside } from "../world/ledger.js";
import type { Booking, FiatQuote, Project, Wallet, World } from "../world/world.js";
import {
  keepOrder,
  keepQuote,
  moveOf,
  quoteLifetime,
  quoteOfOrder,
  quoteToOrder,
  tokenOf,
} from "./fiat-quotes.js";
import { currencyOf, fiatToken, payOut, requireFiat, requireIndividual } from "./fiat-terms.js";

const quoteWithdrawal: Handler<"fiat.quoteWithdrawal"> = ({ world, project, body }) => {
  requireFiat(project);
  const identity = requireIndividual(world, project, body.individualId);
  const token = fiatToken(project, identity, body.cryptoCurrencyToSend, body.chainId);
  requireUp(world, "fiat-quotes", "FAILED_TO_GET_FIAT_QUOTE");
  const fiatCurrency = currencyOf(body.paymentMethodToReceiveDetails.type);
  const units = toUnits(body.amountToSendInCryptoCurrency, token.decimals);
  const feePercent = project.treasury === null ? 0 : (body.transactionFeePercent ?? 0);
  const { fee, gas, cents } = payOut(world, token, fiatCurrency, units, feePercent);
  const path = "amountToSendInCryptoCurrency";
  if (cents <= 0n)
    throw new BadRequest([
      { code: "custom", path: [path], message: "The fees are more than the amount" },
    ]);
  requireWithinLimits(
    world,
    identity,
    { direction: "OFF_RAMP", currency: fiatCurrency, cents },
    path,
  );
  const quote = keepQuote(world, {
    kind: "withdrawal",
    projectId: project.id,
    individualId: identity.id,
    wallet: null,
    chainId: body.chainId,
    token: token.address,
    fiatCurrency,
    fiatAmount: fromUnits(cents, 2),
    cryptoCurrency: body.cryptoCurrencyToSend,
    cryptoAmount: fromUnits(units, token.decimals),
    transactionFee: fromUnits(fee, token.decimals),
    gasFee: fromUnits(gas, token.decimals),
    paymentMethod: body.paymentMethodToReceiveDetails.type,
  });
  return {
    body: {
      withdrawQuote: {
        quoteId: quote.id,
        cryptoCurrencyToSend: quote.cryptoCurrency,
        fiatCurrencyToReceive: quote.fiatCurrency,
        amountToSendInCryptoCurrency: quote.cryptoAmount,
        amountToReceiveInFiatCurrency: quote.fiatAmount,
        transactionFeeInCryptoCurrency: quote.transactionFee,
        estimatedGasFeeInCryptoCurrency: quote.gasFee,
        expiresAt: isoTime(quote.expiresAt),
      },
    },
  };
};

/**
 * The wallet that pays. Neither the quote nor the order names one, and how the service knows it is not published. Here: the wallet that the
 * individual last named for a deposit; without one the project's newest wallet that holds enough.
 */
function payingWallet(world: World, project: Project, quote: FiatQuote): Wallet {
  const enough = ({ address }: Wallet) =>
    balanceOf(world, address, assetOf(quote.chainId, quote.token)) >=
    toUnits(quote.cryptoAmount, tokenOf(quote).decimals);
  const [named] = Object.values(world.fiatQuotes)
    .filter((other) => other.individualId === quote.individualId)
    .flatMap((other) => findWallet(world, project, other.wallet) ?? [])
    .reverse();
  // Nobody can sign for the veteran.
  const own = Object.values(world.wallets).filter(
    ({ projectId, address }) => projectId === project.id && address !== veteranWallet,
  );
  const wallet = (named ? [named] : own.reverse()).find(enough);
  if (wallet) return wallet;
  const message = `${named ? `The wallet ${named.address} holds less than` : "No wallet of the project holds"} ${quote.cryptoAmount}`;
  throw new Refusal(
    "FAILED_TO_CREATE_FIAT_WITHDRAW",
    `${message} ${quote.cryptoCurrency} on chain ${quote.chainId}`,
  );
}

function withdrawalBookings(project: Project, wallet: Wallet, quote: FiatQuote): Booking[] {
  const units = (amount: string) => toUnits(amount, tokenOf(quote).decimals);
  const fee = units(quote.transactionFee);
  const gas = units(quote.gasFee);
  const asset = assetOf(quote.chainId, quote.token);
  const parts: [to: string, units: bigint][] = [
    [project.treasury ?? outside.service, fee],
    [outside.gas, gas],
    [outside.bank, units(quote.cryptoAmount) - fee - gas],
  ];
  return parts
    .filter(([, part]) => part > 0n)
    .map(([to, part]) => ({ from: wallet.address, to, asset, units: part }));
}

const createWithdrawal: Handler<"fiat.createWithdrawal"> = ({ world, project, body }) => {
  requireFiat(project);
  const quote = quoteToOrder(world, project, "withdrawal", body.quoteId);
  if (body.paymentMethod.type !== quote.paymentMethod) {
    const message = `The quote is for ${quote.paymentMethod}`;
    throw new BadRequest([{ code: "custom", path: ["paymentMethod", "type"], message }]);
  }
  requireWithinLimits(
    world,
    requireIndividual(world, project, quote.individualId),
    moveOf(quote),
    "quoteId",
  );
  requireUp(world, "fiat-orders", "FAILED_TO_CREATE_FIAT_WITHDRAW");
  const wallet = payingWallet(world, project, quote);
  const { decimals } = tokenOf(quote);
  const id = makeId(world, "withdrawal");
  const operation = prepareOperation({
    world,
    project,
    wallet,
    chainId: quote.chainId,
    summary: {
      kind: "fiat.withdrawal",
      tokenIn: quote.token,
      amountIn: toUnits(quote.cryptoAmount, decimals),
      tokenOut: quote.fiatCurrency,
      minAmountOut: toUnits(quote.fiatAmount, 2),
      chainOut: quote.chainId,
      to: id,
    },
    record: { type: "OFF_RAMP" },
    bookings: withdrawalBookings(project, wallet, quote),
    completion: { name: "fiat.withdrawn", data: { orderId: id } },
    lifetime: quoteLifetime,
  });
  keepOrder(world, quote, id, operation.hash);
  const order: FiatWithdrawalOrder = {
    id,
    from: { currency: quote.cryptoCurrency, amount: quote.cryptoAmount },
    to: { currency: quote.fiatCurrency, amount: quote.fiatAmount },
    expiresAt: isoTime(operation.expiresAt),
    fees: {
      transactionFee: quote.transactionFee,
      gasFee: quote.gasFee,
      treasuryAddress: project.treasury,
    },
    // `{}` for none, as in the contract.
    withdrawalInstructions: {
      userOperationHash: operation.hash,
      authorization: operation.authorization ?? ({} as never),
    },
  };
  return { body: order };
};

export const withdrawalHandlers: Handlers = {
  "fiat.quoteWithdrawal": quoteWithdrawal,
  "fiat.createWithdrawal": createWithdrawal,
};

export const fiatCompletions: Completions = {
  "fiat.withdrawn": (world, _operation, _record, data) => {
    const quote = quoteOfOrder(world, data.orderId);
    const identity = find(world.identities, quote?.individualId);
    if (quote && identity) addMove(world, identity, moveOf(quote));
  },
};
