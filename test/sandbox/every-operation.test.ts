import { expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { handlers } from "../../src/sandbox/server/handlers.js";
import { openWallet } from "./open.js";
import { validCalls } from "./valid-calls.js";

const names = endpoints.map(({ name }) => name);

test("the sandbox has an operation for every endpoint of the contract, and no other", () => {
  expect(Object.keys(validCalls).sort()).toEqual([...names].sort());
  expect(Object.keys(handlers).sort()).toEqual([...names].sort());
});

// The client reads strictly, and any drift fails the test when it ends.
test.each(names)(
  "%s accepts a valid request, and its answer fits the contract with nothing over",
  async (name) => {
    const opened = await openWallet();
    const call = await validCalls[name](opened);
    const before = opened.sandbox.requests.length;
    const answer = await call();
    const [request, ...others] = opened.sandbox.requests.slice(before);
    expect(others).toEqual([]);
    expect(request?.operation).toBe(name);
    expect([200, 201, 202, 204]).toContain(request?.status);
    const { response } = endpoints.find((endpoint) => endpoint.name === name) as Endpoint;
    if (response) expect(answer).toBeTypeOf("object");
    else expect(answer).toBeUndefined();
  },
);

test.each(["liquidity.create", "liquidity.rebalance"] as const)(
  "%s fits the contract as an echo too",
  async (name) => {
    const opened = await openWallet();
    const call = await validCalls[name](opened);
    opened.sandbox.configure({ liquidityEcho: true });
    expect(await call()).toMatchObject({ operation: { walletAddress: opened.address } });
  },
);
