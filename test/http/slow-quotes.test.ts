import { expect, test } from "vitest";
import { ApiError } from "../../src/errors/api.js";
import { ConnectionError } from "../../src/errors/connection.js";
import { drained } from "../support/drained.js";
import { inBrowser } from "../support/in-browser.js";
import { closedPort, json, serve } from "../support/loopback.js";
import { clientFor, envelope, failure, noQuotes, swapRequest } from "./test-client.js";

const failed = json(envelope("SWAP_QUOTE"), 500);
const profiles = ["FASTEST_BRIDGE", "BEST_OUTPUT"] as const;

test.each(profiles)("a quote with %s is sent once: it is slow", async (routeProfile) => {
  const server = await serve([failed, json(noQuotes)]);
  const error = await failure(clientFor(server).swap.quote({ ...swapRequest, routeProfile }));
  expect(error).toBeInstanceOf(ApiError);
  expect(await drained(server)).toHaveLength(1);
});

test.each(["QUICKEST_QUOTE", undefined] as const)(
  "a quote with the route profile %s is sent again after a failure",
  async (routeProfile) => {
    const server = await serve([failed, json(noQuotes)]);
    expect(await clientFor(server).swap.quote({ ...swapRequest, routeProfile })).toEqual(noQuotes);
    expect(await drained(server)).toHaveLength(2);
  },
);

test.each(profiles)("`retry` of the call sends a quote with %s again", async (routeProfile) => {
  const server = await serve([failed, json(noQuotes)]);
  const call = clientFor(server).swap.quote({ ...swapRequest, routeProfile }, { retry: 1 });
  expect(await call).toEqual(noQuotes);
  expect(await drained(server)).toHaveLength(2);
});

// A page cannot prove that a request did not arrive.
test.skipIf(inBrowser)("a slow quote is sent again if it did not arrive", async () => {
  const retries: unknown[] = [];
  const client = clientFor(
    { url: `http://127.0.0.1:${await closedPort()}` },
    { hooks: { onRetry: ({ error }) => retries.push(error) } },
  );
  await failure(client.swap.quote({ ...swapRequest, routeProfile: "BEST_OUTPUT" }));
  expect(retries).toHaveLength(2);
  expect(retries[0]).toBeInstanceOf(ConnectionError);
});
