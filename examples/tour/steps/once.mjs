import { createMemoryJournal, once } from "bursar/intents";

export const title = "The connection breaks, and once does not pay twice";

export async function code({ client, sandbox, account, walletAddress, usdc, console }) {
  const journal = createMemoryJournal(); // in production: createFileJournal, or your database
  const terms = { journal, walletAddress, chainId: 137, signer: account, owner: account.address };
  const pay = (intent) =>
    once(client, { intent, ...terms }, (metadata) =>
      client.operations.transfer({
        amount: "250",
        chainId: 137,
        token: usdc,
        payGasFeeToken: usdc,
        gasFeePaymentMethod: "ADD_TO_AMOUNT",
        walletAddress,
        toAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
        metadata,
      }),
    );

  // The service executes the payment, but the connection breaks in the middle of its response.
  // once looks into the history before it does anything else.
  sandbox.cut("operations.execute");
  const first = await pay("invoice 17");
  console.log(first.state, first.transactionId);

  // A restarted program does not know how far it came, so it calls again.
  const second = await pay("invoice 17");
  console.log(second.state, second.transactionId);

  // once stores the intent in the metadata.
  const filter = { metadataKey: "intent", metadataValue: "invoice 17" };
  const { items } = await client.wallets.history(walletAddress, filter);
  console.log("payments in the history:", items.length);
}
