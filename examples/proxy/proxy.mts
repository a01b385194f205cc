// Shows the code of the server: the key, the allowed operations, the permissions of a user and the
// rate limit. It is the same for every framework: hono.mts and express.mts mount it, and
// ../next/app/api/bursar does in Next.js.
// Run it in both: npm install hono express rate-limiter-flexible && npx -y tsx proxy/try.mts

import { createProxy, walletOf } from "bursar/proxy";
import { createSandbox } from "bursar/sandbox";
import { limit } from "./limit.mjs";
import { sessionOf } from "./sessions.mjs";

// The sandbox replaces the service. For the real service, omit these three: the proxy reads
// BURSAR_BASE_URL and BURSAR_API_KEY from the environment.
const { baseUrl, apiKey, fetch } = createSandbox();

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
    if (!session) {
      const body = { statusCode: 401, id: "NOT_SIGNED_IN", message: "Sign in first" };
      return Response.json(body, { status: 401 });
    }
    // These name no wallet. The token list is public, and the owner has signed what is executed.
    if (call.operation === "tokens.list" || call.operation === "operations.execute") return true;
    return session.wallets.has(walletOf(call));
  },
  limit,
  onResponse: ({ operation, status, id }) => {
    if (status >= 500) console.error(`${operation} ${status} ${id}`);
  },
});
