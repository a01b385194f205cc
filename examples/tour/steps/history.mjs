import { veteranWallet } from "bursar/sandbox";

export const title = "Page through a long history";

export async function code({ client, sandbox, console }) {
  // Every sandbox has a wallet with 10,000 transactions from two years.
  const sent = sandbox.requests.length;
  let read = 0;
  for await (const { createdAt, type, status } of client.wallets.history(veteranWallet)) {
    read++;
    if (read <= 3) console.log(createdAt, type, status);
    if (read === 250) break;
  }
  console.log(
    `… read ${read} with ${sandbox.requests.length - sent} requests; the break stops the paging`,
  );
}
