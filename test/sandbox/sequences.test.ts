import { expect, test } from "vitest";
import type { EndpointName } from "../../src/contract/endpoints.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { catchApiError } from "./catch-api-error.js";
import { openWallet, testStart, usdc, weth } from "./open-sandbox.js";
import { depositQuoteOf } from "./prepare.js";
import { openRecordedWallet, runSteps, type Step, testSequences } from "./sequences.js";
import { validCalls } from "./valid-calls.js";

testSequences(5);

test("returns the same responses for the same concurrent calls", async () => {
  const run = async () => {
    const { opened, responses } = await openRecordedWallet(createSandbox({ now: testStart }));
    const reads: EndpointName[] = [
      "swap.quote",
      "tokens.list",
      "wallets.portfolio",
      "liquidity.create",
      "wallets.history",
      "lending.quote",
    ];
    const calls = await Promise.all(reads.map((name) => validCalls[name](opened)));
    await Promise.all(calls.map((call) => call()));
    return responses.sort();
  };
  expect(await run()).toEqual(await run());
});

test("returns other traces and hashes for another seed", async () => {
  const chosen: Step[] = [{ do: "call", name: "swap.quote" }];
  const [one, other] = [
    await runSteps(createSandbox({ seed: "one", now: testStart }), chosen),
    await runSteps(createSandbox({ seed: "other", now: testStart }), chosen),
  ];
  expect(one).not.toHaveLength(0);
  expect(one).toHaveLength(other.length);
  expect(one.filter((response) => other.includes(response))).toEqual([]);
});

test("resets faults, outages, prices, project settings and the clock", async () => {
  const { sandbox, client, address } = await openWallet();
  sandbox.fail("tokens.list", { times: 9 });
  sandbox.outage("balances");
  sandbox.configure({ units: 0, fiat: false });
  sandbox.setPrice({ chainId: 137, token: weth, price: "1" });
  sandbox.advance(86_400_000);
  sandbox.reset();
  expect(sandbox.now()).toBe(testStart);
  expect((await client.tokens.list().firstPage()).items).toHaveLength(10);
  expect(await catchApiError(client.wallets.history(address).firstPage())).toMatchObject({
    status: 404,
  });
  sandbox.fund({ account: address, chainId: 137, token: weth, amount: "1" });
  expect((await client.wallets.portfolio(address)).tokens).toMatchObject([
    { balance: "1000000000000000000", priceUsd: "2500" },
  ]);
  expect(
    (await client.fiat.quoteDeposit(depositQuoteOf({ address }))).depositQuote.quoteId,
  ).toBeDefined();
});

test("keeps a snapshot unchanged, and can restore it repeatedly", async () => {
  const { sandbox, client, address } = await openWallet();
  const snapshot = sandbox.snapshot();
  const before = await client.wallets.portfolio(address);
  for (let round = 0; round < 2; round++) {
    sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "77" });
    sandbox.outage("balances");
    sandbox.configure({ units: 0 });
    sandbox.restore(snapshot);
    expect(await client.wallets.portfolio(address)).toEqual(before);
  }
});
