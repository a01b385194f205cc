// Shows a server that keeps the API key, and a client without a key that calls it.

import { once } from "node:events";
import { createServer } from "node:http";
import { createClient, isApiError } from "bursar";
import { createProxy, toNodeHandler, walletOf } from "bursar/proxy";
import { createSandbox, demoWallet } from "bursar/sandbox";

const sandbox = createSandbox();

/** Stands in for your sessions: the wallet of each signed-in user. */
const wallets = new Map([["session=ana", demoWallet]]);

/** The handler of your server. Express: `app.use("/api/bursar", createHandler())`. */
function createHandler() {
  const proxy = createProxy({
    baseUrl: process.env["BURSAR_BASE_URL"],
    apiKey: process.env["BURSAR_API_KEY"],
    prefix: "/api/bursar",
    allow: ["tokens.list", "wallets.portfolio"],
    authorize: (request, call) => {
      if (call.operation === "tokens.list") return true;
      return walletOf(call) === wallets.get(request.headers.get("cookie") ?? "");
    },
  });
  return toNodeHandler(proxy);
}

async function main() {
  // Stands in for the service. Set both variables where your server runs.
  const service = await sandbox.listen();
  process.env["BURSAR_BASE_URL"] = service.url;
  process.env["BURSAR_API_KEY"] = sandbox.apiKey;

  const server = createServer(createHandler()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" ? bound?.port : undefined;

  // In a page, `createClient({ baseUrl: "/api/bursar" })` is enough: it sends the cookie.
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}/api/bursar`,
    apiKey: null,
    headers: { cookie: "session=ana" },
  });
  const { tokens } = await client.wallets.portfolio(demoWallet, { includeTokens: true });
  for (const { balanceFormatted, symbol } of tokens ?? [])
    console.log(`${balanceFormatted} ${symbol}`);

  const other = "0x2222222222222222222222222222222222222222";
  for (const call of [client.wallets.portfolio(other), client.kyc.financialLimits("ind_1")]) {
    const result = await call.safe();
    if (!result.ok && isApiError(result.error)) console.log(result.error.status, result.error.id);
  }

  server.close();
  await service.close();
}

main();
