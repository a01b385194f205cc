import { describe, expect, test, vi } from "vitest";
import { rememberRequest } from "../../src/contract/shared/remembered-requests.js";
import { createClient, JournalError, SigningError, type TransferRequest } from "../../src/index.js";
import {
  createMemoryJournal,
  type IntentEntry,
  type Journal,
  once,
  type PreparedQuote,
  recover,
} from "../../src/intents/index.js";
import { getMoment } from "../../src/shared/steady-time.js";
import { failure } from "../http/test-client.js";
import { usdc } from "../sandbox/open-sandbox.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { closedPort } from "../support/loopback.js";
import { brief, crash, crashAt, openIntents, toList } from "./intent-kit.js";

const lost = () => Promise.reject(new TypeError("fetch failed"));
describe("once", () => {
  test.each(["prepareSwap", "preparePosition"] as const)("pays once (%s)", async (kind) => {
    const opened = await openIntents();
    const entry = await opened.start({}, opened[kind]);
    expect(entry).toMatchObject({
      intent: "order 17",
      state: "done",
      status: "COMPLETED",
      userOperationHash: expect.stringMatching(/^0x/),
      transactionId: expect.any(String),
    });
    expect(await opened.start({}, opened[kind])).toEqual(await opened.stored());
    expect(opened.paid()).toBe(1);
    expect(opened.signMessage).toHaveBeenCalledTimes(1);
  });

  test("stores each step before the next one, without a signature or the key", async () => {
    const { journal, sent, signMessage, start, sandbox } = await openIntents();
    const steps: unknown[] = [];
    const watched = {
      ...journal,
      begin: (entry: IntentEntry) => {
        steps.push([entry.state, signMessage.mock.calls.length, sent.includes("execute-user-op")]);
        return journal.begin(entry);
      },
      update: (entry: IntentEntry, from: number) => {
        steps.push([entry.state, signMessage.mock.calls.length, sent.includes("execute-user-op")]);
        expect(JSON.stringify(entry)).not.toContain(sandbox.apiKey);
        expect(entry).toStrictEqual(JSON.parse(JSON.stringify(entry)));
        expect(Object.keys(entry)).not.toContain("signature");
        return journal.update(entry, from);
      },
    };
    await start({ journal: watched });
    expect(steps).toEqual([
      ["begun", 0, false],
      ["signed", 1, false],
      // Reads it again before the first byte leaves.
      ["begun", 1, false],
      ["done", 1, true],
    ]);
  });

  test("compares a transfer with the caller's request, also if its response brings another", async () => {
    const { start, prepareSwap, settings, sent } = await openIntents();
    const { walletAddress } = settings as { walletAddress: `0x${string}` };
    const payment: TransferRequest = {
      amount: "1",
      chainId: 137,
      token: usdc,
      payGasFeeToken: usdc,
      walletAddress,
      gasFeePaymentMethod: "ADD_TO_AMOUNT",
      toAddress: walletAddress,
    };
    const forge = async (metadata: { intent: string }) => ({
      ...(await prepareSwap(metadata)),
      transfer: {},
    });
    for (const [terms, prepare] of [
      [{ expect: payment }, forge],
      [{}, forge],
      [{ expect: payment }, prepareSwap],
    ] as const)
      expect(await failure(start(terms, prepare as never))).toBeInstanceOf(SigningError);
    expect(sent).not.toContain("execute-user-op");
  });

  test.each([
    ["maxGasFee", "0.000001", "gas_above_maximum"],
    ["maxLossPercent", 0.0001, "price_loss"],
  ])("applies its own %s to a swap", async (name, limit, code) => {
    const { start, prepareSwap } = await openIntents();
    const unlimited = (value: unknown) => async (metadata: { intent: string }) =>
      ({ ...(await prepareSwap(metadata)), [name]: value }) as never;
    for (const prepare of [prepareSwap, unlimited(undefined), unlimited(null)])
      expect(await failure(start({ [name]: limit }, prepare))).toMatchObject({
        problems: [expect.objectContaining({ code })],
      });
  });

  test.each([
    ["minReceived", "999999", "below_minimum", {}],
    ["maxGasFee", "0.000001", "gas_above_maximum", { maxGasFee: "9" }],
    ["maxLossPercent", 0.0001, "price_loss", { maxLossPercent: 50 }],
  ])("applies the %s that prepare returns beside a quote, in place of its own", async (...row) => {
    const [name, limit, code, own] = row;
    const { start, prepareSwap } = await openIntents();
    const limited = async (metadata: { intent: string }) =>
      ({ ...(await prepareSwap(metadata)), [name]: limit }) as never;
    for (const settings of [{}, own])
      expect(await failure(start(settings, limited))).toMatchObject({
        problems: [expect.objectContaining({ code })],
      });
  });

  test.each([
    [{ maxGasFee: "0.000001" }, { maxGasFee: "9" }],
    [{ maxLossPercent: 0.0001 }, { maxLossPercent: 50 }],
  ])(
    "signs by the limit that prepare returns beside a quote, above its own",
    async (own, given) => {
      const { start, prepareSwap } = await openIntents();
      const prepare = async (metadata: { intent: string }) =>
        ({ ...(await prepareSwap(metadata)), ...given }) as never;
      expect(await start(own, prepare)).toMatchObject({ state: "done" });
    },
  );

  test("signs nothing if prepare returns no quote, or one without its request", async () => {
    const { start, prepareSwap, signMessage, client, address, preparePosition } =
      await openIntents();
    const change = (pick: (prepared: { quote: object }) => object) =>
      start({}, async (metadata) => pick((await prepareSwap(metadata)) as never) as never);
    const missing = change((prepared) => ({ ...prepared, quote: undefined }));
    expect(await failure(missing)).toBeInstanceOf(SigningError);
    // As after JSON.
    expect(await failure(change(({ quote }) => ({ quote: { ...quote } })))).toMatchObject({
      message: "once: prepare: expect: expected the request that was quoted",
    });
    const listAll = (metadata: { intent: string }) =>
      client.swap.quote(createSwapRequest(address, { metadata }));
    const wrap = async (metadata: { intent: string }) => ({
      operation: await preparePosition(metadata),
      maxGasFee: "9",
    });
    for (const [prepare, expected] of [
      [listAll, "pickExecutable(response.quotes)"],
      [wrap, "response.operation"],
    ] as const)
      expect(await failure(start({}, prepare as never))).toMatchObject({
        problems: [{ code: "request", expected: expect.stringContaining(expected) }],
      });
    expect(signMessage).not.toHaveBeenCalled();
  });

  test("takes an intent of 256 characters", async () => {
    const { start } = await openIntents();
    expect(await start({ intent: "a".repeat(256) })).toMatchObject({ state: "done" });
  });

  test("takes a quote that the client returned as it is", async () => {
    const { start, prepareSwap } = await openIntents();
    const bare = async (metadata: { intent: string }) => Object(await prepareSwap(metadata)).quote;
    expect(await start({}, bare as never)).toMatchObject({ state: "done" });
  });

  test("takes an operation with its request, and keeps its own limits beside those", async () => {
    const { client, start, settings } = await openIntents();
    const { walletAddress } = settings as { walletAddress: `0x${string}` };
    const pay = (limits: object) => async (metadata: { intent: string }) => {
      const payment: TransferRequest = {
        amount: "1",
        chainId: 137,
        token: usdc,
        payGasFeeToken: usdc,
        walletAddress,
        gasFeePaymentMethod: "ADD_TO_AMOUNT",
        toAddress: walletAddress,
        metadata,
      };
      const { transfer } = await client.operations.transfer(payment);
      // As after JSON.
      return { operation: { ...transfer }, expect: payment, ...limits };
    };
    const above = { problems: [expect.objectContaining({ code: "gas_above_maximum" })] };
    for (const [own, limits] of [
      [{ maxGasFee: "0.000001" }, { maxGasFee: undefined }],
      [{ maxGasFee: "0.000001" }, { maxGasFee: null }],
      [{ maxGasFee: "0.000001" }, {}],
      [{}, { maxGasFee: "0.000001" }],
      [{ maxGasFee: "9" }, { maxGasFee: "0.000001" }],
    ])
      expect(await failure(start(own as object, pay(limits as object) as never))).toMatchObject(
        above,
      );
    expect(await start({}, pay({}) as never)).toMatchObject({ state: "done" });
  });

  test("compares no response with a request that it brings itself", async () => {
    const { client, start, settings } = await openIntents();
    const { walletAddress } = settings as { walletAddress: `0x${string}` };
    const forged = async () => {
      const { operation } = await client.liquidity
        .collectFees({ walletAddress, chainId: 137, nftId: "1", payGasFeeToken: usdc })
        .catch(() => ({ operation: { userOperationHash: `0x${"1".repeat(64)}` } }));
      const response = { operation, expect: { amount: "1" } };
      const known = { operation: "liquidity.collectFees", request: {}, date: null };
      rememberRequest(response, { ...known, sentAt: getMoment() });
      return response;
    };
    expect(await failure(start({}, forged as never))).toMatchObject({
      problems: [{ code: "request", expected: expect.stringContaining("response.operation") }],
    });
  });

  test("signs nothing if the journal cannot begin", async () => {
    const { journal, signMessage, sent, start } = await openIntents();
    expect(await failure(start({ journal: crashAt(journal, 1, "before") }))).toBe(crash);
    expect(signMessage).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["a text", "true"],
    ["a count", 1],
    ["nothing", undefined],
    ["false", false],
  ])("sends nothing and signs once if update returns %s", async (_, value) => {
    const { journal, sent, start, signMessage } = await openIntents();
    const update = async (...args: Parameters<typeof journal.update>) => {
      // It may have stored it.
      if (value !== false) await journal.update(...args);
      return value as boolean;
    };
    const broken = { ...journal, update };
    expect(await failure(start({ journal: broken }))).toMatchObject({
      kind: "configuration",
      message: expect.stringContaining("journal: update: expected"),
    });
    expect(sent).not.toContain("execute-user-op");
    expect(signMessage).toHaveBeenCalledTimes(1);
  });

  test.each<[string, Partial<IntentEntry>]>([
    ["revision", { revision: 3 }],
    ["state", { state: "check" }],
    ["hash", { userOperationHash: `0x${"1".repeat(64)}` }],
  ])("sends nothing if the journal has another %s than it has stored", async (_, change) => {
    const { journal, sent, start } = await openIntents();
    const begin: Journal["begin"] = async (entry) => {
      const stored = await journal.begin(entry);
      return stored?.state === "signed" ? { ...stored, ...change } : stored;
    };
    await failure(start({ journal: { ...journal, begin }, wait: brief }));
    expect(sent).toContain("swap");
    expect(sent).not.toContain("execute-user-op");
  });

  test("prepares once, also if another call is faster", async () => {
    const { journal, prepareSwap, start } = await openIntents();
    const prepare = vi.fn(prepareSwap);
    const update: Journal["update"] = async (entry, from) => {
      if (entry.revision === 2) await start();
      return journal.update(entry, from);
    };
    const slow = start({ journal: { ...journal, update } }, prepare);
    expect(await slow).toMatchObject({ state: "done" });
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  test("keeps the hash of what was executed if update returns no boolean at the end", async () => {
    const { journal, paid, start, stored } = await openIntents();
    const update = async (entry: IntentEntry, from: number) =>
      entry.state === "done" ? ("true" as never) : journal.update(entry, from);
    expect(await failure(start({ journal: { ...journal, update } }))).toMatchObject({
      kind: "configuration",
      message: expect.stringContaining("journal: update: expected a boolean"),
      hint: expect.stringMatching(/^Let update return whether/),
    });
    expect(paid()).toBe(1);
    expect(await stored()).toMatchObject({
      state: "signed",
      userOperationHash: expect.stringMatching(/^0x/),
    });
  });

  test("keeps the hint of a journal that fails after the payment", async () => {
    const { journal, start } = await openIntents();
    const full = new JournalError("the disk is full", { hint: "Free some space." });
    const update: Journal["update"] = async (entry, from) =>
      entry.state === "done" ? Promise.reject(full) : journal.update(entry, from);
    expect(await failure(start({ journal: { ...journal, update } }))).toBe(full);
    expect(full.hint).toBe("Free some space.");
  });

  test("sends nothing that the journal did not store", async () => {
    const { journal, sent, start } = await openIntents();
    expect(await failure(start({ journal: crashAt(journal, 2, "before") }))).toBe(crash);
    expect(sent).not.toContain("execute-user-op");
  });

  test.each<[why: string, id: string | undefined]>([
    ["is lost", undefined],
    ["is a refusal that proves nothing", "EXECUTE_USER_OP"],
  ])("says to call it again with the same intent if the response %s", async (_, id) => {
    const { start, sandbox, replace } = await openIntents();
    if (id) sandbox.fail("operations.execute", { id, status: 400 });
    else replace.execute = lost;
    const advice = {
      outcome: "unknown",
      hint: "Call `once` again with the same intent: it looks before it signs.",
    };
    expect(await failure(start({ wait: brief }))).toMatchObject(advice);
    // Nor does a failed look prove anything.
    replace.history = () => Response.json({ message: "down" }, { status: 403 });
    expect(await failure(start({ wait: brief }))).toMatchObject({ kind: "api", ...advice });
  });

  test("keeps the hint of a write in prepare, which it does not look for", async () => {
    const { start, client, sandbox, address: walletAddress } = await openIntents();
    sandbox.cut("liquidity.collectFees");
    const prepare = async () => {
      await client.liquidity.collectFees({
        walletAddress,
        chainId: 137,
        nftId: "1",
        payGasFeeToken: usdc,
      });
      throw new TypeError("not reached");
    };
    expect(await failure(start({}, prepare))).toMatchObject({
      outcome: "unknown",
      hint: expect.stringMatching(/^Before trying again: look in client\.wallets\.history/),
    });
  });

  test("forgets the hash and attempts again at once if the client proves that nothing was sent", async () => {
    const { client, settings, prepareSwap, sandbox, stored, start, paid } = await openIntents();
    const baseUrl = `http://127.0.0.1:${await closedPort()}`;
    const away = createClient({ baseUrl, apiKey: sandbox.apiKey, retry: 0 });
    const operations = { execute: away.operations.execute.bind(away.operations) };
    const call = once({ wallets: client.wallets, operations }, settings, prepareSwap);
    expect(await failure(call)).toMatchObject({ kind: "connection", phase: "connect" });
    expect(Object.keys((await stored()) as IntentEntry)).not.toContain("userOperationHash");
    expect(await start()).toMatchObject({ state: "done" });
    expect(paid()).toBe(1);
  });

  test("does not attempt again before the expiry and settleAfter have passed", async () => {
    const { advance, start, sandbox, replace, stored, signMessage, client, journal } =
      await openIntents();
    replace.execute = lost;
    expect(await failure(start({ wait: brief }))).toMatchObject({ name: "WaitTimeoutError" });
    replace.execute = undefined as never;
    const { expiresAt } = (await stored()) as IntentEntry;
    const left = Date.parse(expiresAt as string) - sandbox.now();
    // At the expiry it may still have been executed.
    advance(left + 30_000);
    const waits = vi.spyOn(client.wallets, "waitForTransaction");
    const onProgress = vi.fn();
    expect(await failure(start({ wait: { ...brief, onProgress } }))).toMatchObject({
      name: "WaitTimeoutError",
    });
    expect(waits.mock.lastCall?.[1]).toMatchObject({ expiresAt });
    expect(onProgress).toHaveBeenCalledWith(expect.objectContaining({ found: false }));
    expect(await toList(recover(client, journal))).toMatchObject([
      { state: "signed", reason: expect.stringContaining(expiresAt as string) },
    ]);
    expect(signMessage).toHaveBeenCalledTimes(1);
    advance(31_000);
    expect(await start()).toMatchObject({ state: "done" });
    expect(signMessage).toHaveBeenCalledTimes(2);
  });

  test("recover names an entry that cannot be looked up, and goes on", async () => {
    const { start, client, journal, settings, replace } = await openIntents();
    const { intent, chainId } = settings;
    const walletAddress = `0x${"9".repeat(40)}`;
    await journal.begin({
      intent: "x",
      version: 1,
      revision: 1,
      state: "begun",
      walletAddress,
      chainId,
    });
    replace.execute = lost;
    await failure(start({ intent, wait: brief }));
    expect(await toList(recover(client, journal))).toMatchObject([
      { intent: "x", state: "begun", reason: expect.stringMatching(/REGISTERED/) },
      { intent, state: "signed" },
    ]);
  });
});

test("recover ends with the signal of the caller, and names no entry", async () => {
  const { client, journal, settings, replace, sent } = await openIntents();
  const { walletAddress, chainId } = settings;
  for (const intent of ["a", "b"])
    await journal.begin({
      intent,
      version: 1,
      revision: 1,
      state: "begun",
      walletAddress,
      chainId,
    });
  const stop = new AbortController();
  replace.history = () => stop.abort();
  const entries = toList(recover(client, journal, { signal: stop.signal }));
  expect(await failure(entries)).toMatchObject({ kind: "aborted" });
  expect(sent).toEqual(["history"]);
});

test("once prepares nothing if it is aborted while it looks", async () => {
  const { start, replace, sent } = await openIntents();
  const stop = new AbortController();
  replace.history = () => stop.abort();
  expect(await failure(start({ signal: stop.signal }))).toMatchObject({ kind: "aborted" });
  expect(sent).toEqual(["history"]);
});

describe("once rejects before it begins", () => {
  test.each<[string, object]>([
    ["intent", { intent: "" }],
    ["intent", { intent: 17 }],
    ["intent", { intent: " order 17" }],
    ["intent", { intent: "order 17 " }],
    ["intent", { intent: "a".repeat(257) }],
    ["intent", { intent: "half \ud800" }],
    ["intent", { intent: "two\nlines" }],
    ["intent", { intent: undefined }],
    ["journal", { journal: undefined }],
    ["journal", { journal: {} }],
    ...["begin", "update", "open", "list"].map((method): [string, object] => [
      "journal",
      { journal: { ...createMemoryJournal(), [method]: undefined } },
    ]),
    ["settle", { settle: {} }],
    ["settleAfter", { settleAfter: -1 }],
    ["settleAfter", { settleAfter: Number.NaN }],
    ["settleAfter", { settleAfter: Number.POSITIVE_INFINITY }],
    ["settleAfter", { settleAfter: "60000" }],
    ["walletAddress", { walletAddress: "0x1" }],
    ["walletAddress", { walletAddress: `0x${"1".repeat(40)} ` }],
    ["chainId", { chainId: 1.5 }],
    ["intentt", { intentt: "x" }],
    ["resume", { resume: undefined }],
  ])("an invalid %s (%o)", async (name, change) => {
    const { start, sent, signMessage, journal } = await openIntents();
    const begin = vi.spyOn(journal, "begin");
    expect(await failure(start(change as never))).toMatchObject({
      kind: "configuration",
      message: expect.stringContaining(name),
    });
    expect([sent, signMessage.mock.calls, begin.mock.calls]).toEqual([[], [], []]);
  });

  test("recover does the same", async () => {
    const { client, journal } = await openIntents();
    const open = async function* () {
      yield { version: 1, intent: "a" } as IntentEntry;
    };
    for (const [name, call] of [
      ["settleAfter", () => recover(client, journal, { settleAfter: -1 })],
      ["journal", () => recover(client, {} as never)],
      ["journal: expected an entry", () => recover(client, { ...journal, open })],
      ["settleafter", () => recover(client, journal, { settleafter: 1 } as never)],
    ] as const)
      expect(await failure(toList(call()))).toMatchObject({
        kind: "configuration",
        message: expect.stringContaining(name),
      });
  });

  test.each([
    ["wallet", { walletAddress: `0x${"9".repeat(40)}` }],
    ["chain", { chainId: 1 }],
  ])("an intent of another %s", async (_, change) => {
    const { start, journal, sent, settings } = await openIntents();
    const { intent, walletAddress, chainId } = settings;
    const other = { walletAddress, chainId, ...change };
    const entry = { intent, version: 1, revision: 1, state: "begun", ...other } as const;
    await journal.begin(entry);
    expect(await failure(start())).toMatchObject({
      kind: "configuration",
      message: `once: intent: "order 17" is of ${other.walletAddress} on chain ${other.chainId}`,
    });
    expect(sent).toEqual([]);
  });

  test("a request that does not carry the intent", async () => {
    const { start, prepareSwap, signMessage } = await openIntents();
    const prepare = () => prepareSwap({ intent: "another" });
    expect(await failure(start({}, prepare))).toMatchObject({
      kind: "configuration",
      message: expect.stringContaining("expect.metadata"),
    });
    expect(signMessage).not.toHaveBeenCalled();
  });

  test("a request of another wallet", async () => {
    const { start, prepareSwap, signMessage } = await openIntents();
    const walletAddress = `0x${"9".repeat(40)}`;
    const prepare = async (metadata: { intent: string }) => {
      const { quote, expect } = (await prepareSwap(metadata)) as PreparedQuote;
      return { quote, expect: { ...expect, walletAddress } } as never;
    };
    expect(await failure(start({}, prepare))).toMatchObject({
      kind: "configuration",
      message: expect.stringContaining("prepare: expect.walletAddress: expected 0x"),
    });
    expect(signMessage).not.toHaveBeenCalled();
  });

  test("a request of another chain", async () => {
    const { start, signMessage, stored } = await openIntents();
    expect(await failure(start({ chainId: 1 }))).toMatchObject({
      kind: "configuration",
      message: "once: prepare: expect.chainIdIn: expected 1",
    });
    expect(signMessage).not.toHaveBeenCalled();
    expect(await stored()).toMatchObject({ state: "begun", chainId: 1 });
  });

  test("a journal that returns the entry of another intent", async () => {
    const { start, settings, sent } = await openIntents();
    const { walletAddress, chainId } = settings;
    // The unique key of some databases ignores letter case.
    const other = {
      intent: "Order 17",
      version: 1,
      revision: 3,
      state: "done",
      walletAddress,
      chainId,
    };
    const journal = { ...createMemoryJournal(), begin: async () => other as IntentEntry };
    expect(await failure(start({ journal }))).toMatchObject({
      kind: "configuration",
      message: expect.stringMatching(/journal: expected the entry of "order 17".*"Order 17"/),
    });
    expect(sent).toEqual([]);
  });

  test("a journal that returns something else than an entry", async () => {
    const { start, journal, sent, settings } = await openIntents();
    const { intent, walletAddress, chainId } = settings;
    const entry = { version: 1, intent, revision: 1, state: "begun", walletAddress, chainId };
    for (const change of [
      { intent: 17 },
      { revision: "1" },
      { revision: 1.5 },
      { state: "paid" },
      { walletAddress: undefined },
      // It has no hash.
      { state: "signed" },
    ])
      for (const given of ["text", { ...entry, ...change }])
        expect(
          await failure(start({ journal: { ...journal, begin: async () => given as never } })),
        ).toMatchObject({
          kind: "configuration",
          message: "once: journal: expected an entry, got another value",
        });
    expect(sent).toEqual([]);
  });
});

test("a journal in memory keeps copies, which no caller can change", async () => {
  const journal = createMemoryJournal();
  const entry = { version: 1, intent: "a", revision: 1, state: "begun" } as IntentEntry;
  const begin = () => journal.begin({ ...entry }) as Promise<IntentEntry>;
  const expected = { ...entry };
  await journal.begin(entry);
  // Not all entries, because this one is unknown.
  expect(await toList(journal.list({ after: "b" }))).toEqual([]);
  for (const read of [
    () => entry,
    begin,
    async () => (await toList(journal.open()))[0],
    async () => (await toList(journal.list()))[0],
  ])
    Object.assign((await read()) as IntentEntry, { state: "done" });
  expect(await begin()).toEqual(expected);
  const next = { ...expected, revision: 2 };
  await journal.update(next, 1);
  next.state = "done";
  expect(await begin()).toMatchObject({ state: "begun", revision: 2 });
});
