// Shows test deliveries for your own endpoint: a deposit, its redelivery, a forged delivery, and an
// event of an unknown type.
// Run it while the server runs, with the same secret:
//   WEBHOOK_SECRET=whsec_… npx -y tsx webhooks/send.mts http://127.0.0.1:4020/

import { type SignedWebhook, signWebhook } from "bursar/webhooks";

const url = process.argv[2] ?? "http://127.0.0.1:4020/";
const secret = process.env["WEBHOOK_SECRET"];
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of the server.");

async function send(title: string, { headers, body }: SignedWebhook): Promise<void> {
  const response = await fetch(url, { method: "POST", headers, body });
  console.log(`${title}: ${response.status} ${await response.text()}`.trimEnd());
}

const deposit = {
  event_type: "ramp.deposit",
  orderId: "order_1",
  status: "COMPLETED",
  type: "ON_RAMP",
  chainId: 137,
  walletAddress: "0x1111111111111111111111111111111111111111",
  transactionHash: `0x${"ab".repeat(32)}`,
  sendFiatAmount: "250",
  sendFiatCurrency: "USD",
  receivedCryptoAmount: "247.5",
  receivedCryptoCurrency: "USDC",
};
const delivery = await signWebhook(deposit, secret);
await send("a deposit", delivery);
await send("its redelivery", delivery);
await send("a forged delivery", { ...delivery, body: delivery.body.replace("247.5", "247500") });
await send(
  "a deposit without an amount",
  await signWebhook({ ...deposit, orderId: "order_2", receivedCryptoAmount: null }, secret),
);
await send(
  "an unknown event",
  await signWebhook({ event_type: "unknown.event", any: "thing" }, secret),
);
