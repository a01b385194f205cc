// Shows fiat money by PIX in both directions: a deposit in reais that becomes USDC, and a
// withdrawal of USDC to a PIX key, which the owner signs.
// Run it: npx -y tsx fiat-by-pix.mts

import { createClient, factories, isApiError, type PaymentMethod, toImageSource } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { signOperation } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });

// A verified person of every sandbox. kyc-upload.mts shows how to verify one.
const individualId = "ind_1";

const account = privateKeyToAccount(generatePrivateKey());
const { wallet } = await client.wallets.ensure({
  externallyOwnedAccount: account.address,
  factory: factories.lightAccount["2.0.0"],
});
const { walletAddress } = wallet;

// 1. Deposit. A quote expires within minutes: get another one if the order says so.
async function orderDeposit(amount: number) {
  for (let attempt = 1; ; attempt++) {
    const { depositQuote } = await client.fiat.quoteDeposit({
      paymentMethodToSend: "PIX",
      amountToSendInFiatCurrency: amount,
      receiveCryptoCurrency: "USDC",
      individualId,
      chainId: 137,
      walletAddress,
    });
    try {
      // The older call: the instructions for PIX are documented for this one only.
      const { depositOrder } = await client.fiat.createDepositV1({ quoteId: depositQuote.quoteId });
      return { depositQuote, depositOrder };
    } catch (error) {
      if (attempt === 3 || !isApiError(error, "FIAT_QUOTE_EXPIRED")) throw error;
    }
  }
}
const { depositQuote, depositOrder } = await orderDeposit(500);
const { amountToSendInFiatCurrency, amountToReceiveInCryptoCurrency } = depositQuote;
console.log(`${amountToSendInFiatCurrency} BRL buy ${amountToReceiveInCryptoCurrency} USDC`);

// Show the code as text to copy and as a QR code. Both come from the service: check the type first.
const { type, pixKey, base64QrCode } = depositOrder.paymentMethodToSendDetails;
if (type === "PIX" && pixKey) {
  console.log(`pay with this PIX code: ${pixKey.slice(0, 20)}…`);
  console.log(`<img src="${toImageSource(base64QrCode)?.slice(0, 30)}…">`);
} else console.log("pay as the service describes:", depositOrder.paymentMethodToSendDetails);

// The person pays, and the money arrives. Webhooks report it to a server: see webhooks/server.mts.
sandbox.advance(60_000);
for await (const { type, status } of client.wallets.history(walletAddress))
  console.log(`${type} is ${status}`);

// 2. Withdraw to a PIX key.
const receiver: PaymentMethod = { type: "PIX", pixKey: "ana@example.com" };
const { withdrawQuote } = await client.fiat.quoteWithdrawal({
  individualId,
  chainId: 137,
  paymentMethodToReceiveDetails: receiver,
  amountToSendInCryptoCurrency: "50",
  cryptoCurrencyToSend: "USDC",
});
const { quoteId, amountToReceiveInFiatCurrency, fiatCurrencyToReceive } = withdrawQuote;
console.log(`50 USDC pay ${amountToReceiveInFiatCurrency} ${fiatCurrencyToReceive}`);
const order = await client.fiat.createWithdrawal({ quoteId, paymentMethod: receiver });

// Nothing is withdrawn until the owner signs.
const terms = { expect: withdrawQuote, owner: account.address, walletAddress };
const queued = await client.operations.execute(await signOperation(order, account, terms));
const done = await client.wallets.waitForTransaction(walletAddress, queued);
console.log(`the withdrawal is ${done.status}`);
