import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSandbox, demoWallet } from "../../../src/sandbox/index.js";
import { checkQuote, pickExecutable, signQuote } from "../../../src/signing/index.js";
import { inBrowser } from "../../support/in-browser.js";
import { createSession } from "../kyc/verification-sessions.js";
import {
  createSandboxClient,
  factory,
  openSandbox,
  owner,
  testStart,
  usdc,
} from "../open-sandbox.js";
import { depositQuoteOf } from "../prepare.js";
import { createOrderRequest, createSwapRequest } from "../swap/swap-requests.js";

const noClock = { now: undefined };

/** A registered, funded wallet on a sandbox with the default clock. */
async function openDefaultWallet(options: { tick?: number } = {}) {
  const { sandbox, client } = openSandbox({ ...noClock, ...options });
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
  });
  const address = wallet.walletAddress;
  sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "5000" });
  return { sandbox, client, address };
}

afterEach(() => void vi.useRealTimers());

describe("without the option now, the clock", () => {
  // Only the date is fake: a request takes no time of the sandbox.
  beforeEach(() => void vi.useFakeTimers({ now: testStart, toFake: ["Date"] }));

  test("is the time of the machine from the start, also without a request", () => {
    const { sandbox } = openSandbox(noClock);
    expect(sandbox.now()).toBe(testStart);
    vi.setSystemTime(testStart + 30);
    expect(sandbox.now()).toBe(testStart + 30);
  });

  test("stays at the time of the machine over 20 requests", async () => {
    const { sandbox, client } = openSandbox(noClock);
    for (let i = 0; i < 20; i++) await client.wallets.portfolio(demoWallet);
    expect(sandbox.now()).toBe(testStart);
  });

  test("lets a market quote and a limit order be checked and signed without an option", async () => {
    const { client, address } = await openDefaultWallet();
    for (let i = 0; i < 50; i++) await client.wallets.portfolio(demoWallet);
    const order = { ...createOrderRequest(address, "0.01"), expiration: 30 };
    for (const request of [createSwapRequest(address), order]) {
      const { quotes } = await client.swap.quote(request);
      const quote = pickExecutable(quotes) as (typeof quotes)[number];
      const options = { expect: request, owner: owner.address };
      expect(checkQuote(quote, options)).toEqual([]);
      await signQuote(quote, owner, options);
    }
  });

  test("ends polling after a few requests, without waiting for the settlement", async () => {
    const { sandbox, client, address } = await openDefaultWallet();
    const { quotes } = await client.swap.quote(createSwapRequest(address));
    const quote = pickExecutable(quotes) as (typeof quotes)[number];
    const signed = await signQuote(quote, owner, {
      expect: createSwapRequest(address),
      owner: owner.address,
    });
    const queued = await client.operations.execute(signed);
    const done = await client.wallets.waitForTransaction(address, queued, { interval: 10 });
    expect(done.status).toBe("COMPLETED");
    const polls = sandbox.requests.filter(({ operation }) => operation === "wallets.history");
    expect(polls).toHaveLength(2);
    expect(sandbox.now()).toBe(testStart);
  });

  test("never runs back, although a request brings work closer than it was begun", async () => {
    const { sandbox, client, address } = await openDefaultWallet({ tick: 600_000 });
    const { quotes } = await client.swap.quote(createSwapRequest(address));
    const signed = await signQuote(pickExecutable(quotes), owner);
    await client.operations.execute(signed);
    const { items } = await client.wallets.history(address, { type: "SWAP" }).firstPage();
    const time = new Date(testStart).toISOString();
    expect(items).toMatchObject([{ status: "COMPLETED", createdAt: time, updatedAt: time }]);
    expect(sandbox.now()).toBe(testStart);
  });

  test("does not bring closer what a response has stated: the expiry of a quote or session", async () => {
    const { client } = openSandbox({ ...noClock, tick: 3_600_000 });
    const { depositQuote } = await client.fiat.quoteDeposit(
      depositQuoteOf({ address: demoWallet }),
    );
    const { id } = (await createSession({ client })).session as { id: string };
    for (let i = 0; i < 3; i++) await client.wallets.portfolio(demoWallet);
    expect((await client.kyc.individual.standard.get(id)).session.status).toBe("PENDING");
    await client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
  });

  test("waits for the time of the machine with a tick of 0", async () => {
    const { sandbox, client, address } = await openDefaultWallet({ tick: 0 });
    const { depositQuote } = await client.fiat.quoteDeposit(depositQuoteOf({ address }));
    await client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
    const count = async () => (await client.wallets.history(address).firstPage()).items.length;
    for (let i = 0; i < 20; i++) expect(await count()).toBe(1);
    sandbox.advance(5_000);
    expect(await count()).toBe(2);
  });

  test("is moved on by advance, and continues from there", async () => {
    const { sandbox, client } = openSandbox(noClock);
    sandbox.advance(86_400_000);
    await client.wallets.portfolio(demoWallet);
    expect(sandbox.now()).toBe(testStart + 86_400_000);
    const ahead = sandbox.snapshot();
    vi.setSystemTime(testStart + 1_000);
    sandbox.reset();
    expect(sandbox.now()).toBe(testStart + 1_000);
    sandbox.restore(ahead);
    expect(sandbox.now()).toBe(testStart + 86_400_000);
    vi.setSystemTime(testStart + 3_000);
    expect(sandbox.now()).toBe(testStart + 86_402_000);
  });
});

describe("with a fixed start, the clock", () => {
  test.each([testStart, new Date(testStart)])("moves by the tick only: %s", async (now) => {
    const { sandbox, client } = openSandbox({ now, tick: 2_500 });
    for (let i = 0; i < 3; i++) await client.wallets.portfolio(demoWallet);
    vi.useFakeTimers({ now: testStart + 86_400_000, toFake: ["Date"] });
    expect(sandbox.now()).toBe(testStart + 7_500);
  });

  test("rejects an invalid date", () => {
    expect(() => createSandbox({ now: new Date("tomorrow") })).toThrow(/now/);
  });
});

test("with a function, the clock adds an advance to its time, until a reset", async () => {
  let time = testStart;
  const { sandbox, client } = openSandbox({ now: () => time });
  sandbox.advance(60_000);
  time += 500;
  await client.wallets.portfolio(demoWallet);
  expect(sandbox.now()).toBe(testStart + 60_500);
  const ahead = sandbox.snapshot();
  sandbox.reset();
  expect(sandbox.now()).toBe(testStart + 500);
  sandbox.restore(ahead);
  time += 500;
  expect(sandbox.now()).toBe(testStart + 61_000);
});

describe("with fake timers", () => {
  test("the time is the fake time", async () => {
    vi.useFakeTimers({ now: testStart });
    const { sandbox, client } = openSandbox(noClock);
    vi.advanceTimersByTime(60_000);
    expect(sandbox.now()).toBe(testStart + 60_000);
    vi.setSystemTime(testStart + 3_600_000);
    await client.wallets.portfolio(demoWallet);
    expect(sandbox.now()).toBe(testStart + 3_600_000);
  });

  test("a step back by a day continues from the held time", () => {
    const { sandbox } = openSandbox(noClock);
    const held = sandbox.now();
    vi.useFakeTimers({ now: held - 86_400_000 });
    vi.advanceTimersByTime(10_000);
    expect(sandbox.now()).toBeGreaterThanOrEqual(held);
    const later = sandbox.now();
    vi.advanceTimersByTime(60_000);
    expect(sandbox.now()).toBe(later + 60_000);
    sandbox.reset();
    expect(sandbox.now()).toBe(held - 86_400_000 + 70_000);
  });

  test("the return from a later date to the real one continues from the later date", () => {
    vi.useFakeTimers({ now: testStart + 86_400_000 });
    const { sandbox } = openSandbox(noClock);
    const later = sandbox.now();
    vi.useRealTimers();
    vi.useFakeTimers({ now: testStart });
    expect(sandbox.now()).toBe(later);
    vi.advanceTimersByTime(30);
    expect(sandbox.now()).toBe(later + 30);
  });

  test("a step back by a second holds the time until it has passed", () => {
    vi.useFakeTimers({ now: testStart });
    const { sandbox } = openSandbox(noClock);
    vi.setSystemTime(testStart - 1_000);
    expect(sandbox.now()).toBe(testStart);
    vi.advanceTimersByTime(1_500);
    expect(sandbox.now()).toBe(testStart + 500);
  });

  // In a browser, reading a body takes real time, and the fake timers let the timeout pass.
  test.skipIf(inBrowser)("runAllTimersAsync ends a call and a wait", async () => {
    // Loads the fetch layer before the fake timers, because a load takes real time.
    const { sandbox, client, address } = await openDefaultWallet();
    vi.useFakeTimers();
    const settle = async <T>(call: Promise<T>): Promise<T> => {
      await vi.runAllTimersAsync();
      return call;
    };
    const { depositQuote } = await settle(
      Promise.resolve(client.fiat.quoteDeposit(depositQuoteOf({ address }))),
    );
    await settle(Promise.resolve(client.fiat.createDeposit({ quoteId: depositQuote.quoteId })));
    const { quotes } = await settle(Promise.resolve(client.swap.quote(createSwapRequest(address))));
    const quote = pickExecutable(quotes, { now: Date.now() }) as (typeof quotes)[number];
    const signed = await signQuote(quote, owner, {
      expect: createSwapRequest(address),
      owner: owner.address,
    });
    const queued = await settle(Promise.resolve(client.operations.execute(signed)));
    const done = await settle(client.wallets.waitForTransaction(address, queued));
    expect(done.status).toBe("COMPLETED");
    expect(sandbox.now()).toBe(vi.getMockedSystemTime()?.getTime());
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("the same seed repeats responses together with a fixed clock", async () => {
  const run = async () => {
    const sandbox = createSandbox({ seed: "same", now: testStart });
    const client = createSandboxClient(sandbox);
    return JSON.stringify(await client.fiat.quoteDeposit(depositQuoteOf({ address: demoWallet })));
  };
  expect(await run()).toBe(await run());
});
