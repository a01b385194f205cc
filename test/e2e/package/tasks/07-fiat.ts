// Shows fiat money in and out: a deposit by bank transfer, then a withdrawal that the owner signs.

import { createClient, type PaymentMethod } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { signOperation } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });

// A verified person of every sandbox. Identity checks return this id.
const individualId = "ind_1";

async function main() {
  const owner = privateKeyToAccount(generatePrivateKey());
  const { wallet } = await client.wallets.ensure({
    externallyOwnedAccount: owner.address,
    factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
  });
  const { walletAddress } = wallet;

  const { depositQuote } = await client.fiat.quoteDeposit({
    paymentMethodToSend: "ACH",
    amountToSendInFiatCurrency: 250,
    receiveCryptoCurrency: "USDC",
    individualId,
    chainId: 137,
    walletAddress,
  });
  console.log(`250 USD buy ${depositQuote.amountToReceiveInCryptoCurrency} USDC`);
  const { quoteId } = depositQuote;
  const { depositInstructions } = await client.fiat.createDeposit({ quoteId });
  const { type, beneficiary, memoCode } = depositInstructions;
  console.log(`pay by ${type} to ${beneficiary?.name}, with the memo ${memoCode}`);

  // The bank transfer arrives.
  sandbox.advance(60_000);
  const { items } = await client.wallets.history(walletAddress);
  console.log(`${items[0]?.type} is ${items[0]?.status}`);

  const receiver: PaymentMethod = { type: "PIX", pixKey: "ana@example.com" };
  const { withdrawQuote } = await client.fiat.quoteWithdrawal({
    individualId,
    chainId: 137,
    paymentMethodToReceiveDetails: receiver,
    amountToSendInCryptoCurrency: "50",
    cryptoCurrencyToSend: "USDC",
  });
  console.log(`50 USDC pay ${withdrawQuote.amountToReceiveInFiatCurrency} BRL`);
  const order = await client.fiat.createWithdrawal({
    quoteId: withdrawQuote.quoteId,
    paymentMethod: receiver,
  });

  // Nothing is withdrawn until the owner signs.
  const terms = { expect: withdrawQuote, owner: owner.address, walletAddress };
  const signed = await signOperation(order, owner, terms);
  const queued = await client.operations.execute(signed);
  const done = await client.wallets.waitForTransaction(walletAddress, queued, { interval: 100 });
  console.log(`the withdrawal is ${done.status}`);
}

main();
