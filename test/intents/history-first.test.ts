import { describe, expect, onTestFinished, test, vi } from "vitest";
import { rememberRequest } from "../../src/contract/shared/remembered-requests.js";
import {
  BursarError,
  ConfigurationError,
  ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
} from "../../src/index.js";
import {
  createMemoryJournal,
  type IntentEntry,
  type Journal,
  type OnceOptions,
  recover,
} from "../../src/intents/index.js";
import { isSameEntry, toCheck, withStatus } from "../../src/intents/journal.js";
import { lookUpEntry } from "../../src/intents/look-up-entry.js";
import { digestPrepared } from "../../src/intents/sign-prepared.js";
import { changedByOther, submit } from "../../src/intents/submit.js";
import { createSigningPolicy } from "../../src/policy/index.js";
import { getMoment } from "../../src/shared/steady-time.js";
import { pickExecutable } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { usdc } from "../sandbox/open-sandbox.js";
import { createOrderRequest, createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { createCountedSignal } from "../signing/abort-at-any-time.js";
import { brief, crashAt, openIntents, toList } from "./intent-kit.js";

const lost = () => Promise.reject(new TypeError("fetch failed"));

describe("a journal that was lost costs a look, not a payment:", () => {
  test("it looks once before it signs for the first time", async () => {
    const { start, sent, signMessage } = await openIntents();
    const before: string[][] = [];
    signMessage.mockImplementationOnce(() => {
      before.push([...sent]);
      throw new Error("stop");
    });
    await failure(start());
    expect(before).toEqual([["history", "swap"]]);
  });

  test("it signs nothing if the history does not show whether the intent was paid", async () => {
    const { start, replace, signMessage } = await openIntents();
    replace.history = () => Response.json({ transactions: [], nextLastId: "next" });
    const checked = {
      state: "check",
      reason:
        "The history does not show whether it was executed. Look for it in the history of the wallet.",
    };
    expect(await start()).toMatchObject(checked);
    // Only a person decides what was checked.
    replace.history = undefined as never;
    expect(await start()).toMatchObject(checked);
    expect(signMessage).not.toHaveBeenCalled();
  });

  test("a failed entry without a transaction is looked for again before it is signed", async () => {
    const { start, journal, stored, paid, signMessage } = await openIntents();
    await start();
    const entry = (await stored()) as IntentEntry;
    const { transactionId: _, status: _status, ...unsent } = entry;
    const failed = { ...unsent, state: "failed", revision: entry.revision + 1 } as const;
    expect(await journal.update(failed, entry.revision)).toBe(true);
    expect(await start()).toMatchObject({ state: "done" });
    expect([paid(), signMessage.mock.calls.length]).toEqual([1, 1]);
  });
});

describe("the request is part of the intent:", () => {
  test("another one is a conflict before anything is signed, in each state", async () => {
    const opened = await openIntents();
    const { start, client, address, signMessage, sent, replace } = opened;
    const other = async (metadata: { intent: string }) => {
      const expect = createSwapRequest(address, { metadata, amountIn: "200" });
      const { quotes } = await client.swap.quote(expect);
      return { quote: quotes[0], expect } as never;
    };
    const conflict = {
      name: "IntentConflictError",
      kind: "intent_conflict",
      outcome: "none",
      intent: "order 17",
      state: expect.stringMatching(/^(signed|done)$/),
      stored: expect.stringMatching(/^0x[\da-f]{64}$/),
      given: expect.stringMatching(/^0x[\da-f]{64}$/),
    };
    replace.execute = lost;
    await failure(start({ wait: brief }));
    expect(await failure(start({ wait: brief }, other))).toMatchObject(conflict);
    replace.execute = undefined as never;
    opened.advance(600_000);
    expect(await start()).toMatchObject({ state: "done" });
    sent.length = 0;
    const error = (await failure(start({}, other))) as { stored: string; given: string };
    expect(error).toMatchObject(conflict);
    expect(error.stored).not.toBe(error.given);
    expect([sent, signMessage.mock.calls.length]).toEqual([["swap"], 2]);
  });

  test("another one that a faster call has paid meanwhile is a conflict", async () => {
    const { start, client, address, journal, paid } = await openIntents();
    const other = async (metadata: { intent: string }) => {
      const expect = createSwapRequest(address, { metadata, amountIn: "200" });
      return { quote: pickExecutable((await client.swap.quote(expect)).quotes), expect } as never;
    };
    const update: Journal["update"] = async (entry, from) => {
      if (entry.revision === 2) expect(await start({}, other)).toMatchObject({ state: "done" });
      return journal.update(entry, from);
    };
    const error = await failure(start({ journal: { ...journal, update } }));
    expect(error).toMatchObject({ kind: "intent_conflict", state: "done" });
    expect(paid()).toBe(1);
  });

  test("a paid intent is returned if it can no longer be prepared", async () => {
    const { start } = await openIntents();
    const first = await start();
    const error = new Error("no funds");
    const fail = () => {
      throw error;
    };
    for (const [prepare, prepareError] of [
      [() => Promise.reject(error), error],
      [fail, error],
      [() => Promise.reject(undefined), "no reason given"],
    ] as const)
      expect(await start({}, prepare as never)).toEqual({ ...first, prepareError });
  });

  test("the same one in another order and letter case is the same", async () => {
    const { start, client, address } = await openIntents();
    await start();
    const { walletAddress, tokenIn, ...rest } = createSwapRequest(address);
    const upper = (text: string) => text.toUpperCase().replace("0X", "0x") as `0x${string}`;
    const spelled = async (metadata: { intent: string }) => {
      const expect = { ...rest, metadata, tokenIn: upper(tokenIn), walletAddress };
      return { quote: (await client.swap.quote(expect)).quotes[0], expect } as never;
    };
    expect(await start({}, spelled)).toMatchObject({ state: "done" });
    // So is the same wallet.
    const other = { walletAddress: upper(address) };
    expect(await start(other, spelled)).toMatchObject({ state: "done" });
  });
});

describe("until: submitted", () => {
  const openOrder = async () => {
    const opened = await openIntents();
    const prepare = async (metadata: { intent: string }) => {
      const expect = { ...createOrderRequest(opened.address, "1000"), metadata };
      return { quote: (await opened.client.swap.quote(expect)).quotes[0], expect } as never;
    };
    const order = (more: Partial<OnceOptions> = {}) =>
      opened.start({ until: "submitted", ...more }, prepare);
    return { ...opened, order };
  };

  test("ends when a limit order is accepted, and never sends it again", async () => {
    const { order, sent, signMessage, client, journal, stored } = await openOrder();
    expect(await order()).toMatchObject({ state: "signed", userOperationHash: expect.any(String) });
    expect(await order()).toMatchObject({ state: "signed", transactionId: expect.any(String) });
    expect(await order()).toEqual(await stored());
    expect(sent.filter((name) => name === "execute-user-op")).toHaveLength(1);
    expect(signMessage).toHaveBeenCalledTimes(1);
    expect(await toList(recover(client, journal))).toMatchObject([{ state: "signed" }]);
  });

  test("looks at nothing on the chain before the order is executed", async () => {
    const { order, sandbox } = await openOrder();
    const asked = vi.fn();
    const settle = { ...sandbox.node(137), getTransactionReceipt: asked } as never;
    await order();
    await order({ settle });
    const entry = await order({ settle });
    expect(entry).toMatchObject({ state: "signed", transactionId: expect.any(String) });
    expect([asked.mock.calls, "settlementError" in entry]).toEqual([[], false]);
  });

  test("ends also if the response was lost, as soon as the history shows it", async () => {
    const { order, sandbox, sent } = await openOrder();
    sandbox.cut("operations.execute");
    expect(await order()).toMatchObject({ state: "signed", transactionId: expect.any(String) });
    expect(sent.filter((name) => name === "execute-user-op")).toHaveLength(1);
  });

  test.each(["submitted", "final"] as const)("is aborted by its signal (%s)", async (until) => {
    const { start, replace, sent } = await openIntents();
    const stop = new AbortController();
    replace.execute = lost;
    let looks = 0;
    // It waits for what was lost, also after the repetitions.
    replace.history = () => {
      if (sent.includes("execute-user-op") && ++looks === 20) stop.abort("closed");
      return undefined;
    };
    const aborted = await failure(start({ until, signal: stop.signal }));
    expect(aborted).toMatchObject({ kind: "aborted", outcome: "unknown", reason: "closed" });
    sent.length = 0;
    expect(await failure(start({ until, signal: stop.signal }))).toMatchObject({ kind: "aborted" });
    expect(sent).toEqual([]);
  });

  test("leaves no listener on its signal", async () => {
    const { start } = await openIntents();
    const { signal, added, expectNoListener } = createCountedSignal();
    expect(await start({ signal })).toMatchObject({ state: "done" });
    expect(added).toHaveBeenCalled();
    expectNoListener();
  });

  test("waits for nothing if it was aborted while it was found", async () => {
    const { order, replace, sandbox, journal, stored, sent } = await openOrder();
    replace.execute = async (request) => {
      await sandbox.fetch(request);
      throw new TypeError("fetch failed");
    };
    const down = () => Response.json({ message: "down" }, { status: 403 });
    replace.history = () => (sent.includes("execute-user-op") ? down() : undefined);
    await failure(order({ until: "final", wait: brief }));
    expect(await stored()).toMatchObject({ state: "signed" });
    replace.history = undefined as never;
    const stop = new AbortController();
    const update: Journal["update"] = async (...changes) => {
      const isUpdated = await journal.update(...changes);
      stop.abort();
      return isUpdated;
    };
    const onProgress = vi.fn();
    const more = {
      until: "final",
      signal: stop.signal,
      wait: { interval: 1, onProgress },
    } as const;
    const aborted = order({ ...more, journal: { ...journal, update } });
    expect(await failure(aborted)).toMatchObject({ kind: "aborted" });
    expect(await stored()).toMatchObject({ state: "signed", transactionId: expect.any(String) });
    expect(onProgress).not.toHaveBeenCalled();
  });

  test("rejects another word", async () => {
    const { start } = await openIntents();
    expect(await failure(start({ until: "accepted" as never }))).toMatchObject({
      kind: "configuration",
      message: 'once: until: expected "submitted" or "final"',
    });
  });
});

describe("a lost response", () => {
  test("costs a look and the same operation again, not a wait", async () => {
    const { start, replace, signMessage, paid, sent } = await openIntents();
    let refusals = 3;
    const bodies: unknown[] = [];
    replace.execute = async (request) => {
      bodies.push(await request.clone().json());
      return refusals-- > 0 ? Response.json({ message: "down" }, { status: 503 }) : undefined;
    };
    expect(await start()).toMatchObject({ state: "done" });
    expect(bodies).toEqual(Array(4).fill(bodies[0]));
    expect([paid(), signMessage.mock.calls.length]).toEqual([1, 1]);
    // Two looks, by the hash and by the metadata, before each.
    const names = sent.slice(sent.indexOf("execute-user-op"));
    expect(names.slice(0, 4)).toEqual(["execute-user-op", "history", "history", "execute-user-op"]);
  });

  test("is followed by pauses that become longer", async () => {
    const { start, replace, signMessage } = await openIntents();
    let refusals = 3;
    replace.execute = () =>
      refusals-- > 0 ? Response.json({ message: "down" }, { status: 503 }) : undefined;
    const timer = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timer.mockRestore());
    await start({ wait: { interval: 37, maxInterval: 37 } });
    const delays = timer.mock.calls.map(([, delay]) => Number(delay));
    expect(delays.filter((delay) => delay % 37 === 0 && delay > 0).slice(0, 3)).toEqual([
      37, 74, 148,
    ]);
    expect(signMessage).toHaveBeenCalledTimes(1);
  });

  describe("of a submission", () => {
    const signed = { userOperationHash: `0x${"0a".repeat(32)}`, signature: "0x01" } as const;
    const fail = (message: string) => {
      const cause = new TimeoutError(message, { timeout: 1, scope: "attempt" });
      return new OutcomeUnknownError({ operation: "execute", lookup: "", request: {}, cause });
    };

    /** Submits it, loses each response, and notes at which second each step is made. */
    function start(more: Partial<Parameters<typeof submit>[2]> = {}, later?: Error) {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const { signal } = new AbortController();
      const begun = Date.now();
      const steps: string[] = [];
      const add = (step: string) => steps.push(step);
      const note = (name: string) => add(`${name} ${(Date.now() - begun) / 1_000}`);
      const execute = async (...given: unknown[]) => {
        expect(given).toEqual([signed, { signal: more.signal ?? signal }]);
        const count = note("execute");
        throw count > 1 && later ? later : fail(count.toString());
      };
      const lookUp = async () => {
        note("look");
        return { kind: "may_execute" } as const;
      };
      const assertCurrent = async () => void note("check");
      const options = { signal, pause: undefined, lookUp, assertCurrent, ...more };
      const result = failure(submit({ operations: { execute } } as never, signed, options));
      return { steps, result };
    }

    test("is followed by five repetitions at most, and by the first error", async () => {
      const { steps, result } = start();
      await vi.runAllTimersAsync();
      expect(((await result) as Error).message).toMatch(/\n1$/);
      const pauses = [0, 1, 3, 7, 15].flatMap((at, i) => [
        ...[`execute ${at}`, `look ${at}`],
        `check ${[1, 3, 7, 15, 31][i]}`,
      ]);
      expect(steps).toEqual([...pauses, "execute 31"]);
    });

    test("is unknown although a repetition sent nothing, or was refused", async () => {
      const later = [
        new ConnectionError("no connection", { phase: "connect", outcome: "none" }),
        new BursarError("api", "refused", { outcome: "none" }),
      ];
      for (const error of later) {
        const { steps, result } = start({}, error);
        await vi.runAllTimersAsync();
        expect(await result).toMatchObject({ name: "OutcomeUnknownError", outcome: "unknown" });
        expect(steps).toEqual(["execute 0", "look 0", "check 1", "execute 1"]);
      }
    });

    test("is not repeated after another call has changed the entry in the pause", async () => {
      const assertCurrent = () => Promise.reject(changedByOther);
      const { steps, result } = start({ assertCurrent });
      await vi.runAllTimersAsync();
      expect([await result, steps]).toEqual([changedByOther, ["execute 0", "look 0"]]);
    });

    test("is not repeated after an abort, which ends the pause", async () => {
      const stop = new AbortController();
      const lookUp = async () => {
        setImmediate(() => stop.abort());
        return { kind: "may_execute" } as const;
      };
      const { steps, result } = start({ lookUp, signal: stop.signal });
      await vi.advanceTimersByTimeAsync(0);
      expect(((await result) as Error).message).toMatch(/\n1$/);
      expect(steps).toEqual(["execute 0"]);
    });
  });

  test("is unknown although a repetition was refused", async () => {
    const { start, replace, sandbox, advance, stored } = await openIntents();
    let count = 0;
    replace.execute = async (request) => {
      if (count++ === 0) return Response.json({ message: "down" }, { status: 503 });
      await sandbox.fetch(request);
      return Response.json({ id: "UNAVAILABLE_COMPUTE_UNITS", message: "" }, { status: 403 });
    };
    replace.history = () =>
      Response.json(
        { transactions: [], nextLastId: null },
        { headers: { date: new Date(Date.now()).toUTCString() } },
      );
    expect(await failure(start({ wait: brief }))).toMatchObject({ outcome: "unknown" });
    expect([count, (await stored())?.state]).toEqual([2, "signed"]);
    advance(0);
    replace.history = undefined as never;
    expect(await start()).toMatchObject({ state: "done" });
  });
});

test("an operation without an expiry is sent once, because no look proves that it was not executed", async () => {
  const { start, preparePosition, replace, sandbox, sent } = await openIntents();
  replace.execute = lost;
  const prepare = async (metadata: { intent: string }) => {
    const { expiresAt: _, ...operation } = Object(await preparePosition(metadata));
    return operation;
  };
  expect(await failure(start({ wait: brief }, prepare))).toMatchObject({ outcome: "unknown" });
  const result = await start({ wait: brief, settle: sandbox.node(137) }, prepare);
  expect(result).toMatchObject({ state: "check" });
  // There is no transaction to look at.
  expect(result).not.toHaveProperty("settlementError");
  expect(sent.filter((name) => name === "execute-user-op")).toHaveLength(1);
});

test("says why it has not looked at the chain if the history cannot be read any more", async () => {
  const { start, replace, sandbox } = await openIntents();
  expect(await start()).toMatchObject({ state: "done" });
  replace.history = () => Response.json({ message: "down" }, { status: 400 });
  const result = await start({ settle: sandbox.node(137) });
  expect(result).toMatchObject({ state: "done", settlementError: { kind: "api", status: 400 } });
});

describe("the request of what prepare returns is known, if it is", () => {
  test("a quote of the client, also beside its limits", async () => {
    for (const wrap of [(quote: object) => quote, (quote: object) => ({ quote, maxGasFee: "5" })]) {
      const { start, client, address } = await openIntents();
      const prepare = (amountIn: string) => async (metadata: { intent: string }) => {
        const request = createSwapRequest(address, { metadata, amountIn });
        return wrap(pickExecutable((await client.swap.quote(request)).quotes)) as never;
      };
      expect(await start({}, prepare("100"))).toMatchObject({ state: "done" });
      expect(await failure(start({}, prepare("200")))).toMatchObject({ kind: "intent_conflict" });
      expect(await start({}, prepare("100"))).toMatchObject({ state: "done" });
    }
  });
});

describe("the request of what prepare returns", () => {
  test("is that of a transfer of the client, as it is", async () => {
    const { start, client, address } = await openIntents();
    const prepare = (amount: string) => (metadata: { intent: string }) =>
      client.operations.transfer({
        walletAddress: address,
        chainId: 137,
        toAddress: address,
        metadata,
        amount,
        token: usdc,
        payGasFeeToken: usdc,
        gasFeePaymentMethod: "ADD_TO_AMOUNT",
      }) as never;
    expect(await start({}, prepare("1"))).toMatchObject({ state: "done" });
    expect(await failure(start({}, prepare("2")))).toMatchObject({ kind: "intent_conflict" });
  });

  test("is not compared if it names a quote, as that of a withdrawal: each attempt has another", () => {
    const prepared = (quoteId: string) => ({ operation: {}, expect: { quoteId } }) as never;
    expect(digestPrepared(prepared("quote_1"), undefined)).toBeUndefined();
  });

  test("is that of the options if it brings none", () => {
    const request = { amount: "1" };
    const digest = digestPrepared({ operation: {} } as never, request);
    expect(digest).toMatch(/^0x[\da-f]{64}$/);
    expect(digestPrepared({ operation: {}, expect: request } as never, {})).toBe(digest);
    // Also if the client remembers another one.
    const response = { type: "transfer" };
    const known = { operation: "operations.transfer", request: { amount: "2" }, date: null };
    rememberRequest(response, { ...known, sentAt: getMoment() });
    expect(digestPrepared(response as never, request)).toBe(digest);
    expect(digestPrepared(response as never, undefined)).not.toBe(digest);
  });
});

describe("a journal that loses the entry while it is paid", () => {
  /** Without the entry of the intent, from the first lost response on. */
  async function loseJournal() {
    const lossy = createMemoryJournal();
    let inner = createMemoryJournal();
    const journal: Journal = {
      begin: (entry) => inner.begin(entry),
      update: (entry, from) => inner.update(entry, from),
      open: () => lossy.open(),
      list: () => lossy.list(),
    };
    const opened = await openIntents(journal);
    const lose = () => {
      inner = createMemoryJournal();
    };
    return { ...opened, lose };
  }

  test("causes no second signature, because this process knows what it has sent", async () => {
    const { start, replace, sandbox, lose, signMessage, paid, stored, advance } =
      await loseJournal();
    const held: Request[] = [];
    replace.execute = (request) => {
      held.push(request.clone());
      lose();
      return Response.json({ message: "down" }, { status: 503 });
    };
    expect(await failure(start({ wait: brief }))).toMatchObject({ outcome: "unknown" });
    expect(await stored()).toMatchObject({ state: "signed" });
    // The first one arrives late.
    for (const request of held) await sandbox.fetch(request);
    advance(10_000);
    expect(await start()).toMatchObject({ state: "done" });
    expect([paid(), signMessage.mock.calls.length]).toEqual([1, 1]);
  });

  test("stops a process whose entry was replaced by that of another one", async () => {
    const { start, journal, lose, paid, sent } = await loseJournal();
    let isStopped = false;
    const slow: Journal = {
      ...journal,
      async update(entry, from) {
        const isUpdated = await journal.update(entry, from);
        if (entry.state === "signed" && !isStopped) {
          isStopped = true;
          lose();
          expect(await start()).toMatchObject({ state: "done" });
        }
        return isUpdated;
      },
    };
    expect(await start({ journal: slow })).toMatchObject({ state: "done" });
    expect([paid(), sent.filter((name) => name === "execute-user-op").length]).toEqual([1, 1]);
  });

  test("proves nothing by an error of its own", async () => {
    const { start, replace, journal, stored } = await openIntents();
    let isDown = false;
    replace.execute = () => {
      isDown = true;
      return Response.json({ message: "down" }, { status: 503 });
    };
    const begin: Journal["begin"] = (entry) =>
      isDown ? Promise.reject(new ConfigurationError("the pool is closed")) : journal.begin(entry);
    const broken = { ...journal, begin };
    expect(await failure(start({ journal: broken, wait: brief }))).toMatchObject({
      outcome: "unknown",
    });
    expect(await stored()).toMatchObject({ state: "signed" });
  });
});

test("an attempt that was never executed leaves its request, and another one is a conflict", async () => {
  const { start, replace, client, address, advance, signMessage } = await openIntents();
  replace.execute = lost;
  await failure(start({ wait: brief }));
  replace.execute = undefined as never;
  advance(600_000);
  let calls = 0;
  const other = async (metadata: { intent: string }) => {
    if (calls++ === 0) throw new TypeError("fetch failed");
    const expect = createSwapRequest(address, { metadata, amountIn: "200" });
    return { quote: pickExecutable((await client.swap.quote(expect)).quotes), expect } as never;
  };
  expect(await failure(start({}, other))).toMatchObject({ kind: "intent_conflict" });
  expect([calls, signMessage.mock.calls.length]).toEqual([2, 1]);
});

test("an entry that a person has stored as begun, with its hash, is looked for like a signed one", async () => {
  const { start, replace, journal, stored, signMessage, advance } = await openIntents();
  replace.execute = lost;
  await failure(start({ wait: brief }));
  const { revision, ...entry } = (await stored()) as IntentEntry;
  await journal.update({ ...entry, state: "begun", revision: revision + 1 }, revision);
  expect(await failure(start({ wait: brief }))).toMatchObject({ name: "WaitTimeoutError" });
  expect(signMessage).toHaveBeenCalledTimes(1);
  replace.execute = undefined as never;
  advance(600_000);
  expect(await start()).toMatchObject({ state: "done" });
});

test("a look at what was paid ends with the signal of the caller", async () => {
  const { start, sandbox } = await openIntents();
  const stop = new AbortController();
  const getTransactionReceipt = () => {
    stop.abort();
    return new Promise(() => {});
  };
  const settle = { ...sandbox.node(137), getTransactionReceipt } as never;
  expect(await failure(start({ settle, signal: stop.signal }))).toMatchObject({ kind: "aborted" });
});

test("the call that settles a payment of a process that has ended stops the policy", async () => {
  const { start, sandbox, journal } = await openIntents();
  const policy = createSigningPolicy({
    chains: [137],
    receivers: [],
    limits: [{ token: usdc, perOperation: "1000" }],
  });
  const settings = { policy, settle: sandbox.node(137) };
  sandbox.diverge({ percent: 20 });
  await failure(start({ ...settings, journal: crashAt(journal, 4, "before") }));
  expect(await policy.frozen()).toBeUndefined();
  const { state, problems } = await start(settings);
  expect([state, problems?.map(({ code }) => code)]).toEqual(["done", ["arrived_less"]]);
  expect(await policy.frozen()).toContain("arrived_less");
  // A later look does not stop it again.
  await policy.unfreeze();
  await start(settings);
  expect(await policy.frozen()).toBeUndefined();
});

describe("a call whose payment was settled meanwhile does not stop the policy, if", () => {
  test.each(["once", "recover"])("%s has settled it", async (name) => {
    const { start, sandbox, client, journal } = await openIntents();
    const policy = createSigningPolicy({
      chains: [137],
      receivers: [],
      limits: [{ token: usdc, perOperation: "1000" }],
    });
    const settings = { policy, settle: sandbox.node(137) };
    sandbox.diverge({ percent: 20 });
    let isOvertaken = false;
    const slow: Journal = {
      ...journal,
      async update(entry, from) {
        if (entry.state === "done" && !isOvertaken) {
          isOvertaken = true;
          if (name === "once") await start(settings);
          else await toList(recover(client, journal));
          expect(await policy.frozen()).toEqual(name === "once" ? expect.any(String) : undefined);
          await policy.unfreeze();
        }
        return journal.update(entry, from);
      },
    };
    const { state, problems } = await start({ ...settings, journal: slow });
    expect([isOvertaken, state, problems?.map(({ code }) => code)]).toEqual([
      true,
      "done",
      ["arrived_less"],
    ]);
    expect(await policy.frozen()).toBeUndefined();
  });
});

describe("an operation that has expired", () => {
  const [hash, otherHash] = [`0x${"0a".repeat(32)}`, `0x${"0b".repeat(32)}`] as const;
  const entry: IntentEntry = {
    version: 1,
    intent: "order 17",
    revision: 2,
    state: "signed",
    walletAddress: `0x${"1".repeat(40)}`,
    chainId: 137,
    userOperationHash: hash,
    expiresAt: new Date(Date.now() - 7_200_000).toISOString(),
  };
  const own = { id: "tx_1", status: "COMPLETED", userOperationHash: hash };
  const failed = { ...own, status: "FAILED" };
  const other = { ...own, userOperationHash: otherHash };
  const named = { id: "tx_1", status: "COMPLETED", metadata: { intent: entry.intent } };
  const found = { kind: "found", record: { id: "tx_1" } };
  /** The first page is that of the hash, the last one that of the metadata. */
  const lookUp = async (
    pages: readonly object[],
    change: Partial<IntentEntry> = {},
    [time, settleAfter] = [Date.now(), 0],
  ) => {
    const date = { time };
    const response = { headers: { get: () => new Date(date.time).toUTCString() } };
    const history = vi.fn((_: string, query: { metadataKey?: string }) => {
      const data = pages.at(query.metadataKey ? -1 : 0);
      return { withResponse: async () => ({ data, response }) };
    });
    const { signal } = new AbortController();
    const client = { wallets: { history } } as never;
    const look = (at: number) => {
      date.time = at;
      return lookUpEntry(client, { ...entry, ...change }, { settleAfter, signal });
    };
    return { result: await look(time), look, calls: history.mock.calls, signal };
  };

  test.each<[string, object[], object, Partial<IntentEntry>?]>([
    ["was not executed without a record", [{ items: [] }], { kind: "not_executed" }],
    ["is unknown if a page has a cursor", [{ items: [], cursor: "next" }], { kind: "unknown" }],
    [
      "is unknown if only the first page has a cursor",
      [{ items: [], cursor: "next" }, { items: [] }],
      { kind: "unknown" },
    ],
    ["is unknown if a page is full", [{ items: Array(100).fill(other) }], { kind: "unknown" }],
    [
      "was not executed if a page has one record less",
      [{ items: Array(99).fill(other) }],
      { kind: "not_executed" },
    ],
    [
      "is unknown without an expiry",
      [{ items: [] }],
      { kind: "unknown" },
      { expiresAt: undefined },
    ],
    [
      "is unknown without the record that it had",
      [{ items: [] }],
      { kind: "unknown" },
      { transactionId: "tx_1" },
    ],
    [
      "was not executed without a hash and a record",
      [{ items: [] }],
      { kind: "not_executed" },
      { userOperationHash: undefined },
    ],
    [
      "is unknown without a hash if the page has a cursor",
      [{ items: [], cursor: "next" }],
      { kind: "unknown" },
      { userOperationHash: undefined },
    ],
    [
      "has not failed with another attempt",
      [{ items: [{ ...named, ...failed, userOperationHash: otherHash }] }],
      { kind: "not_executed" },
    ],
    ["has failed with its own record", [{ items: [failed] }, { items: [] }], found],
    [
      "is unknown if it has failed and a page has a cursor",
      [{ items: [failed], cursor: "next" }],
      { kind: "unknown" },
    ],
    [
      "has failed with a record of the intent, if it has no hash",
      [{ items: [{ ...named, status: "FAILED" }] }],
      found,
      { userOperationHash: undefined },
    ],
    [
      "was executed if one of its records says so",
      [{ items: [{ ...own, id: "tx_0", status: "PROCESSING" }, own] }],
      found,
    ],
    [
      "is found by a record that has no hash while it is processed",
      [{ items: [{ id: "tx_1", status: "PROCESSING" }] }],
      found,
    ],
    [
      "is unknown if only the metadata find such a record",
      [{ items: [] }, { items: [{ id: "tx_1", status: "PROCESSING" }] }],
      { kind: "unknown" },
    ],
    [
      "was not executed if such a record is of another intent",
      [{ items: [{ id: "tx_1", status: "PROCESSING", metadata: { intent: "order 18" } }] }],
      { kind: "not_executed" },
    ],
    [
      "is unknown if a final record has neither a hash nor the intent",
      [{ items: [{ id: "tx_1", status: "COMPLETED" }] }],
      { kind: "unknown" },
    ],
    [
      "is unknown if a final record has an intent that is no text",
      [{ items: [{ ...named, metadata: { intent: 17 } }] }],
      { kind: "unknown" },
    ],
    [
      "was not executed if a final record is of another intent",
      [{ items: [{ ...named, metadata: { intent: "order 18" } }] }],
      { kind: "not_executed" },
    ],
    [
      "is unknown if a record of the intent is of another chain",
      [{ items: [{ ...named, chain: { id: 1 } }] }],
      { kind: "unknown" },
    ],
    ["is found by its hash on any chain", [{ items: [{ ...own, chain: { id: 1 } }] }], found],
    ["is found if the chain has no id", [{ items: [{ ...named, chain: { id: "1" } }] }], found],
    ...["CRYPTO_DEPOSIT", "LENDING_LIQUIDATION"].flatMap((type): [string, object[], object][] => [
      [`is not a ${type}`, [{ items: [{ ...named, type }] }], { kind: "not_executed" }],
      [
        `is unknown if a ${type} has its hash`,
        [{ items: [{ ...own, type }] }],
        { kind: "unknown" },
      ],
    ]),
  ])("%s", async (_, pages, expected, change) => {
    expect((await lookUp(pages, change)).result).toMatchObject(expected);
  });

  const end = Date.parse("2026-01-31T11:01:00Z");
  const expiring = { expiresAt: new Date(end - 60_000).toISOString() };
  test.each([
    ["can no longer be executed, after settleAfter by both clocks", 0, 0, "not_executed"],
    ["may be executed before that by the clock of this machine", -1, 0, "may_execute"],
    ["may be executed before that by the clock of the service", 0, -1_000, "may_execute"],
  ])("%s", async (_, machine, service, kind) => {
    const clock = vi.spyOn(Date, "now").mockReturnValue(end + machine);
    onTestFinished(() => clock.mockRestore());
    const { result } = await lookUp([{ items: [] }], expiring, [end + service, 60_000]);
    expect(result).toEqual({ kind });
  });

  test("may be executed if a server is ahead of the earlier ones and of this machine", async () => {
    const clock = vi.spyOn(Date, "now").mockReturnValue(end);
    onTestFinished(() => clock.mockRestore());
    const { look } = await lookUp([{ items: [] }], expiring, [end - 1_000, 60_000]);
    expect(await look(end + 600_000)).toEqual({ kind: "may_execute" });
    expect(await look(end)).toEqual({ kind: "not_executed" });
  });

  test("takes the hash of its record, and has no reason once it was executed", () => {
    const { reason, ...known } = withStatus({ ...entry, reason: "Look for it." }, other);
    expect([known, reason]).toEqual([
      {
        ...entry,
        state: "done",
        transactionId: "tx_1",
        status: "COMPLETED",
        userOperationHash: otherHash,
      },
      undefined,
    ]);
  });

  test("is another entry with another hash, state or status", () => {
    expect(isSameEntry(entry, { ...entry, revision: 3, reason: "later" })).toBe(true);
    for (const change of [{ userOperationHash: otherHash }, { state: "check" }, { status: "X" }])
      expect(isSameEntry(entry, { ...entry, ...(change as object) })).toBe(false);
  });

  test("is for a person if its record has no hash and is not final, and it has none either", () => {
    const record = { id: "tx_1", status: "PROCESSING" };
    expect(withStatus({ ...entry, userOperationHash: undefined }, record)).toMatchObject({
      state: "check",
      reason: "Its status is PROCESSING: see the transaction.",
    });
  });

  test.each<[reason: string, Partial<IntentEntry>]>([
    ["The history does not show whether it was executed. Look for its hash on the chain.", {}],
    ["It has no expiry and is not found. Look for its hash on the chain.", { expiresAt: "soon" }],
    ["Its record is missing. Look for its hash on the chain.", { transactionId: "tx_1" }],
  ])("is for a person, who reads: %s", (reason, change) => {
    expect(toCheck({ ...entry, ...change })).toMatchObject({ state: "check", reason });
  });

  test("is looked for in pages of 100, by its hash and by its metadata, until the caller aborts", async () => {
    const { calls, signal } = await lookUp([{ items: [] }]);
    const { walletAddress, intent } = entry;
    expect(calls).toEqual([
      [walletAddress, { userOperationHash: hash, take: 100 }, { signal }],
      [walletAddress, { metadataKey: "intent", metadataValue: intent, take: 100 }, { signal }],
    ]);
  });
});
