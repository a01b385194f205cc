import { describe, expect, test } from "vitest";
import { createMemoryJournal, recover } from "../../src/intents/index.js";
import { pickExecutable } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { expectNoKey, printAll } from "../http/wire/secret-checks.js";
import { createSandboxClient } from "../sandbox/open-sandbox.js";
import { createOrderRequest } from "../sandbox/swap/swap-requests.js";
import { brief, crashAt, openIntents, toList } from "./intent-kit.js";

const lost = () => Promise.reject(new TypeError("fetch failed"));

describe("once", () => {
  test("leaves an entry that can be attempted again if a confirmation is aborted", async () => {
    const { start, prepareSwap, sent, stored } = await openIntents();
    const prepare = async (metadata: { intent: string }) => {
      const prepared = (await prepareSwap(metadata)) as { quote: object };
      return { ...prepared, quote: { ...prepared.quote, quoteId: `0x${"1".repeat(64)}` } };
    };
    const controller = new AbortController();
    const confirm = () => {
      controller.abort();
      return new Promise<boolean>(() => {});
    };
    const { signal } = controller;
    expect(await failure(start({ confirm, signal }, prepare as never))).toMatchObject({
      kind: "aborted",
      outcome: "none",
    });
    expect(await stored()).toMatchObject({ state: "begun", revision: 1 });
    expect(sent).not.toContain("execute-user-op");
    expect(await start()).toMatchObject({ state: "done" });
  });

  test("places a limit order once, and returns its end", async () => {
    const { advance, client, start, address, signMessage, replace } = await openIntents();
    const prepare = async (metadata: { intent: string }) => {
      const expect = createOrderRequest(address, "0.001", { metadata, expiration: 3_600 });
      return { quote: pickExecutable((await client.swap.quote(expect)).quotes), expect };
    };
    expect(await start({}, prepare)).toMatchObject({ state: "done" });
    const waiting = async (metadata: { intent: string }) => {
      const expect = createOrderRequest(address, "9", { metadata, expiration: 600 });
      return { quote: pickExecutable((await client.swap.quote(expect)).quotes), expect };
    };
    const other = { intent: "order 18", wait: brief };
    expect(await failure(start(other, waiting))).toMatchObject({ name: "WaitTimeoutError" });
    advance(700_000);
    const failed = { state: "failed", transactionId: expect.any(String) };
    expect(await start(other, waiting)).toMatchObject(failed);
    // It is never attempted again, also if the history has forgotten it.
    replace.history = () => Response.json({ transactions: [], nextLastId: null });
    expect(await start(other, waiting)).toMatchObject(failed);
    expect(signMessage).toHaveBeenCalledTimes(2);
  });
});

describe("recover", () => {
  test("calls only what reads, for entries of every state", async () => {
    const opened = await openIntents();
    const { advance, start, replace, sandbox, journal, preparePosition, prepareSwap } = opened;
    const open = { walletAddress: opened.address, chainId: 137 };
    await start({ intent: "done" });
    await journal.begin({ intent: "begun", version: 1, revision: 1, state: "begun", ...open });
    const checked = { intent: "check", version: 1, revision: 1, state: "check", ...open } as const;
    const expired = { userOperationHash: `0x${"1".repeat(64)}`, expiresAt: "2020-01-01T00:00:00Z" };
    await journal.begin({ ...checked, ...(expired as object) });
    await failure(start({ intent: "arrived", journal: crashAt(journal, 4, "before") }));
    replace.execute = lost;
    const endless = async (metadata: { intent: string }) =>
      ({ ...((await preparePosition(metadata)) as object), expiresAt: null }) as never;
    await failure(start({ intent: "endless", wait: brief }, endless));
    await failure(start({ intent: "gone", wait: brief }));
    advance(600_000);
    await failure(start({ intent: "possible", wait: brief }, prepareSwap));

    const effects: unknown[] = [];
    const hooks = {
      onEnd: ({ effect }: { effect?: string | undefined }) => void effects.push(effect),
    };
    const methods: string[] = [];
    const client = createSandboxClient(sandbox, {
      hooks,
      fetch: (request) => {
        methods.push(request.method);
        return sandbox.fetch(request);
      },
    });
    const entries = await toList(recover(client, journal));
    expect(entries.map(({ intent, state }) => [intent, state])).toEqual([
      ["begun", "failed"],
      ["check", "check"],
      ["arrived", "done"],
      ["endless", "check"],
      ["gone", "failed"],
      ["possible", "signed"],
    ]);
    expect(new Set(effects)).toEqual(new Set(["read"]));
    expect(new Set(methods)).toEqual(new Set(["GET"]));
  });

  test("names for a person what had a record that has disappeared", async () => {
    const { advance, start, replace, sandbox, client, journal, signMessage, stored } =
      await openIntents();
    await failure(start({ journal: crashAt(journal, 4, "before") }));
    const respond = (transactions: object[]) => {
      const headers = { date: new Date(sandbox.now()).toUTCString() };
      return Response.json({ transactions, nextLastId: null }, { headers });
    };
    replace.history = async (request) => {
      const { transactions } = await (await sandbox.fetch(request)).json();
      return respond(transactions.map((each: object) => ({ ...each, status: "PROCESSING" })));
    };
    const seen = { state: "signed", transactionId: expect.any(String) };
    expect(await toList(recover(client, journal))).toMatchObject([seen]);
    replace.history = () => respond([]);
    advance(600_000);
    const checked = { state: "check", reason: expect.stringContaining("record is missing") };
    expect(await toList(recover(client, journal))).toMatchObject([checked]);
    expect(await start({ wait: brief })).toMatchObject(checked);
    expect(signMessage).toHaveBeenCalledTimes(1);
    replace.history = undefined as never;
    const [entry] = await toList(recover(client, journal));
    expect(entry).toMatchObject({ state: "done" });
    expect(entry).toEqual(await stored());
  });

  test("yields no entry that another call has changed meanwhile", async () => {
    const { advance, start, replace, client, journal, stored } = await openIntents();
    replace.execute = lost;
    await failure(start({ wait: brief }));
    advance(600_000);
    const overtaken = { ...journal, update: async () => false };
    expect(await toList(recover(client, overtaken))).toEqual([]);
    const counting = { ...journal, update: async () => 1 as never };
    expect(await failure(toList(recover(client, counting)))).toMatchObject({
      kind: "configuration",
      message: "recover: journal: update: expected a boolean, got number",
    });
    expect(await stored()).toMatchObject({ state: "signed" });
  });

  test("stores and yields nothing that contains the key, although an error repeats it", async () => {
    const { start, replace, sandbox, client, journal } = await openIntents();
    replace.execute = lost;
    await failure(start({ wait: brief }));
    const error = { id: "INTERNAL_SERVER_ERROR", message: `the key is ${sandbox.apiKey}` };
    replace.history = () => Response.json(error, { status: 500 });
    const entries = await toList(recover(client, journal));
    expect(entries).toMatchObject([{ reason: expect.stringContaining("the key is") }]);
    expectNoKey(printAll(entries), sandbox.apiKey, "what recover yields");
    expectNoKey(printAll(await toList(journal.open())), sandbox.apiKey, "the journal");
  });

  test.each(["open", "update", "history"])("rejects with the error of %s", async (method) => {
    const { client, journal, settings } = await openIntents();
    const { intent, walletAddress, chainId } = settings;
    await journal.begin({
      intent,
      version: 1,
      revision: 1,
      state: "begun",
      walletAddress,
      chainId,
    });
    const down = new Error("down");
    const fail = {
      [method]: () => {
        throw down;
      },
    };
    const broken = { ...createMemoryJournal(), ...journal, ...fail };
    // The error of a programmer is no reason of an entry.
    const wallets = { history: client.wallets.history.bind(client.wallets), ...fail };
    expect(await failure(toList(recover({ wallets }, broken)))).toBe(down);
    expect(await toList(journal.open())).toMatchObject([{ state: "begun" }]);
  });
});
