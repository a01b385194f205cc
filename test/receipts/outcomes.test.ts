import { describe, expect, test, vi } from "vitest";
import { createMemoryJournal } from "../../src/intents/index.js";
import { createMemoryPolicyStore, createSigningPolicy } from "../../src/policy/index.js";
import type { Receipt, Receipts } from "../../src/receipts/index.js";
import {
  type RunRecord,
  type RunSwapOptions,
  runOperation,
  runSwap,
} from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { crash, crashAt, openIntents } from "../intents/intent-kit.js";
import { usdc } from "../sandbox/open-sandbox.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { drained } from "../support/drained.js";
import { collect, isChain } from "./receipt-kit.js";

const full = new Error("the disk is full");

async function open() {
  const opened = await openIntents();
  const { client, sandbox, address, settings } = opened;
  const collected = collect();
  const { receipts } = collected;
  const { signer, owner, wait } = settings;
  const swap = (more: Partial<RunSwapOptions> = {}) =>
    runSwap(client, createSwapRequest(address), {
      signer,
      owner,
      wait,
      receipts,
      ...more,
    } as never);
  return { ...opened, ...collected, settle: sandbox.node(137), swap };
}

/** An appender that never settles for an outcome. The caller aborts meanwhile. */
const hangFor = (outcome: string, collected: Receipts) => {
  const controller = new AbortController();
  const receipts: Receipts = (receipt) => {
    if (receipt.kind !== "outcome" || receipt.outcome !== outcome) return collected(receipt);
    controller.abort();
    return new Promise(() => {});
  };
  return { receipts, signal: controller.signal };
};

/** What each receipt says: its decision, or its outcome. */
const words = (list: readonly Receipt[]) =>
  list.map((each) => (each.kind === "decision" ? each.decision : each.outcome));

/** An appender that fails for these outcomes. */
const failFor =
  (...outcomes: string[]): Receipts =>
  (receipt) => {
    if (receipt.kind === "outcome" && outcomes.includes(receipt.outcome)) throw full;
  };

/** An appender that fails for each outcome, with another error. */
const failForEach: Receipts = (receipt) => {
  if (receipt.kind === "outcome") throw new Error(receipt.outcome);
};
const firstFailure = { receiptError: { message: "submitted" } };

describe("the receipts of runSwap and runOperation", () => {
  test("are the decision, the submission and the outcome with what was settled", async () => {
    const { swap, settle, list, lines, address } = await open();
    const { userOperationHash, transactionId } = await swap({ settle });
    expect(words(list)).toEqual(["signed", "submitted", "final"]);
    const target = { walletAddress: address, chainId: 137, userOperationHash };
    const base = { version: 1, kind: "outcome", time: expect.any(String), call: "runSwap" };
    expect(list.slice(1)).toEqual([
      { ...base, outcome: "submitted", ...target },
      {
        ...base,
        ...target,
        outcome: "final",
        transactionId,
        status: "COMPLETED",
        settlement: "executed",
        problems: [],
      },
    ]);
    expect(isChain(lines)).toBe(true);
  });

  test("name a difference that froze the policy", async () => {
    const { swap, settle, list, sandbox } = await open();
    sandbox.diverge({ percent: 20 });
    await swap({ settle });
    expect(list.at(-1)).toMatchObject({ outcome: "final", problems: [{ code: "arrived_less" }] });
    const getTransactionReceipt = () => Promise.reject(new Error("the node is down"));
    await swap({ settle: { ...settle, getTransactionReceipt } as never });
    const error = { message: expect.stringContaining("the node is down") };
    expect(list.at(-1)).toMatchObject({ outcome: "final", status: "COMPLETED", error });
  });

  test("say that nothing was sent, and why", async () => {
    const { swap, list } = await open();
    const onStage = ({ stage }: RunRecord) =>
      stage === "signed" ? Promise.reject(full) : undefined;
    expect(await failure(swap({ onStage }))).toBe(full);
    expect(words(list)).toEqual(["signed", "not_sent"]);
    expect(list[1]).toMatchObject({ error: { message: "the disk is full" } });
  });

  test("say that it may have been sent, and then what became of it", async () => {
    const { swap, list, replace } = await open();
    replace.execute = () => Promise.reject(new TypeError("fetch failed"));
    const given = { timeout: 30, interval: 10 };
    await failure(swap({ wait: given }));
    expect(words(list)).toEqual(["signed", "unknown"]);
  });

  test("are none if the run only returns a final record, without a look at the chain", async () => {
    const { swap, list, settle } = await open();
    const records: RunRecord[] = [];
    await swap({ onStage: (record) => void records.push(record) });
    list.length = 0;
    const resume = records.at(-1) as RunRecord;
    await swap({ resume });
    expect(list).toEqual([]);
    await swap({ resume, settle });
    expect(list).toMatchObject([{ outcome: "final", settlement: "executed" }]);
    const getTransactionReceipt = () => Promise.reject(new Error("down"));
    await swap({ resume, settle: { ...settle, getTransactionReceipt } as never });
    expect(words(list)).toEqual(["final", "final"]);
  });

  test("are those of signOperation in runOperation", async () => {
    const { client, address, settings, preparePosition, receipts, list } = await open();
    const { signer, owner, wait } = settings;
    const metadata = { intent: "order 17" };
    const prepare = async () => (await preparePosition(metadata)) as never;
    const given = { signer, owner, wait, receipts, walletAddress: address, chainId: 137 };
    await runOperation(client, prepare, given as never);
    expect(list.map(({ call }) => call)).toEqual(["operation", "runOperation", "runOperation"]);
    expect(list[0]).toMatchObject({ request: expect.stringMatching(/^0x/) });
  });

  test("that cannot be written do not turn a payment into a failure", async () => {
    const { swap, sandbox } = await open();
    for (const outcomes of [["submitted"], ["final"], ["submitted", "final"]]) {
      const result = await swap({ receipts: failFor(...outcomes) });
      expect(result).toMatchObject({ status: "COMPLETED", receiptError: full });
    }
    expect(await swap({ receipts: failFor() })).not.toHaveProperty("receiptError");
    const none: Receipts = ({ kind }) => (kind === "outcome" ? Promise.reject() : undefined);
    expect(await swap({ receipts: none })).toMatchObject({ receiptError: "no reason given" });
    expect(await swap({ receipts: failForEach })).toMatchObject(firstFailure);
    expect(
      (await drained(sandbox)).filter(({ operation }) => operation === "operations.execute"),
    ).toHaveLength(6);
  });

  test("that cannot be written are the cause of the error of the run", async () => {
    const { swap, replace } = await open();
    replace.execute = () => Response.json({ message: "refused" }, { status: 400 });
    expect(await failure(swap({ receipts: failFor("unknown") }))).toMatchObject({ cause: full });
    replace.execute = undefined as never;
    replace.history = () => Response.json({ transactions: [], cursor: null });
    const given = { timeout: 30, interval: 10 };
    expect(await failure(swap({ receipts: failFor("submitted"), wait: given }))).toMatchObject({
      cause: full,
    });
    replace.execute = () => Promise.reject(new TypeError("fetch failed"));
    // But not of one that has a cause.
    for (const receipts of [failFor(), failFor("unknown")])
      expect(await failure(swap({ receipts, wait: given }))).toMatchObject({
        cause: { kind: "outcome_unknown", cause: { kind: "connection" } },
      });
  });

  test("that cannot be written before the signature leave nothing to send", async () => {
    const { swap, sandbox, signMessage } = await open();
    expect(await failure(swap({ receipts: () => Promise.reject(full) }))).toBe(full);
    expect(signMessage).toHaveBeenCalledTimes(1);
    expect(
      (await drained(sandbox)).filter(({ operation }) => operation === "operations.execute"),
    ).toEqual([]);
  });
});

describe("an appender that never settles", () => {
  const aborted = expect.objectContaining({ kind: "aborted" });

  test("does not keep a run from its result or its error after an abort", async () => {
    const { swap, receipts, client, settings, preparePosition } = await open();
    const { intent: _, journal: _journal, ...terms } = settings;
    const prepare = async () => (await preparePosition({ intent: "position" })) as never;
    const completed = { status: "COMPLETED", receiptError: aborted };
    expect(await swap(hangFor("final", receipts))).toMatchObject(completed);
    expect(
      await runOperation(client, prepare, { ...terms, ...hangFor("final", receipts) }),
    ).toMatchObject(completed);
    expect(await failure(swap(hangFor("submitted", receipts)))).toEqual(aborted);
    const onStage = ({ stage }: RunRecord) => {
      if (stage === "signed") throw full;
    };
    expect(await failure(swap({ onStage, ...hangFor("not_sent", receipts) }))).toBe(full);
  });

  test("does not keep once from its result after an abort, and no other call", async () => {
    for (const [until, outcome] of [
      ["submitted", "submitted"],
      [undefined, "final"],
    ] as const) {
      const { start, paid, receipts, list } = await open();
      const state = until ? "signed" : "done";
      expect(await start({ until, ...hangFor(outcome, receipts) })).toMatchObject({
        state,
        receiptError: aborted,
      });
      expect(await start({ receipts })).toMatchObject({ state: "done" });
      expect(paid()).toBe(1);
      expect(words(list)).toEqual(until ? ["signed", "final"] : ["signed", "submitted"]);
    }
  });

  test("does not hide that an intent was used for another request", async () => {
    const { start, receipts, client, address } = await open();
    await start({ receipts });
    const other = async (metadata: { intent: string }) => {
      const expect = { ...createSwapRequest(address, { metadata }), amountIn: "820" };
      const { quotes } = await client.swap.quote(expect);
      return { quote: quotes[0], expect } as never;
    };
    const controller = new AbortController();
    const given = {
      signal: controller.signal,
      receipts: () => {
        controller.abort();
        return new Promise<void>(() => {});
      },
    };
    expect(await failure(start(given, other))).toMatchObject({ kind: "intent_conflict" });
  });
});

describe("an abort", () => {
  test("does not keep an appender that is a little slow from its line", async () => {
    const { swap, receipts, list, replace } = await open();
    const controller = new AbortController();
    replace.execute = () => controller.abort();
    const slow: Receipts = async (receipt) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await receipts(receipt);
    };
    const { signal } = controller;
    expect(await failure(swap({ receipts: slow, signal }))).toMatchObject({ kind: "aborted" });
    expect(words(list)).toEqual(["signed", "unknown"]);
  });
});

describe("the receipts of once", () => {
  test("have the intent and the request of the journal, and are written once", async () => {
    const { start, receipts, list, lines, settle, stored } = await open();
    const entry = await start({ receipts, settle });
    expect(words(list)).toEqual(["signed", "submitted", "final"]);
    for (const receipt of list) expect(receipt.intent).toBe("order 17");
    expect(list[0]).toMatchObject({ request: (await stored())?.request });
    expect(list.map((receipt) => "request" in receipt)).toEqual([true, false, false]);
    const { transactionId, userOperationHash } = entry;
    expect(list[2]).toMatchObject({
      call: "once",
      status: "COMPLETED",
      settlement: "executed",
      problems: [],
      transactionId,
      userOperationHash,
    });
    await start({ receipts, settle });
    expect(list).toHaveLength(3);
    expect(isChain(lines)).toBe(true);
  });

  test("have what another process finds out after a crash", async () => {
    const { start, receipts, list, journal } = await open();
    // The process ends before the journal has the final state.
    expect(await failure(start({ receipts, journal: crashAt(journal, 4, "before") }))).toBe(crash);
    expect(words(list)).toEqual(["signed", "submitted"]);
    await start({ receipts });
    expect(words(list)).toEqual(["signed", "submitted", "final"]);
    expect(list[2]).toMatchObject({ call: "once", intent: "order 17", status: "COMPLETED" });
  });

  test("say that a person must look, and have the request only in the decision", async () => {
    const { start, receipts, list, replace, sandbox } = await open();
    await start();
    replace.history = async (request) => {
      const { transactions } = await (await sandbox.fetch(request)).json();
      const status = "PARTIALLY_COMPLETED";
      const rows = transactions.map((row: object) => Object.assign(row, { status }));
      return Response.json({ transactions: rows, nextLastId: null });
    };
    const given = { receipts, journal: createMemoryJournal() };
    const { state, reason } = await start(given);
    expect(state).toBe("check");
    const status = "PARTIALLY_COMPLETED";
    expect(list).toMatchObject([{ outcome: "unknown", call: "once", status }]);
    expect(list[0]).toHaveProperty("reason", reason);
    expect(list[0]).not.toHaveProperty("request");
    // It is written when the state changes.
    await start(given);
    expect(list).toHaveLength(1);
  });

  test("say that a payment that has failed on the chain is final", async () => {
    const { start, receipts, list, replace, sandbox } = await open();
    await start();
    replace.history = async (request) => {
      const { transactions } = await (await sandbox.fetch(request)).json();
      const rows = transactions.map((row: object) => ({ ...row, status: "FAILED" }));
      return Response.json({ transactions: rows, nextLastId: null });
    };
    const { state } = await start({ receipts, journal: createMemoryJournal() });
    expect(state).toBe("failed");
    expect(list).toMatchObject([{ outcome: "final", call: "once", status: "FAILED" }]);
  });

  test("name an intent that was used for another request", async () => {
    const { start, receipts, list, client, address } = await open();
    await start({ receipts });
    const other = async (metadata: { intent: string }) => {
      const expect = { ...createSwapRequest(address, { metadata }), amountIn: "820" };
      const { quotes } = await client.swap.quote(expect);
      return { quote: quotes[0], expect } as never;
    };
    expect(await failure(start({ receipts }, other))).toMatchObject({ kind: "intent_conflict" });
    expect(list).toHaveLength(4);
    expect(list[3]).toMatchObject({
      decision: "refused",
      call: "once",
      intent: "order 17",
      error: { name: "IntentConflictError" },
    });
    expect(list[3]).not.toMatchObject({ request: (list[0] as { request: string }).request });
  });

  test("have the request of the journal, also if what was prepared cannot be read", async () => {
    const { start, receipts, list, client, address } = await open();
    const unreadable = async (metadata: { intent: string }) => {
      const request = createSwapRequest(address, { metadata });
      return { quote: await client.swap.quote(request), expect: request } as never;
    };
    await failure(start({ receipts }, unreadable));
    await start({ receipts });
    const { request } = list[1] as { request: string };
    expect(request).toMatch(/^0x/);
    expect(list[0]).toMatchObject({ decision: "refused", intent: "order 17", request });
  });

  test("have the rule that refused it", async () => {
    const { start, receipts, list } = await open();
    const store = createMemoryPolicyStore();
    const limits = [{ token: usdc as `0x${string}`, perOperation: "1" }];
    const policy = createSigningPolicy({ chains: [137], receivers: [], limits, store });
    await failure(start({ receipts, policy }));
    expect(list).toMatchObject([
      { decision: "refused", intent: "order 17", problems: [{ policy: { rule: "perOperation" } }] },
    ]);
  });

  test("that cannot be written do not turn a payment into a failure", async () => {
    for (const outcomes of [["submitted"], ["final"]]) {
      const { start, paid } = await open();
      const given = { receipts: failFor(...outcomes) };
      expect(await start(given)).toMatchObject({ state: "done", receiptError: full });
      expect(await start(given)).not.toHaveProperty("receiptError");
      expect(paid()).toBe(1);
    }
    const { start, list, receipts } = await open();
    const other = { intent: "order 18", receipts: failForEach };
    expect(await start(other)).toMatchObject({ state: "done", ...firstFailure });
    const ends = { until: "submitted", receipts: failFor("submitted") } as const;
    expect(await start(ends)).toMatchObject({ state: "signed", receiptError: full });
    await start({ receipts });
    expect(words(list)).toEqual(["final"]);
  });

  test("that cannot be written before the signature leave the intent as never signed", async () => {
    const { start, stored, paid, receipts, list } = await open();
    const append = vi.fn(() => Promise.reject(full));
    expect(await failure(start({ receipts: append }))).toBe(full);
    expect(await stored()).toMatchObject({ state: "begun" });
    expect(paid()).toBe(0);
    await start({ receipts });
    expect(words(list)).toEqual(["signed", "submitted", "final"]);
    expect(paid()).toBe(1);
  });
});
