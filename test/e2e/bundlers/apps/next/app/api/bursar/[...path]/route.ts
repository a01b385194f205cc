import { createProxy, walletOf } from "bursar/proxy";

const proxy = createProxy({
  baseUrl: process.env["BURSAR_BASE_URL"] ?? "",
  apiKey: process.env["BURSAR_API_KEY"] ?? "",
  prefix: "/api/bursar",
  allow: ["swap.quote", "tokens.list"],
  // A real app takes the wallet from the user's session.
  authorize: (_request, call) =>
    call.operation === "tokens.list" || walletOf(call) === process.env["WALLET"],
});

const handle = (request: Request): Promise<Response> => proxy(request);

export { handle as GET, handle as POST };
