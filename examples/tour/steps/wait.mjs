export const title = "Wait until the swap is done";

export async function code({ client, walletAddress, queued, console, progress }) {
  const done = await client.wallets.waitForTransaction(walletAddress, queued, {
    interval: 400,
    maxInterval: 400,
    timeout: 60_000,
    onProgress: ({ status }) => progress(`… ${status ?? "not in the history yet"}`),
  });

  // The swap can fail.
  if (done.status !== "COMPLETED") throw new Error(`not completed: ${done.status}`);
  console.log(done.type, done.transactionHash.explorerURL);
}
