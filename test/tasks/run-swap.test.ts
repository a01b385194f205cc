import { describe, expect, onTestFinished, test, vi } from "vitest";
import { isBursarError } from "../../src/errors/any-bursar-error.js";
import { WaitTimeoutError } from "../../src/errors/connection.js";
import type { RunRecord, RunSwapOptions, Signer } from "../../src/tasks/index.js";
import { runSwap } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { inFakeTime } from "../resources/fake-time.js";
import {
  createSandboxClient,
  interceptRequests,
  openWallet,
  owner,
} from "../sandbox/open-sandbox.js";
import { createOrderRequest, createSwapRequest } from "../sandbox/swap/swap-requests.js";

/** A wallet with a client whose requests are listed, in a sandbox whose clock the wait moves. */
async function open() {
  const { sandbox, address } = await openWallet({ now: undefined });
  const sent: string[] = [];
  const replace: { execute?: () => Promise<Response> | undefined } = {};
  const client = createSandboxClient(sandbox, {
    fetch: interceptRequests((request) => {
      const name = request.url.includes("execute-user-op")
        ? "execute"
        : new URL(request.url).pathname;
      sent.push(name.split("/").at(-1) as string);
      return name === "execute" ? replace.execute?.() : undefined;
    }, sandbox),
  });
  const signMessage = vi.fn(owner.signMessage);
  const signer: Signer = { ...owner, signMessage };
  const records: RunRecord[] = [];
  const request = createSwapRequest(address);
  const settings: RunSwapOptions = {
    signer,
    owner: owner.address,
    onStage: (record) => void records.push(record),
    wait: { interval: 10, maxInterval: 10, onProgress: () => sandbox.advance(5_000) },
  };
  const start = (more: Partial<RunSwapOptions> = {}) =>
    runSwap(client, request, { ...settings, ...more });
  const executed = () =>
    sandbox.requests.filter(({ operation }) => operation === "operations.execute");
  return {
    sandbox,
    client,
    address,
    request,
    signMessage,
    records,
    sent,
    replace,
    settings,
    start,
    executed,
  };
}

describe("a swap as one call", () => {
  test("quotes, signs, submits and waits, and reports each stage as plain JSON", async () => {
    const { start, records, address, sent } = await open();
    const { transaction, ...last } = await start();
    expect(last).toMatchObject({
      stage: "final",
      status: "COMPLETED",
      transactionId: transaction.id,
    });
    expect(records.map(({ stage }) => stage)).toEqual(["quoted", "signed", "submitted", "final"]);
    const [, signed] = records;
    const { userOperationHash } = transaction;
    expect(signed).toMatchObject({
      version: 1,
      walletAddress: address,
      chainId: 137,
      userOperationHash,
    });
    expect(records).toEqual(JSON.parse(JSON.stringify(records)));
    expect(new Set(sent)).toEqual(new Set(["swap", "execute", "history"]));
    const names = [
      "chainId",
      "expiresAt",
      "stage",
      "statement",
      "status",
      "transactionId",
      "userOperationHash",
    ];
    for (const record of records)
      expect([...names, "version", "walletAddress"]).toEqual(
        expect.arrayContaining(Object.keys(record)),
      );
  });

  test("waits for onStage before the next step", async () => {
    const { start, sent, signMessage } = await open();
    const seen: [string, number, boolean][] = [];
    await start({
      onStage: async ({ stage }) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        seen.push([stage, signMessage.mock.calls.length, sent.includes("execute")]);
      },
    });
    expect(seen.slice(0, 3)).toEqual([
      ["quoted", 0, false],
      ["signed", 1, false],
      ["submitted", 1, true],
    ]);
  });

  test.each(["quoted", "signed"])("sends nothing if onStage rejects at %s", async (at) => {
    const { start, executed } = await open();
    const full = new Error("the disk is full");
    const onStage = ({ stage }: RunRecord) => (stage === at ? Promise.reject(full) : undefined);
    expect(await failure(start({ onStage }))).toBe(full);
    expect(executed()).toEqual([]);
  });

  test("rejects with every problem of the quote, and sends nothing", async () => {
    const { start, executed } = await open();
    expect(await failure(start({ minReceived: "99" }))).toMatchObject({
      name: "UnsafeToSignError",
      outcome: "none",
      problems: [{ code: "below_minimum" }],
    });
    expect(executed()).toEqual([]);
  });

  test("waits for a limit order, too", async () => {
    const { client, address, settings, sandbox } = await open();
    const order = createOrderRequest(address, "0.0001", { expiration: 3600 });
    const advance = () => sandbox.advance(60_000);
    const wait = { ...settings.wait, onProgress: advance };
    const { status } = await runSwap(client, order, { ...settings, wait });
    expect(status).toBe("COMPLETED");
  });
});

describe("a run whose submission fails", () => {
  test("looks for the operation if the response is lost after it arrived", async () => {
    const { start, sandbox, replace, executed, records } = await open();
    sandbox.cut("operations.execute");
    replace.execute = undefined as never;
    expect(await start()).toMatchObject({ stage: "final", status: "COMPLETED" });
    expect(executed()).toHaveLength(1);
    expect(records.map(({ stage }) => stage)).toEqual(["quoted", "signed", "final"]);
  });

  test("waits as long as for any other, if it is found but takes long", async () => {
    const { client, request, settings, records, replace } = await open();
    replace.execute = () => Promise.reject(new TypeError("fetch failed"));
    const timeouts: unknown[] = [];
    let isSlow = false;
    const cause = new Error("the last look failed");
    const wallets = {
      waitForTransaction: async (
        _: unknown,
        subject: object,
        { timeout }: { timeout?: number },
      ) => {
        timeouts.push(timeout);
        if (timeouts.length > 2) return expect.unreachable();
        if (timeouts.length === 2 && !isSlow) return { id: "tx_1", status: "COMPLETED" };
        const options = { timeout: 1, subject: "0x1", found: true, cause };
        throw new WaitTimeoutError(JSON.stringify(subject), options);
      },
    };
    const { operations, swap } = client;
    const slow = { operations, swap, wallets } as never;
    const result = await runSwap(slow, request, { ...settings, wait: {} });
    expect(result).toMatchObject({ stage: "final", transactionId: "tx_1" });
    expect(timeouts).toEqual([expect.any(Number), undefined]);
    expect(records.map(({ stage }) => stage)).toEqual(["quoted", "signed", "submitted", "final"]);
    // But not longer.
    [isSlow, timeouts.length] = [true, 0];
    const late = failure(runSwap(slow, request, { ...settings, wait: {} }));
    expect(await late).toMatchObject({ name: "WaitTimeoutError", found: true, cause });
  });

  test("asks no wallet and stores no signature after an abort", async () => {
    const { start, signMessage, records, executed } = await open();
    const controller = new AbortController();
    const onStage = (record: RunRecord) => {
      records.push(record);
      controller.abort();
    };
    const error = await failure(start({ onStage, signal: controller.signal }));
    expect(error).toMatchObject({ kind: "aborted", sent: false, outcome: "none" });
    expect(signMessage).not.toHaveBeenCalled();
    expect(records.map(({ stage }) => stage)).toEqual(["quoted"]);
    expect(executed()).toEqual([]);
  });

  test("stores no signature of a wallet that signs after an abort", async () => {
    const { start, signMessage, records, executed } = await open();
    const controller = new AbortController();
    signMessage.mockImplementation(async (parameters) => {
      const signature = await owner.signMessage(parameters);
      controller.abort();
      return signature;
    });
    const error = await failure(start({ signal: controller.signal }));
    expect(error).toMatchObject({ kind: "aborted", outcome: "none" });
    expect(records.map(({ stage }) => stage)).toEqual(["quoted"]);
    expect(executed()).toEqual([]);
  });

  test("gives up a wallet that hangs after an abort, and submits nothing that it signs later", async () => {
    const { start, signMessage, records, executed } = await open();
    const controller = new AbortController();
    let release = () => {};
    const called = new Promise<void>((resolve) => {
      signMessage.mockImplementation(async (parameters) => {
        resolve();
        await new Promise<void>((sign) => {
          release = sign;
        });
        return owner.signMessage(parameters);
      });
    });
    const run = failure(start({ signal: controller.signal }));
    await called;
    controller.abort();
    expect(await run).toMatchObject({ kind: "aborted", sent: false, outcome: "none" });
    release();
    await new Promise((resolve) => setTimeout(resolve));
    expect(records.map(({ stage }) => stage)).toEqual(["quoted"]);
    expect(executed()).toEqual([]);
  });

  test("says that nothing was found if the request never arrived, and keeps the failure", async () => {
    const { start, replace, records } = await open();
    replace.execute = () => Promise.reject(new TypeError("fetch failed"));
    const wait = { timeout: 200, interval: 10 };
    const error = await inFakeTime(() => failure(start({ wait })));
    expect(records.map(({ stage }) => stage)).toEqual(["quoted", "signed"]);
    expect(error).toMatchObject({
      name: "WaitTimeoutError",
      found: false,
      outcome: "unknown",
      safeToSignAgainAt: expect.stringMatching(/Z$/),
      cause: { name: "OutcomeUnknownError" },
    });
  });

  test("rejects at once if the service refuses it", async () => {
    const { start, sandbox, sent } = await open();
    sandbox.fail("operations.execute", { id: "EXECUTE_USER_OP", status: 400 });
    expect(await failure(start())).toMatchObject({
      id: "EXECUTE_USER_OP",
      outcome: "unknown",
      hint: expect.stringMatching(/^Look for the hash first/),
    });
    expect(sent).not.toContain("history");
  });
});

describe("a run that is resumed", () => {
  /** Stops a run at a stage, as a crash would, and returns the record that was stored last. */
  async function crashAt(stage: RunRecord["stage"], opened: Awaited<ReturnType<typeof open>>) {
    const stored: RunRecord[] = [];
    const onStage = (record: RunRecord) => {
      stored.push(record);
      if (record.stage === stage) throw new Error("crash");
    };
    await failure(opened.start({ onStage }));
    opened.sent.length = 0;
    return JSON.parse(JSON.stringify(stored.at(-1))) as RunRecord;
  }

  test("starts anew from quoted, because nothing was signed", async () => {
    const opened = await open();
    const resume = await crashAt("quoted", opened);
    expect(await opened.start({ resume })).toMatchObject({ status: "COMPLETED" });
    expect(opened.executed()).toHaveLength(1);
    // What a database has of a run that never began.
    expect(await opened.start({ resume: null as never })).toMatchObject({ status: "COMPLETED" });
    expect(opened.executed()).toHaveLength(2);
  });

  test.each(["submitted", "final"] as const)("only looks from %s", async (stage) => {
    const opened = await open();
    const resume = await crashAt(stage, opened);
    // The letter case of an address has no meaning.
    resume.walletAddress = resume.walletAddress.toUpperCase().replace("0X", "0x");
    expect(await opened.start({ resume })).toMatchObject({ stage: "final", status: "COMPLETED" });
    expect(opened.records.map((each) => each.stage)).toEqual(stage === "final" ? [] : ["final"]);
    expect(new Set(opened.sent)).toEqual(new Set(["history"]));
    expect(opened.executed()).toHaveLength(1);
  });

  test("looks from signed, and never sends what may have been sent", async () => {
    const opened = await open();
    const resume = await crashAt("signed", opened);
    expect(resume.expiresAt).toMatch(/Z$/);
    const stored = { ...resume, expiresAt: "2030-01-01T00:00:00.000Z" };
    const wait = { timeout: 200, interval: 10 };
    const error = await inFakeTime(() => failure(opened.start({ resume: stored, wait })));
    expect(error).toMatchObject({
      found: false,
      outcome: "unknown",
      safeToSignAgainAt: "2030-01-01T00:01:00.000Z",
    });
    expect(new Set(opened.sent)).toEqual(new Set(["history"]));
    expect(opened.executed()).toEqual([]);
  });

  test("says that it is safe to sign again after the expiry of what was never sent", async () => {
    const opened = await open();
    const resume = await crashAt("signed", opened);
    const wait = { timeout: 200, interval: 10 };
    const late = () => {
      vi.setSystemTime(Date.now() + 3_600_000);
      return failure(opened.start({ resume, wait }));
    };
    expect(await inFakeTime(late)).toMatchObject({
      found: false,
      safeToSignAgain: true,
      hint: "It is safe to sign again: start anew, with a new quote.",
    });
  });

  test("waits for what was signed only until it cannot be executed any more", async () => {
    const opened = await open();
    const resume = await crashAt("signed", opened);
    const waited: unknown[] = [];
    const client = {
      ...opened.client,
      wallets: {
        waitForTransaction: (_: unknown, subject: unknown, options: object) => {
          waited.push(subject, options);
          return Promise.reject(new Error("stop"));
        },
      },
    };
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2030, 0, 1) });
    onTestFinished(() => void vi.useRealTimers());
    const waitFor = async (more: object, wait: RunSwapOptions["wait"] = {}) => {
      const stored = { ...resume, ...more } as RunRecord;
      const settings = { ...opened.settings, wait, resume: stored };
      await failure(runSwap(client as never, opened.request, settings));
      return waited.splice(0) as [object, { timeout: number | undefined }];
    };
    const expiresAt = "2030-01-01T00:00:30.000Z";
    const [subject, { timeout }] = await waitFor({ expiresAt });
    const { userOperationHash, walletAddress } = resume;
    expect(subject).toEqual({ userOperationHash, walletAddress, expiresAt });
    expect(timeout).toBe(95_000);
    for (const [more, wait, expected] of [
      [{ expiresAt }, { timeout: 7 }, 7],
      [{ expiresAt: "2029-12-31T00:00:00.000Z" }, {}, 5_000],
      [{ expiresAt: undefined }, {}, undefined],
      [{ expiresAt, stage: "submitted" }, {}, undefined],
    ] as const)
      expect((await waitFor(more, wait))[1].timeout).toBe(expected);
  });

  test.each<[string, (record: RunRecord) => unknown]>([
    ["another wallet", (record) => ({ ...record, walletAddress: `0x${"9".repeat(40)}` })],
    ["another chain", (record) => ({ ...record, chainId: 1 })],
    ["another version", (record) => ({ ...record, version: 2 })],
    ["an unknown stage", (record) => ({ ...record, stage: "sent" })],
    ["no hash", (record) => ({ ...record, userOperationHash: undefined })],
    ["JSON that was not parsed", (record) => JSON.stringify(record)],
  ])("rejects a record of %s before it sends anything", async (_, change) => {
    const opened = await open();
    const resume = change(await crashAt("signed", opened)) as RunRecord;
    const error = await failure(opened.start({ resume }));
    expect(error).toMatchObject({
      kind: "configuration",
      message: expect.stringMatching(/resume/),
    });
    expect(opened.sent).toEqual([]);
  });

  test("executes at most one swap after a crash at each stage", async () => {
    for (const stage of ["quoted", "signed", "submitted", "final"] as const) {
      const opened = await open();
      const resume = await crashAt(stage, opened);
      const wait = { timeout: 200, interval: 10 };
      await inFakeTime(() => opened.start({ resume, wait })).catch((error) => {
        expect(isBursarError(error) && stage).toBe("signed");
      });
      expect(opened.executed().length).toBeLessThanOrEqual(1);
    }
  });
});

test.each([
  ["an unknown option", { onstage: () => {} }, /unknown option "onstage"/],
  ["an unknown option of the wait", { wait: { retry: 1 } }, /unknown option "retry"/],
  ["a limit that is no amount", { maxGasFee: "0,5" }, /maxGasFee/],
  ["onStage that is no function", { onStage: "log" }, /onStage/],
])("rejects %s before it sends anything", async (_, more, message) => {
  const { start, sent } = await open();
  const error = await failure(start(more as never));
  expect(error).toMatchObject({ kind: "configuration", message: expect.stringMatching(message) });
  expect(sent).toEqual([]);
});
