import { createServer, type IncomingMessage } from "node:http";
import { expectTypeOf, test } from "vitest";
import { createProxy, type ProxyOptions, toNodeHandler } from "../../src/proxy/index.js";

const options: ProxyOptions = {
  baseUrl: "https://api.example.com",
  apiKey: "key",
  prefix: "/api/bursar",
  authorize: () => true,
};

test("a proxy of any context is a handler for node:http, and one of another framework's context is not", () => {
  createServer(toNodeHandler(createProxy(options)));
  createServer(
    toNodeHandler(createProxy<IncomingMessage>(options as ProxyOptions<IncomingMessage>)),
  );
  const ofHono = createProxy<{ session: string }>(options as ProxyOptions<{ session: string }>);
  // @ts-expect-error Node's request has no session.
  createServer(toNodeHandler(ofHono));
});

test("authorize cannot be forgotten, and operations are told apart by name", () => {
  // @ts-expect-error Everybody could act on every wallet.
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
