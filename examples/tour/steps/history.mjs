export const title = "Page through a long history";

export async function code({ client, sandbox, console }) {
  // Every sandbox has a wallet with two years and 10,000 transactions behind it.
  const veteran = "0x2f6a3b3da8b9b72eea792540bfce0aabf66f4043";

  const sent = sandbox.requests.length;
  let read = 0;
  for await (const { createdAt, type, status } of client.wallets.history(veteran)) {
    read++;
    if (read <= 3) console.log(createdAt, type, status);
    if (read === 250) break;
  }
  console.log(`… ${read} read with ${sandbox.requests.length - sent} requests; nothing is fetched after the break`);
}
