import { expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { operationHandlers } from "../../src/sandbox/server/handlers.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { openWallet } from "./open-sandbox.js";
import { validCalls } from "./valid-calls.js";

const names = endpoints.map(({ name }) => name);

test("handles every endpoint of the contract, and no other", () => {
  expect(Object.keys(operationHandlers).sort()).toEqual([...names].sort());
});

// The strict client fails the test on any schema drift.
test.each(names)(
  "%s accepts a valid request, and its response has the status and only the fields of the contract",
  async (name) => {
    const opened = await openWallet();
    const call = await validCalls[name](opened);
    const before = opened.sandbox.requests.length;
    const result = await call();
    const [request, ...others] = opened.sandbox.requests.slice(before);
    expect(others).toEqual([]);
    expect(request?.operation).toBe(name);
    const { status, full } = fixtureOf(name);
    expect(request?.status).toBe(status ?? (full === undefined ? 204 : 200));
    const { response } = endpoints.find((endpoint) => endpoint.name === name) as Endpoint;
    if (response) expect(result).toBeTypeOf("object");
    else expect(result).toBeUndefined();
  },
);

test.each(["liquidity.create", "liquidity.rebalance"] as const)(
  "%s matches the contract as an echo",
  async (name) => {
    const opened = await openWallet();
    const call = await validCalls[name](opened);
    opened.sandbox.configure({ liquidityEcho: true });
    expect(await call()).toMatchObject({ operation: { walletAddress: opened.address } });
  },
);
