import { describe, expect, it } from "vitest";
import { owner, wallet } from "../support/fixtures/values.js";
import { parts, testFastRequests } from "./fast-request.js";

testFastRequests(20);

describe("the fast check of a request", () => {
  const usual = { params: { walletAddress: owner }, query: {} };
  const accepted = parts.filter(({ part, check }) => check(usual[part]));

  it.each([
    ["wallets.deposit", "params"],
    ["wallets.portfolio", "params"],
    ["wallets.portfolio", "query"],
    ["wallets.history", "params"],
    ["wallets.history", "query"],
    ["wallets.requestTaxExport", "params"],
    ["tokens.list", "query"],
  ])("accepts a usual call of %s without Zod: %s", (name, part) => {
    expect(accepted).toContainEqual(expect.objectContaining({ name, part }));
  });

  it("accepts an owner and a factory without Zod", () => {
    const identity = parts.find(({ name }) => name === "wallets.check");
    expect(identity?.check({ externallyOwnedAccount: owner, factory: wallet })).toBe(true);
  });
});
