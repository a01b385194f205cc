// Shows the server's half, the same for every framework: the key, what is allowed, who may do what, and how often.
// It is mounted by hono.mjs, express.mjs and next-route.mjs. Try all of them (after `npm run build`): node examples/proxy/try.mjs

import { createProxy, walletOf } from "bursar/proxy";
import { createSandbox } from "bursar/sandbox";
import { limit } from "./limit.mjs";
import { sessionOf } from "./sessions.mjs";

// In place of the service. With the real one: its baseUrl, your apiKey from the environment, and no fetch.
const { baseUrl, apiKey, fetch } = createSandbox({ now: () => Date.now() });

export const proxy = createProxy({
  baseUrl,
  apiKey,
  fetch,
  prefix: "/api/bursar",
  allow: [
    "tokens.list",
    "wallets.portfolio",
    "wallets.history",
    "swap.quote",
    "operations.execute",
  ],
  authorize: (request, call) => {
    const session = sessionOf(request);
    if (!session)
      return Response.json(
        { statusCode: 401, id: "NOT_SIGNED_IN", message: "Sign in first" },
        { status: 401 },
      );
    // These name no wallet. A list of tokens is nobody's, and what is executed its owner has signed.
    if (call.operation === "tokens.list" || call.operation === "operations.execute") return true;
    return session.wallets.has(walletOf(call));
  },
  limit,
  onAnswer: ({ operation, status, id }) => {
    if (status >= 500) console.error(`${operation} ${status} ${id}`);
  },
});
