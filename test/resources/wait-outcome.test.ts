import { describe, expect, test, vi } from "vitest";
import type { Progress, Transaction } from "../../src/index.js";
import { clientFor, failure, hash, signature, wallet } from "../http/test-client.js";
import { inBrowser } from "../support/in-browser.js";
import { inFakeTime } from "./fake-time.js";

const anywhere = { url: "https://service.example" };
const operation = { userOperationHash: hash, signature } as const;

/** One response per request, and the last one again and again. */
function createFetch(...responses: (() => Response)[]): typeof globalThis.fetch {
  let next = 0;
  return async () => {
    const create = responses[Math.min(next++, responses.length - 1)] as () => Response;
    return create();
  };
}

const json =
  (body: object, status = 200, headers?: Record<string, string>) =>
  () =>
    Response.json(body, { status, ...(headers && { headers }) });

describe.skipIf(inBrowser)("a wait never says that nothing happened", () => {
  const wait = (response: () => Response, subject: object = operation, options = {}) => {
    const { wallets } = clientFor(anywhere, { fetch: createFetch(response), retry: false });
    return inFakeTime(() => failure(wallets.waitForTransaction(wallet, subject as never, options)));
  };
  const refusal = json({ id: "UNAVAILABLE_COMPUTE_UNITS" }, 403);
  const empty = json({ transactions: [], nextLastId: null });

  test("after an error, a timeout, an abort or a mistake", async () => {
    expect(await wait(refusal)).toMatchObject({ kind: "api", outcome: "unknown" });
    expect(await wait(empty)).toMatchObject({ found: false, outcome: "unknown" });
    const signal = AbortSignal.abort();
    expect(await wait(empty, operation, { signal })).toMatchObject({
      kind: "aborted",
      outcome: "unknown",
    });
    expect(await wait(empty, {})).toMatchObject({ outcome: "unknown" });
    expect(await wait(empty, operation, { intervall: 1 })).toMatchObject({ outcome: "unknown" });
  });

  test("says when a new quote can be signed, if no record was found", async () => {
    const expiresAt = "2030-01-01T00:00:00.000Z";
    const signed = { ...operation, expiresAt, walletAddress: wallet };
    expect(await wait(empty, signed)).toMatchObject({
      found: false,
      safeToSignAgainAt: "2030-01-01T00:01:00.000Z",
      hint: expect.stringContaining("only after 2030-01-01T00:01:00.000Z"),
    });
    // Nothing is known if every request failed.
    expect(await wait(json({}, 503), signed)).toMatchObject({
      found: false,
      safeToSignAgainAt: undefined,
      message: expect.stringContaining("no request for it succeeded"),
    });
    expect(await wait(empty)).toMatchObject({
      safeToSignAgainAt: undefined,
      hint: expect.stringContaining("a minute after the operation has expired"),
    });
  });
});

describe.skipIf(inBrowser)("a wait says whether its operation can be signed again", () => {
  const expiresAt = "2025-01-01T00:00:00.000Z";
  const past = { date: "Wed, 01 Jan 2025 00:01:00 GMT" };
  const ahead = { date: "Tue, 01 Jan 2030 00:01:00 GMT" };
  const waitFor = (subject: object, headers: Record<string, string>, ...bodies: object[]) => {
    const fetch = vi.fn(createFetch(...bodies.map((body) => json(body, 200, headers))));
    const { wallets } = clientFor(anywhere, { fetch, retry: false });
    const signed = { ...operation, expiresAt, ...subject };
    const error = inFakeTime(() => failure(wallets.waitForTransaction(wallet, signed)));
    return { error, fetch };
  };
  const wait = (headers: Record<string, string>, ...bodies: object[]) =>
    waitFor({ walletAddress: wallet }, headers, ...bodies).error;
  const none = { transactions: [], nextLastId: null };
  const seen = { ...none, transactions: [{ id: "tx_1", status: "PROCESSING" }] };

  test("if the service was past the expiry and showed no record", async () => {
    expect(await wait(past, none)).toMatchObject({
      found: false,
      safeToSignAgain: true,
      message: expect.stringContaining("it was looked for after its expiry and not found"),
      hint: "It is safe to sign again: start anew, with a new quote.",
    });
  });

  test("also if the wallet is written in other letter case", async () => {
    const walletAddress = wallet.toUpperCase().replace("0X", "0x");
    const { error } = waitFor({ walletAddress }, past, none);
    expect(await error).toMatchObject({ safeToSignAgain: true });
  });

  test("never by the history of another wallet: it sends nothing, and names both", async () => {
    const walletAddress = `0x${"9".repeat(40)}`;
    const { error, fetch } = waitFor({ walletAddress }, past, none);
    const issue = `walletAddress: expected ${walletAddress}, the wallet of the operation, got ${wallet}`;
    expect(await error).toMatchObject({
      kind: "request_validation",
      outcome: "unknown",
      message: expect.stringContaining(issue),
      issues: [{ path: "walletAddress", code: "invalid_value" }],
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each<[missing: string, given: object]>([
    ["walletAddress", {}],
    ["expiresAt", { walletAddress: wallet, expiresAt: undefined }],
    ["walletAddress and expiresAt", { expiresAt: undefined }],
  ])("never without %s, which the hint names", async (missing, given) => {
    expect(await waitFor(given, past, none).error).toMatchObject({
      safeToSignAgain: false,
      safeToSignAgainAt: undefined,
      hint: expect.stringContaining(`pass ${missing} as in the result of signing`),
    });
  });

  test.each<[why: string, headers: Record<string, string>, bodies: object[], expiry?: string]>([
    ["the service was not yet past it", { date: "Wed, 01 Jan 2025 00:00:59 GMT" }, [none]],
    ["the service states no time", { date: "" }, [none]],
    ["the service was past it, but not this machine", ahead, [none], "2030-01-01T00:00:00.000Z"],
    ["a record was seen", past, [seen, none]],
  ])("never if %s", async (_, headers, bodies, expiry = expiresAt) => {
    const subject = { walletAddress: wallet, expiresAt: expiry };
    expect(await waitFor(subject, headers, ...bodies).error).toMatchObject({
      safeToSignAgain: false,
      hint: expect.stringMatching(/Wait again with the same hash/),
    });
  });

  test("never after a page that proves nothing, also if all later ones are empty", async () => {
    const unclear = { ...none, nextLastId: "tx_9" };
    expect(await wait(past, unclear, none)).toMatchObject({
      found: false,
      safeToSignAgain: false,
      safeToSignAgainAt: undefined,
      hint: expect.stringMatching(/^Do not sign again\./),
    });
  });

  test.each(["Wed, 01 Jan 2025 00:00:59 GMT", ""])(
    "never if the last response is of the time %j, although an earlier one was past its expiry",
    async (date) => {
      const fetch = createFetch(json(none, 200, past), json(none, 200, { date }));
      const { wallets } = clientFor(anywhere, { fetch, retry: false });
      const signed = { ...operation, expiresAt, walletAddress: wallet };
      const error = await inFakeTime(() => failure(wallets.waitForTransaction(wallet, signed)));
      expect(error).toMatchObject({ found: false, safeToSignAgain: false });
    },
  );

  test("and keeps the status of a record that the last response does not show", async () => {
    expect(await wait(past, seen, none)).toMatchObject({ found: true, lastStatus: "PROCESSING" });
  });

  test.each([
    [9, true],
    [10, false],
  ])("by a page with %d other operations, of 10 that were requested: %s", async (count, isSafe) => {
    const transactions = Array.from({ length: count }, (_, i) => ({
      id: `tx_${i}`,
      status: "COMPLETED",
      userOperationHash: `0x${String(i).repeat(64)}`,
    }));
    // A service that ignores the filter can have it on another page.
    expect(await wait(past, { ...none, transactions })).toMatchObject({
      found: false,
      safeToSignAgain: isSafe,
    });
  });

  const other = { id: "tx_1", status: "COMPLETED", userOperationHash: `0x${"1".repeat(64)}` };
  const unnamed = { id: "tx_2", status: "COMPLETED" };

  test.each([
    {},
    { transactions: null },
    { ...none, nextLastId: "tx_9" },
    { ...none, transactions: [unnamed] },
    { ...none, transactions: [unnamed, other] },
    { ...none, transactions: [other, unnamed] },
    { ...none, transactions: [other, { ...unnamed, userOperationHash: "0x1" }] },
    { ...none, transactions: [other, null] },
  ])("never by the page %j, which proves nothing", async (body) => {
    const fetch = createFetch(json(body, 200, past));
    const { wallets } = clientFor(anywhere, { fetch, retry: false, validation: "off" });
    const signed = { ...operation, expiresAt, walletAddress: wallet };
    const error = await inFakeTime(() => failure(wallets.waitForTransaction(wallet, signed)));
    const hint = expect.stringMatching(/^Do not sign again\./);
    expect(error).toMatchObject({ safeToSignAgain: false, safeToSignAgainAt: undefined, hint });
  });
});

test("a wait shares no request with another one", async () => {
  const row = { id: "tx_1", status: "COMPLETED", userOperationHash: hash };
  const fetch = vi.fn(createFetch(json({ transactions: [row], nextLastId: null })));
  const { wallets } = clientFor(anywhere, { fetch, dedupe: true });
  await Promise.all([1, 2].map(() => wallets.waitForTransaction(wallet, operation)));
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a wait passes its headers and its validation to each request", async () => {
  const teams: (string | null)[] = [];
  const row = { id: 1, status: "COMPLETED", userOperationHash: hash };
  const fetch = async ({ headers }: Request) => {
    teams.push(headers.get("x-team"));
    return Response.json({ transactions: [row], nextLastId: null });
  };
  const { wallets } = clientFor(anywhere, { fetch });
  const options = { headers: { "x-team": "payments" } };
  const wait = (validation?: "strict") =>
    wallets.waitForTransaction(wallet, operation, { ...options, validation });
  expect(await failure(wait("strict"))).toMatchObject({ kind: "response_validation" });
  expect(await wait()).toMatchObject(row);
  expect(teams).toEqual(["payments", "payments"]);
});

test.skipIf(inBrowser)("a wait may be longer than timers support", async () => {
  const row = { id: "tx_1", status: "COMPLETED", userOperationHash: hash };
  const page = (...transactions: object[]) => json({ transactions, nextLastId: null });
  const { wallets } = clientFor(anywhere, { fetch: createFetch(page(), page(row)) });
  const times: number[] = [];
  const onProgress = ({ elapsed }: { elapsed: number }) => void times.push(elapsed);
  const long = { timeout: 2 ** 40, interval: 2 ** 40, maxInterval: Number.POSITIVE_INFINITY };
  const options = { ...long, onProgress };
  await inFakeTime(() => wallets.waitForTransaction(wallet, operation, options));
  // The most milliseconds of a timer, less the reserve for the last response.
  expect(times).toEqual([0, 2_147_483_647 - 2_000]);
});

test.skipIf(inBrowser)("a wait goes on while a record of the operation is processed", async () => {
  const row = (id: string, status: string) => ({ id, status, userOperationHash: hash });
  const page = (...transactions: object[]) => json({ transactions, nextLastId: null });
  const failed = row("tx_1", "FAILED");
  const processed = row("tx_2", "PROCESSING");
  const fetch = createFetch(
    page({ ...processed, userOperationHash: `0x${"9".repeat(64)}` }),
    page(failed, processed),
    page(failed, row("tx_3", "PROCESSING"), row("tx_2", "COMPLETED")),
  );
  const { wallets } = clientFor(anywhere, { fetch, retry: false });
  const seen: unknown[] = [];
  const onProgress = ({ found, status }: Progress<Transaction>) => void seen.push([found, status]);
  const ended = await inFakeTime(() =>
    wallets.waitForTransaction(wallet, operation, { onProgress }),
  );
  expect(ended).toMatchObject({ id: "tx_2", status: "COMPLETED" });
  expect(seen).toEqual([
    [false, undefined],
    [true, "PROCESSING"],
    [true, "COMPLETED"],
  ]);
});
