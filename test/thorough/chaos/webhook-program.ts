// A process that receives webhooks and credits each deposit once. It is built with esbuild, and
// killed at any moment.
import { appendFileSync, existsSync, readFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sqlReplayStore } from "../../../src/stores/index.js";
import { createWebhookHandler, toNodeHandler } from "../../../src/webhooks/index.js";
import { connectSql } from "../../e2e/stores/connect-sql.mjs";

const [secret, database, credits, port] = process.argv.slice(2) as [string, string, string, string];
const query = await connectSql.sqlite(database, 60_000);
const credited = () =>
  existsSync(credits) ? readFileSync(credits, "utf8").split("\n").filter(Boolean) : [];
const handler = createWebhookHandler({
  secret,
  replays: sqlReplayStore({ query, dialect: "sqlite", lease: 5_000 }),
  tolerance: 2_000,
  onEvent(event) {
    if (event.event_type !== "ramp.deposit" || event.status !== "COMPLETED") return;
    const { orderId, receivedCryptoAmount } = event;
    if (credited().some((line) => line.startsWith(`${orderId} `))) return;
    appendFileSync(credits, `${orderId} ${receivedCryptoAmount}\n`);
  },
});
const server = createServer(toNodeHandler(handler)).listen(Number(port), "127.0.0.1", () =>
  writeSync(1, `${(server.address() as AddressInfo).port}\n`),
);
