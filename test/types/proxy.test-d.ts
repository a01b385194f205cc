import { createServer, type IncomingMessage } from "node:http";
import { createServer as createServer2 } from "node:http2";
import express from "express";
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

test("environment variables are accepted as they are", () => {
  const value = process.env.NAME;
  createProxy({ ...options, baseUrl: value, apiKey: value, allowOrigins: [value] });
});

test("toNodeHandler accepts a context of optional fields that middleware adds", () => {
  const proxy = createProxy<{ session?: { wallet: string } }>({
    ...options,
    authorize: (_request, _call, { session }) => session !== undefined,
  });
  const handler = toNodeHandler(proxy, { onError: (_, { url, session }) => void [url, session] });
  createServer(handler);
  createServer2(handler);
  express().use("/api", handler).all("/api/*path", handler);
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
