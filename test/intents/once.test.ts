import { describe, expect, test, vi } from "vitest";
import { rememberRequest } from "../../src/contract/shared/remembered-requests.js";
import { createClient, SigningError, type TransferRequest } from "../../src/index.js";
import { createMemoryJournal, type IntentEntry, once, recover } from "../../src/intents/index.js";
import { reservedInputs } from "../../src/sandbox/world/reserved-inputs.js";
import { getMoment } from "../../src/shared/steady-time.js";
import { pickExecutable } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { usdc } from "../sandbox/open-sandbox.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { closedPort } from "../support/loopback.js";
import { brief, crash, crashAt, openIntents, toList } from "./intent-kit.js";
import { stopOnce, stops } from "./stop-once.js";

const lost = () => Promise.reject(new TypeError("fetch failed"));
const emptyHistory = (time: number) =>
  Response.json(
    { transactions: [], nextLastId: null },
    { headers: { date: new Date(time).toUTCString() } },
  );

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
    for (const terms of [{ expect: payment }, {}]) {
      const error = await failure(start(terms, forge as typeof prepareSwap));
      expect(error).toBeInstanceOf(SigningError);
    }
    expect(sent).not.toContain("execute-user-op");
  });

  test.each([
    ["maxGasFee", "0.000001", "gas_above_maximum"],
    ["maxLossPercent", 0.0001, "price_loss"],
  ])("applies its own %s to a swap", async (name, limit, code) => {
    const { start } = await openIntents();
    const error = await failure(start({ [name]: limit }));
    expect(error).toMatchObject({ problems: [expect.objectContaining({ code })] });
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
      [{ maxGasFee: "0.000001" }, {}],
      [{}, { maxGasFee: "0.000001" }],
    ])
      expect(await failure(start(own, pay(limits as object) as never))).toMatchObject(above);
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

  test("sends nothing that the journal did not store", async () => {
    const { journal, sent, start } = await openIntents();
    expect(await failure(start({ journal: crashAt(journal, 2, "before") }))).toBe(crash);
    expect(sent).not.toContain("execute-user-op");
  });

  // test/thorough/intents stops both kinds at every step.
  test("pays exactly once after a stop at every step, and recover settles the rest", async () => {
    for (const [i, stop] of stops.entries())
      await stopOnce(i % 2 === 0 ? "prepareSwap" : "preparePosition", ...stop);
  });

  test("finds what arrived although the response was lost", async () => {
    const { start, sandbox, paid } = await openIntents();
    sandbox.cut("operations.execute");
    expect(await start()).toMatchObject({ state: "done" });
    expect(paid()).toBe(1);
  });

  test.each<[why: string, id: string | undefined]>([
    ["is lost", undefined],
    ["is a refusal that proves nothing", "EXECUTE_USER_OP"],
  ])("says to call it again with the same intent if the response %s", async (_, id) => {
    const { start, sandbox, replace } = await openIntents();
    if (id) sandbox.fail("operations.execute", { id, status: 400 });
    else replace.execute = lost;
    expect(await failure(start({ wait: brief }))).toMatchObject({
      outcome: "unknown",
      hint: "Call `once` again with the same intent: it looks before it signs.",
    });
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

  test("attempts again only after the expiry what the service refused", async () => {
    const { advance, start, sandbox, stored, paid, signMessage } = await openIntents();
    sandbox.fail("operations.execute", { id: "UNAVAILABLE_COMPUTE_UNITS", status: 403 });
    const refused = { id: "UNAVAILABLE_COMPUTE_UNITS", outcome: "unknown" };
    expect(await failure(start())).toMatchObject(refused);
    expect(await stored()).toMatchObject({ state: "signed" });
    expect(await failure(start({ wait: brief }))).toMatchObject({ name: "WaitTimeoutError" });
    expect(signMessage).toHaveBeenCalledTimes(1);
    advance(600_000);
    expect(await start()).toMatchObject({ state: "done" });
    expect(paid()).toBe(1);
  });

  test("leaves the outcome unknown if the look for what was sent fails", async () => {
    const { start, sandbox, replace, paid } = await openIntents();
    sandbox.cut("operations.execute");
    replace.execute = () => {
      replace.history = () => Response.json({ message: "down" }, { status: 503 });
    };
    for (let i = 0; i < 2; i++)
      expect(await failure(start({ wait: { timeout: 30, interval: 10 } }))).toMatchObject({
        outcome: "unknown",
        hint: "Call `once` again with the same intent: it looks before it signs.",
      });
    replace.history = undefined as never;
    expect(await start()).toMatchObject({ state: "done" });
    expect(paid()).toBe(1);
  });

  test("looks for the hash of a refused attempt before it signs again, and in recover", async () => {
    for (const how of ["once", "recover"]) {
      const opened = await openIntents();
      const { advance, start, replace, sandbox, stored, paid, signMessage, client, journal } =
        opened;
      // A gateway sends the request twice, and the second response arrives.
      replace.execute = async (request) => {
        await sandbox.fetch(request);
        const body = { id: "UNAVAILABLE_COMPUTE_UNITS", message: "" };
        return Response.json(body, { status: 403 });
      };
      replace.history = (request) => {
        const isByHash = new URL(request.url).searchParams.has("userOperationHash");
        return isByHash ? undefined : emptyHistory(sandbox.now());
      };
      expect(await failure(start())).toMatchObject({ id: "UNAVAILABLE_COMPUTE_UNITS" });
      expect(await stored()).toMatchObject({
        state: "signed",
        userOperationHash: expect.stringMatching(/^0x/),
        expiresAt: expect.any(String),
      });
      advance(10_000);
      if (how === "once") expect(await start()).toMatchObject({ state: "done" });
      else expect(await toList(recover(client, journal))).toMatchObject([{ state: "done" }]);
      expect(paid()).toBe(1);
      expect(signMessage).toHaveBeenCalledTimes(1);
    }
  });

  test("recover keeps a refused attempt as signed until it has expired", async () => {
    const { advance, start, sandbox, client, journal, stored } = await openIntents();
    sandbox.fail("operations.execute", { id: "UNAVAILABLE_COMPUTE_UNITS", status: 403 });
    await failure(start());
    expect(await toList(recover(client, journal))).toMatchObject([{ state: "signed" }]);
    expect(await stored()).toMatchObject({ state: "signed" });
    advance(600_000);
    expect(await toList(recover(client, journal))).toMatchObject([{ state: "failed" }]);
    expect(await start()).toMatchObject({ state: "done" });
  });

  test.each<[string, number, string]>([
    ["no id", 429, '{"message":"slow down"}'],
    ["an unknown id", 400, '{"id":"DUPLICATE","message":""}'],
    ["a page", 400, "<h1>400 Bad Request</h1>"],
    ["no body", 400, ""],
    ["an id of an unknown outcome", 400, '{"id":"EXECUTE_USER_OP","message":""}'],
  ])("pays once if a refusal with %s hides that it was accepted", async (_, status, body) => {
    const { start, replace, sandbox, stored, paid, signMessage } = await openIntents();
    replace.execute = async (request) => {
      await sandbox.fetch(request);
      return new Response(body, { status, headers: { "content-type": "application/json" } });
    };
    // The history is behind.
    replace.history = () => emptyHistory(sandbox.now());
    for (let i = 0; i < 3; i += 1) await failure(start({ wait: brief }));
    const signed = { state: "signed", userOperationHash: expect.stringMatching(/^0x/) };
    expect(await stored()).toMatchObject(signed);
    replace.history = undefined as never;
    expect(await start()).toMatchObject({ state: "done" });
    expect([paid(), signMessage.mock.calls.length]).toEqual([1, 1]);
  });

  test("attempts again after the expiry what an unreadable refusal did not accept", async () => {
    const { advance, start, replace, paid } = await openIntents();
    replace.execute = () => new Response("", { status: 400 });
    await failure(start({ wait: brief }));
    replace.execute = undefined as never;
    expect(await failure(start({ wait: brief }))).toMatchObject({ name: "WaitTimeoutError" });
    advance(600_000);
    expect(await start()).toMatchObject({ state: "done" });
    expect(paid()).toBe(1);
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
    expect(await failure(start({ wait: brief }))).toMatchObject({ name: "WaitTimeoutError" });
    expect(await toList(recover(client, journal))).toMatchObject([
      { state: "signed", reason: expect.stringContaining(expiresAt as string) },
    ]);
    expect(signMessage).toHaveBeenCalledTimes(1);
    advance(31_000);
    expect(await start()).toMatchObject({ state: "done" });
    expect(signMessage).toHaveBeenCalledTimes(2);
  });

  test("trusts no clock but that of the service", async () => {
    const { advance, start, replace, signMessage, client, journal } = await openIntents();
    replace.execute = lost;
    await failure(start({ wait: brief }));
    advance(600_000);
    replace.history = () =>
      new Response(JSON.stringify({ transactions: [], nextLastId: null }), {
        headers: { "content-type": "application/json" },
      });
    expect(await failure(start({ wait: brief }))).toMatchObject({ name: "WaitTimeoutError" });
    expect(await toList(recover(client, journal))).toMatchObject([{ state: "signed" }]);
    expect(signMessage).toHaveBeenCalledTimes(1);
  });

  test("does not attempt again if the history ignores what it is asked for", async () => {
    const { advance, start, sandbox, replace, client, address, signMessage } = await openIntents();
    const [foreign] = (await client.wallets.history(address).firstPage()).items;
    replace.execute = lost;
    await failure(start({ wait: brief }));
    advance(600_000);
    replace.history = () =>
      Response.json(
        { transactions: Array(100).fill(foreign), nextLastId: "tx" },
        { headers: { date: new Date(sandbox.now()).toUTCString() } },
      );
    expect(await start({ wait: brief })).toMatchObject({ state: "check" });
    expect(signMessage).toHaveBeenCalledTimes(1);
  });

  test("never attempts again what has no expiry, and names it for a person", async () => {
    const opened = await openIntents();
    const { advance, start, replace, client, journal, signMessage } = opened;
    const prepare = async (metadata: { intent: string }) => ({
      ...((await opened.preparePosition(metadata)) as object),
      expiresAt: null,
    });
    replace.execute = lost;
    await failure(start({ wait: brief }, prepare as never));
    advance(86_400_000);
    const checked = { state: "check", reason: expect.stringContaining("no expiry") };
    expect(await start({ wait: brief }, prepare as never)).toMatchObject(checked);
    expect(await toList(recover(client, journal))).toMatchObject([checked]);
    expect(signMessage).toHaveBeenCalledTimes(1);
  });

  test("finds by the metadata what the journal has forgotten", async () => {
    const { start, settings, paid, client } = await openIntents();
    await start();
    const journal = createMemoryJournal();
    const { intent, walletAddress, chainId } = settings;
    await journal.begin({
      intent,
      version: 1,
      revision: 1,
      state: "begun",
      walletAddress,
      chainId,
    });
    expect(await start({ journal })).toMatchObject({ state: "done" });
    expect(paid()).toBe(1);
    const other = createMemoryJournal();
    await other.begin({ intent, version: 1, revision: 1, state: "begun", walletAddress, chainId });
    expect(await toList(recover(client, other))).toMatchObject([{ state: "done" }]);
  });

  test("counts no record of another intent, if the service ignores the filter", async () => {
    const { start, settings, replace, client, paid } = await openIntents();
    await start({ intent: "order 16" });
    const { items } = await client.wallets.history(settings.walletAddress).firstPage();
    replace.history = () => {
      replace.history = undefined as never;
      return Response.json({ transactions: items, nextLastId: null });
    };
    const { walletAddress, chainId, journal, intent } = settings;
    await journal.begin({
      intent,
      version: 1,
      revision: 1,
      state: "begun",
      walletAddress,
      chainId,
    });
    expect(await start()).toMatchObject({ state: "done" });
    expect(paid()).toBe(1);
  });

  test("returns what failed on the chain, and does not repeat it", async () => {
    const { start, signMessage, client, address } = await openIntents();
    const prepare = async (metadata: { intent: string }) => {
      const amountIn = String(reservedInputs.failedSwap.value);
      const expect = createSwapRequest(address, { metadata, amountIn });
      return { quote: pickExecutable((await client.swap.quote(expect)).quotes), expect };
    };
    expect(await start({}, prepare)).toMatchObject({ state: "failed", status: "FAILED" });
    const failed = { state: "failed", transactionId: expect.any(String) };
    expect(await start({}, prepare)).toMatchObject(failed);
    expect(signMessage).toHaveBeenCalledTimes(1);
  });

  test("names what was executed in part for a person, and never repeats it", async () => {
    const { advance, start, signMessage, replace, sandbox, stored } = await openIntents();
    replace.history = async (request) => {
      const { transactions } = await (await sandbox.fetch(request)).json();
      const partial = (record: object) => ({ ...record, status: "PARTIALLY_COMPLETED" });
      return Response.json({ transactions: transactions.map(partial), nextLastId: null });
    };
    const checked = { state: "check", reason: expect.stringContaining("PARTIALLY_COMPLETED") };
    expect(await start()).toMatchObject(checked);
    // Even if its record can no longer be found.
    replace.history = () => Response.json({ transactions: [], nextLastId: null });
    advance(600_000);
    expect(await start()).toMatchObject(checked);
    expect(await stored()).toMatchObject(checked);
    expect(signMessage).toHaveBeenCalledTimes(1);
  });

  test("pays once if many calls have the same intent at once", async () => {
    const { start, paid, signMessage } = await openIntents();
    const entries = await Promise.all(Array.from({ length: 8 }, () => start()));
    for (const entry of entries) expect(entry).toMatchObject({ state: "done" });
    expect(new Set(entries.map(({ userOperationHash }) => userOperationHash)).size).toBe(1);
    expect(signMessage.mock.calls.length).toBeGreaterThan(1);
    expect(paid()).toBe(1);
  });

  test("drops the signature of a call that another one has overtaken", async () => {
    const { start, paid, prepareSwap, sent } = await openIntents();
    let isFirst = true;
    const prepare = async (metadata: { intent: string }) => {
      const prepared = await prepareSwap(metadata);
      if (!isFirst) return prepared;
      isFirst = false;
      await start();
      return prepared;
    };
    expect(await start({}, prepare)).toMatchObject({ state: "done" });
    expect(sent.filter((name) => name === "execute-user-op")).toHaveLength(1);
    expect(paid()).toBe(1);
  });

  test("does not go on from an entry that changed while it looked", async () => {
    const { advance, start, replace, paid, settings, journal } = await openIntents();
    replace.execute = lost;
    await failure(start({ wait: brief }));
    replace.execute = undefined as never;
    advance(600_000);
    // A second call attempts again while the first one still looks.
    let looks = 0;
    const slow = {
      ...journal,
      update: async (entry: IntentEntry, from: number) => {
        looks += 1;
        if (looks === 1) await start();
        return journal.update(entry, from);
      },
    };
    expect(await start({ ...settings, journal: slow })).toMatchObject({ state: "done" });
    expect(paid()).toBe(1);
  });

  test("recover sends nothing and signs nothing", async () => {
    const { advance, start, replace, client, journal, sent, signMessage } = await openIntents();
    replace.execute = lost;
    await failure(start({ wait: brief }));
    advance(600_000);
    sent.length = 0;
    expect(await toList(recover(client, journal))).toMatchObject([
      { state: "failed", reason: expect.stringContaining("call once again") },
    ]);
    expect(new Set(sent)).toEqual(new Set(["history"]));
    expect(signMessage).toHaveBeenCalledTimes(1);
    expect(await toList(recover(client, journal))).toEqual([]);
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

describe("once rejects before it begins", () => {
  test.each<[string, object]>([
    ["intent", { intent: "" }],
    ["intent", { intent: 17 }],
    ["intent", { intent: "a".repeat(257) }],
    ["intent", { intent: "half \ud800" }],
    ["intent", { intent: "two\nlines" }],
    ["intent", { intent: undefined }],
    ["journal", { journal: undefined }],
    ["journal", { journal: {} }],
    ["settleAfter", { settleAfter: -1 }],
    ["settleAfter", { settleAfter: Number.NaN }],
    ["settleAfter", { settleAfter: "60000" }],
    ["walletAddress", { walletAddress: "0x1" }],
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
    for (const [name, call] of [
      ["settleAfter", () => recover(client, journal, { settleAfter: -1 })],
      ["journal", () => recover(client, {} as never)],
      ["settleafter", () => recover(client, journal, { settleafter: 1 } as never)],
    ] as const)
      expect(await failure(toList(call()))).toMatchObject({
        kind: "configuration",
        message: expect.stringContaining(name),
      });
  });

  test("an intent of another wallet", async () => {
    const { start, journal, sent } = await openIntents();
    const walletAddress = `0x${"9".repeat(40)}`;
    const entry = {
      intent: "order 17",
      version: 1,
      revision: 1,
      state: "begun",
      walletAddress,
      chainId: 137,
    };
    await journal.begin(entry as IntentEntry);
    expect(await failure(start())).toMatchObject({
      kind: "configuration",
      message: expect.stringContaining('"order 17" is of 0x9999'),
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
    const { start, journal, sent } = await openIntents();
    for (const entry of ["text", { state: "signed" }, { intent: "order 17", state: "paid" }])
      expect(
        await failure(start({ journal: { ...journal, begin: async () => entry as never } })),
      ).toMatchObject({ kind: "configuration", message: expect.stringContaining("journal") });
    expect(sent).toEqual([]);
  });
});
