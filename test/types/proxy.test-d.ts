import { createServer, type IncomingMessage } from "node:http";
import { expectTypeOf, test } from "vitest";
import { createProxy, type ProxyOptions, toNodeHandler } from "../../src/proxy/index.js";

const options: ProxyOptions = {
  baseUrl: "https://api.example.com",
  apiKey: "key",
  prefix: "/api/bursar",
  authorize: () => true,
};

test("toNodeHandler accepts a proxy without a context, but not the context of another framework", () => {
  createServer(toNodeHandler(createProxy(options)));
  createServer(
    toNodeHandler(createProxy<IncomingMessage>(options as ProxyOptions<IncomingMessage>)),
  );
  const honoProxy = createProxy<{ session: string }>(options as ProxyOptions<{ session: string }>);
  // @ts-expect-error Node's request has no session
  createServer(toNodeHandler(honoProxy));
});

test("authorize is required, and its call is narrowed by the operation", () => {
  // @ts-expect-error without authorize, every caller could use every wallet
  createProxy({ baseUrl: "https://api.example.com", apiKey: "key", prefix: "/api/bursar" });
  createProxy({
    ...options,
    authorize: (_request, call) => {
      if (call.operation === "wallets.portfolio")
        expectTypeOf(call.input.params.walletAddress).toEqualTypeOf<string>();
      return true;
    },
  });
});
