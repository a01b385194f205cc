import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AbortedError, TimeoutError, WaitTimeoutError } from "../../src/errors/connection.js";
import type { Client, Progress, Transaction, WaitOptions } from "../../src/index.js";
import type { Sandbox, SandboxOptions } from "../../src/sandbox/index.js";
import { failure } from "../http/test-client.js";
import {
  createSandboxClient,
  executeAll,
  interceptRequests,
  inWorld,
  openWallet,
  usdc,
  weth,
} from "../sandbox/open-sandbox.js";
import { type Opened, signHash } from "../sandbox/prepare.js";
import {
  baseUsdc,
  createOrderRequest,
  createSwapRequest,
  findExecutable,
} from "../sandbox/swap/swap-requests.js";
import { inBrowser } from "../support/in-browser.js";
import { inFakeTime, inFakeTimeOutsidePages } from "./fake-time.js";

type Options = WaitOptions<Progress<Transaction>>;
type RequestOf = (opened: Opened) => Parameters<Client["swap"]["quote"]>[0];

/** A wallet and an operation of it that is signed but not yet submitted. */
async function prepare(
  options: SandboxOptions = {},
  requestOf: RequestOf = ({ address }) => createSwapRequest(address),
) {
  const opened = await openWallet(options);
  const { sandbox, client, address } = opened;
  const { userOperationHash } = findExecutable((await client.swap.quote(requestOf(opened))).quotes);
  const signature = await signHash(userOperationHash);
  const submit = () => client.operations.execute({ userOperationHash, signature });
  const wait = (more: Options = {}, { wallets }: Client = client) =>
    wallets.waitForTransaction(
      address,
      { userOperationHash },
      { interval: 2, maxInterval: 4, ...more },
    );
  const looks = () => sandbox.requests.filter(({ operation }) => operation === "wallets.history");
  return { ...opened, userOperationHash, submit, wait, looks };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Takes longer than a swap, and is on a bridge on its way. */
const acrossChains: RequestOf = ({ address }) =>
  createSwapRequest(address, { chainIdOut: 8453, tokenOut: baseUsdc });

/** The same, with the operation completed. */
async function completed(): Promise<Prepared> {
  const prepared = await prepare();
  await prepared.submit();
  prepared.sandbox.advance(10_000);
  return prepared;
}

describe("waiting for a transaction", () => {
  test("ends at COMPLETED", async () => {
    const { wait, submit, looks, userOperationHash } = await prepare();
    await submit();
    expect(await wait()).toMatchObject({
      id: expect.any(String),
      status: "COMPLETED",
      userOperationHash,
    });
    expect(looks()).toHaveLength(2);
  });

  test("ends at FAILED", async () => {
    const { sandbox, wait, submit, looks, userOperationHash } = await prepare({}, ({ address }) =>
      createSwapRequest(address, { slippage: 1 }),
    );
    sandbox.setPrice({ chainId: 137, token: weth, price: "2600" });
    await submit();
    expect(await wait()).toMatchObject({
      id: expect.any(String),
      status: "FAILED",
      userOperationHash,
    });
    expect(looks()).toHaveLength(2);
  });

  test("ends at PARTIALLY_COMPLETED", async () => {
    // Orders over 10,000 dollars fill in two parts.
    const large: RequestOf = ({ sandbox, address }) => {
      sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "20000" });
      return createOrderRequest(address, "7.7", { amountIn: "20000", expiration: 3_600 });
    };
    const { sandbox, wait, submit, looks, userOperationHash } = await prepare({}, large);
    await submit();
    sandbox.advance(2_000);
    sandbox.setPrice({ chainId: 137, token: weth, price: "3000" });
    const ended = await wait({ onProgress: () => sandbox.advance(3_600_000) });
    expect(ended).toMatchObject({
      id: expect.any(String),
      status: "PARTIALLY_COMPLETED",
      userOperationHash,
    });
    expect(looks()).toHaveLength(2);
  });

  test("continues at every other status", async () => {
    const { sandbox, address, wait, submit, looks } = await prepare({ tick: 1_000 }, acrossChains);
    const becomes = (status: string) =>
      inWorld(sandbox, ({ history }) => Object.assign(history[address]?.at(-1) ?? {}, { status }));
    const seen: (string | undefined)[] = [];
    const onProgress: Options["onProgress"] = ({ status }) => {
      if (seen.includes(status)) return;
      seen.push(status);
      if (status === undefined) submit().catch(() => {});
      if (status === "ON_BRIDGE") becomes("LOOKED_AT_TWICE");
      if (status === "LOOKED_AT_TWICE") becomes("completed");
    };
    expect((await wait({ onProgress })).status).toBe("COMPLETED");
    expect(seen).toEqual([
      undefined,
      "PROCESSING",
      "ON_BRIDGE",
      "LOOKED_AT_TWICE",
      "completed",
      "COMPLETED",
    ]);
    expect(looks().length).toBeGreaterThan(seen.length);
  });

  test("filters the history by the hash", async () => {
    const { sandbox, address, wait, looks, userOperationHash } = await completed();
    const keys: (string | null)[] = [];
    await wait(
      {},
      createSandboxClient(sandbox, {
        fetch: interceptRequests(
          ({ headers }) => void keys.push(headers.get("x-api-key")),
          sandbox,
        ),
      }),
    );
    const { pathname, searchParams } = new URL(looks()[0]?.path as string, sandbox.baseUrl);
    expect(pathname).toBe(`/api/v1/wallets/${address}/history`);
    expect(searchParams.get("userOperationHash")).toBe(userOperationHash);
    expect(keys).toEqual([sandbox.apiKey]);
  });

  test("finds the transaction regardless of the case of the hash", async () => {
    const prepared = await prepare();
    const { client, address, submit, userOperationHash } = prepared;
    const other = findExecutable(
      (await client.swap.quote(createSwapRequest(address, { amountIn: "7" }))).quotes,
    );
    expect(await executeAll(prepared, [other.userOperationHash])).toEqual(["COMPLETED"]);
    await submit();
    const written = userOperationHash.toUpperCase().replace("0X", "0x") as typeof userOperationHash;
    const ended = await client.wallets.waitForTransaction(
      address,
      { userOperationHash: written },
      { interval: 2 },
    );
    expect(ended).toMatchObject({ status: "COMPLETED", userOperationHash });
  });

  test("rejects without a hash and sends nothing", async () => {
    const { client, address, looks } = await completed();
    for (const subject of [
      { userOperationHash: "" as `0x${string}` },
      {} as { userOperationHash: `0x${string}` },
    ]) {
      expect(await failure(client.wallets.waitForTransaction(address, subject))).toMatchObject({
        kind: "request_validation",
        issues: [{ path: "userOperationHash" }],
      });
    }
    const text = `0x${"ab".repeat(32)}` as never;
    const error = await failure(client.wallets.waitForTransaction(address, text));
    expect(error).toMatchObject({ issues: [{ path: "subject", received: "string" }] });
    expect((error as Error).message).toContain("expected an object { userOperationHash }, such as");
    expect(looks()).toHaveLength(0);
  });

  test.each([
    ["503", (sandbox: Sandbox) => sandbox.fail("wallets.history", { status: 503, times: 5 })],
    [
      "a crash",
      (sandbox: Sandbox) =>
        sandbox.fail("wallets.history", { id: "INTERNAL_SERVER_ERROR", status: 500, times: 5 }),
    ],
    ["408", (sandbox: Sandbox) => sandbox.fail("wallets.history", { status: 408, times: 5 })],
    ["429", (sandbox: Sandbox) => sandbox.fail("wallets.history", { status: 429, times: 5 })],
    ["cut responses", (sandbox: Sandbox) => sandbox.cut("wallets.history", { times: 5 })],
  ] as [string, (sandbox: Sandbox) => void][])("continues after %s", async (_, arrange) => {
    const { sandbox, wait, looks } = await completed();
    arrange(sandbox);
    expect((await inFakeTimeOutsidePages(wait)).status).toBe("COMPLETED");
    expect(looks()).toHaveLength(6);
  });

  test.skipIf(inBrowser)("continues after a poll that times out", async () => {
    const { sandbox, wait, looks } = await completed();
    sandbox.hang("wallets.history");
    const client = createSandboxClient(sandbox, { timeout: 5_000 });
    const times: number[] = [];
    const onProgress: Options["onProgress"] = ({ elapsed }) => times.push(elapsed);
    expect((await inFakeTime(() => wait({ onProgress }, client))).status).toBe("COMPLETED");
    expect(looks()).toHaveLength(2);
    expect(times).toEqual([5_010]);
  });

  test.each([
    [
      400,
      "BAD_REQUEST",
      (sandbox: Sandbox) => sandbox.fail("wallets.history", { id: "BAD_REQUEST", times: 9 }),
    ],
    [
      401,
      "UNAUTHORIZED_EXCEPTION",
      (sandbox: Sandbox) =>
        sandbox.fail("wallets.history", { id: "UNAUTHORIZED_EXCEPTION", status: 401, times: 9 }),
    ],
    [403, "UNAVAILABLE_COMPUTE_UNITS", (sandbox: Sandbox) => sandbox.configure({ units: 0 })],
    [
      404,
      "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
      (sandbox: Sandbox) => inWorld(sandbox, (world) => Object.assign(world, { wallets: {} })),
    ],
  ] as [number, string, (sandbox: Sandbox) => void][])(
    "rejects at %i",
    async (status, id, arrange) => {
      const { sandbox, wait, looks } = await completed();
      arrange(sandbox);
      expect(await failure(wait())).toMatchObject({ status, id });
      expect(looks()).toHaveLength(1);
    },
  );

  test("rejects with a wrong key", async () => {
    const { sandbox, wait, looks } = await completed();
    expect(
      await failure(wait({}, createSandboxClient(sandbox, { apiKey: "another-key" }))),
    ).toMatchObject({
      status: 403,
      id: "HTTP_EXCEPTION",
    });
    expect(looks()).toHaveLength(1);
  });

  test("reports progress, but not failed polls", async () => {
    const { sandbox, wait, submit, looks } = await prepare({ tick: 2_000 }, acrossChains);
    const events: unknown[] = [];
    const onProgress: Options["onProgress"] = ({ status, record, elapsed }) => {
      events.push([status, record?.status, elapsed >= 0]);
      if (status !== undefined) return;
      submit().catch(() => {});
      sandbox.fail("wallets.history", { status: 503 });
    };
    const { id } = await wait({ interval: 30, onProgress });
    expect(id).toEqual(expect.any(String));
    const [first, ...others] = events;
    expect(first).toEqual([undefined, undefined, true]);
    expect(others).toEqual([
      ...Array(others.length - 1).fill(["ON_BRIDGE", "ON_BRIDGE", true]),
      ["COMPLETED", "COMPLETED", true],
    ]);
    expect(others.length).toBeGreaterThan(1);
    expect(looks()).toHaveLength(events.length + 1);
  });

  test("ends as usual and logs the error if onProgress throws", async () => {
    const { wait, sandbox } = await completed();
    const error = vi.fn();
    const client = createSandboxClient(sandbox, {
      logLevel: "error",
      logger: { error, warn: error, info: error, debug: error },
    });
    const onProgress = () => {
      throw new Error("no such element");
    };
    expect((await wait({ onProgress }, client)).status).toBe("COMPLETED");
    expect(error.mock.calls.flat().map(String).join()).toContain("onProgress threw");
  });

  test.skipIf(inBrowser)("increases the delay up to maxInterval", async () => {
    const { sandbox, wait, submit } = await prepare({ tick: 0 });
    await submit();
    const times: number[] = [];
    const onProgress: Options["onProgress"] = ({ elapsed }) => {
      if (times.push(elapsed) > 7) sandbox.advance(10_000);
    };
    await inFakeTime(() => wait({ interval: 20, maxInterval: 45, onProgress }));
    const delays = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(delays).toEqual([20, 30, 45, 45, 45, 45, 45, 45]);
  });

  test("starts one timer per delay: of two overdue ones, Node may fire a limit first", async () => {
    const { sandbox, wait, submit } = await prepare({ tick: 0 });
    await submit();
    const setTimer = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => setTimer.mockRestore());
    const perDelay: number[][] = [];
    const fetch = interceptRequests(() => {
      const delays = setTimer.mock.calls.map(([, delay]) => delay ?? 0);
      // Each request has time limits of its own.
      perDelay.push(delays.filter((delay) => delay >= 20 && delay < 20_000));
      setTimer.mockClear();
      if (perDelay.length > 2) sandbox.advance(10_000);
    }, sandbox);
    await wait({ interval: 20, maxInterval: 25 }, createSandboxClient(sandbox, { fetch }));
    expect(perDelay.slice(1, 3)).toEqual([[20], [25]]);
  });
});

describe("when the time is up", () => {
  test.skipIf(inBrowser)(
    "the error has the hash, the last status, and says not to submit again",
    async () => {
      const { sandbox, wait, submit, userOperationHash } = await prepare(
        { tick: 500 },
        acrossChains,
      );
      await submit();
      const onProgress: Options["onProgress"] = ({ status }) => {
        if (status === "ON_BRIDGE") sandbox.fail("wallets.history", { status: 503, times: 1_000 });
      };
      const error = await inFakeTime(() => failure(wait({ timeout: 500, onProgress })));
      expect(error).toBeInstanceOf(WaitTimeoutError);
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toMatchObject({
        kind: "timeout",
        scope: "wait",
        operation: "wallets.waitForTransaction",
        timeout: 500,
        subject: userOperationHash,
        lastStatus: "ON_BRIDGE",
        found: true,
        outcome: "unknown",
        safeToSignAgainAt: undefined,
        lastError: { name: "ServerError", status: 503 },
      });
      expect(error).toMatchObject({ hint: expect.stringMatching(/Do not submit it again/) });
      expect(JSON.parse(JSON.stringify(error))).toMatchObject({
        subject: userOperationHash,
        lastError: { name: "ServerError" },
      });
    },
  );

  test.skipIf(inBrowser)("a second wait with the same hash returns the final record", async () => {
    const { wait, submit, sandbox, userOperationHash } = await prepare({ tick: 0 });
    await submit();
    expect(await inFakeTime(() => failure(wait({ timeout: 60 })))).toMatchObject({
      name: "WaitTimeoutError",
      lastStatus: "PROCESSING",
    });
    sandbox.advance(10_000);
    expect(await wait()).toMatchObject({ status: "COMPLETED", userOperationHash });
  });

  test.skipIf(inBrowser)(
    "has no status if the record was never found, and no error if the last poll succeeded",
    async () => {
      const { sandbox, wait, looks } = await prepare();
      sandbox.fail("wallets.history", { status: 503 });
      const options = { timeout: 400, interval: 40, maxInterval: 40 };
      const error = await inFakeTime(() => failure(wait(options)));
      expect(error).toMatchObject({
        name: "WaitTimeoutError",
        lastStatus: undefined,
        lastError: undefined,
      });
      expect((error as Error).message).toMatch(/not found/);
      expect(looks().length).toBeGreaterThan(1);
    },
  );

  test.skipIf(inBrowser)("a timeout below the interval still allows a second request", async () => {
    const { wait, submit, looks } = await prepare({ tick: 10_000 });
    const onProgress: Options["onProgress"] = ({ status }) => {
      if (status === undefined) submit().catch(() => {});
    };
    const options = { timeout: 1_500, interval: 60_000, maxInterval: 60_000, onProgress };
    expect((await inFakeTime(() => wait(options))).status).toBe("COMPLETED");
    expect(looks()).toHaveLength(2);
  });

  test.skipIf(inBrowser).each([
    [200, 150, [0, 150, 160]],
    [20_000, 15_000, [0, 15_000, 18_000]],
  ])("the last request of %d ms is sent before it", async (timeout, interval, expected) => {
    const { wait } = await prepare();
    const times: number[] = [];
    const onProgress: Options["onProgress"] = ({ elapsed }) => times.push(elapsed);
    const options = { timeout, interval, maxInterval: interval, onProgress };
    await inFakeTime(() => failure(wait(options)));
    expect(times).toEqual(expected);
  });

  test.skipIf(inBrowser)("the last request is given up", async () => {
    const { sandbox, wait } = await prepare();
    sandbox.hang("wallets.history");
    const elapsed = await inFakeTime(async () => {
      const start = Date.now();
      expect(await failure(wait({ timeout: 5_000 }))).toMatchObject({
        name: "WaitTimeoutError",
        lastError: { name: "TimeoutError", timeout: 5_000, outcome: "unknown" },
      });
      return Date.now() - start;
    });
    expect(elapsed).toBe(5_000);
  });
});

describe("an abort ends the wait at once", () => {
  const left = { name: "AbortedError", reason: "left", sent: true };

  test("during a look, which is given up", async () => {
    const { sandbox, wait } = await completed();
    sandbox.hang("wallets.history");
    const controller = new AbortController();
    const sent: AbortSignal[] = [];
    const fetch = interceptRequests(({ signal }) => {
      sent.push(signal);
      setTimeout(() => controller.abort("left"));
    }, sandbox);
    expect(
      await failure(wait({ signal: controller.signal }, createSandboxClient(sandbox, { fetch }))),
    ).toMatchObject(left);
    expect(sent.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("between two looks", async () => {
    const { wait, looks } = await prepare();
    const controller = new AbortController();
    const onProgress = () => void setTimeout(() => controller.abort("left"));
    const error = await failure(
      wait({ interval: 600_000, maxInterval: 600_000, signal: controller.signal, onProgress }),
    );
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject(left);
    expect(looks()).toHaveLength(1);
  });

  test("before it begins, and then nothing is sent", async () => {
    const { wait, looks } = await completed();
    const error = await failure(wait({ signal: AbortSignal.abort() }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ operation: "wallets.waitForTransaction", sent: false });
    expect(looks()).toHaveLength(0);
  });
});
