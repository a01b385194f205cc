// Shows the proxy: it adds the key to requests of the page, and forwards only what you allow.

import { createProxy, walletOf } from "bursar/proxy";
import { walletOfSession } from "@/app/session";

const proxy = createProxy({
  baseUrl: process.env["BURSAR_BASE_URL"],
  apiKey: process.env["BURSAR_API_KEY"],
  prefix: "/api/bursar",
  allow: ["swap.quote", "operations.execute", "wallets.history", "wallets.portfolio"],
  authorize: (request, call) => {
    const wallet = walletOfSession(request);
    // The owner has signed what is executed. Everything else names a wallet.
    if (call.operation === "operations.execute") return wallet !== undefined;
    return wallet !== undefined && walletOf(call) === wallet;
  },
});

const handle = (request: Request): Promise<Response> => proxy(request);

export { handle as GET, handle as POST };
