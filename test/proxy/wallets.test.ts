import { expect, test } from "vitest";
import { type ProxyCall, walletOf, walletsOf } from "../../src/proxy/index.js";
import { openWallet, owner, usdc } from "../sandbox/open-sandbox.js";
import { validCalls } from "../sandbox/valid-calls.js";
import { fixtureOf } from "../support/fixtures/index.js";
import { allOperations, createPageClient, openProxy, origin, swap } from "./proxy-kit.js";

test.each(allOperations)("finds the acting wallet and every account of %s", async (name) => {
  const calls: ProxyCall[] = [];
  const wallet = await openWallet();
  const { baseUrl, apiKey, fetch } = wallet.sandbox;
  const { proxy } = openProxy({
    baseUrl,
    apiKey,
    fetch,
    authorize: (_request, call) => calls.push(call) > 0,
  });
  await (
    await validCalls[name]({
      ...wallet,
      client: createPageClient((request) =>
        request.url.startsWith(origin) ? proxy(request) : fetch(request),
      ),
    })
  )();
  const call = calls.at(-1) as ProxyCall;
  expect(call.operation).toBe(name);
  const own = wallet.address.toLowerCase();
  const found = [walletOf(call), walletsOf(call).sort()];
  const { namesWallet } = fixtureOf(name);
  if (namesWallet === "none") expect(found).toEqual([undefined, []]);
  else if (namesWallet === "owner")
    expect(found).toEqual([undefined, [owner.address.toLowerCase()]]);
  else if (name === "wallets.deposit")
    expect(found).toEqual([own, [own, owner.address.toLowerCase()].sort()]);
  // A contract that is called counts, because it can be an account.
  else if (name === "operations.custom") expect(found).toEqual([own, [usdc, own].sort()]);
  else expect(found).toEqual([own, [own]]);
});

test("finds receivers of money and fees at any depth, but no tokens, factories and metadata", () => {
  const receiver = "0x52908400098527886E0F7030069857D2E4169EE7";
  const fees = "0x2222222222222222222222222222222222222222";
  const bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  const body = {
    ...swap,
    toAddress: receiver,
    extraFee: { percentage: 1, toAddress: fees },
    metadata: { note: `0x${"9".repeat(40)}` },
  };
  const call = {
    input: {
      params: {},
      query: {},
      body: { ...body, deep: [{ tokenReceiver: bitcoin, token: fees.replace("2", "3") }, 7, null] },
    },
  };
  expect(walletsOf(call).sort()).toEqual(
    [swap.walletAddress, fees, receiver.toLowerCase(), bitcoin].sort(),
  );
  expect(walletOf(call)).toBe(swap.walletAddress);
});

test("finds an account in undocumented fields in any form", () => {
  const other = "0x2222222222222222222222222222222222222222";
  const forms: [string, unknown][] = [
    ["with an upper-case prefix", { onBehalfOf: other.replace("0x", "0X") }],
    ["with white space around it", { onBehalfOf: ` ${other}\n` }],
    ["as a field name", { shares: { [other]: "1" } }],
    ["in an object in a token field", { token: { onBehalfOf: other } }],
    ["in a list of such objects", { token: [{ holders: [other] }] }],
  ];
  for (const [how, supply] of forms) {
    const found = walletsOf({
      input: { params: {}, query: {}, body: { walletAddress: swap.walletAddress, supply } },
    });
    expect([how, found.sort()]).toEqual([how, [swap.walletAddress, other]]);
  }
  const tokens = {
    tokensAddresses: [other],
    token: other,
    metadata: { a: other, [other]: "x" },
    payGasFeeToken: other,
  };
  expect(walletsOf({ input: { params: {}, query: tokens, body: tokens } })).toEqual([]);
});

test("walletOf returns undefined for two acting wallets, or for a nested one", () => {
  const other = { walletAddress: "0x2222222222222222222222222222222222222222" };
  expect(
    walletOf({ input: { params: { walletAddress: swap.walletAddress }, query: {}, body: other } }),
  ).toBeUndefined();
  expect(walletOf({ input: { params: {}, query: {}, body: { inner: other } } })).toBeUndefined();
});
