import { describe, expect, test } from "vitest";
import { createClient } from "../../src/index.js";
import { createMemoryJournal, type IntentEntry, once, recover } from "../../src/intents/index.js";
import type { Signer } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { inFakeTime } from "../resources/fake-time.js";
import { hash, owner, signature, wallet } from "../support/fixtures/values.js";
import { toList } from "./intent-kit.js";

const intent = "order 17";
const now = new Date().toISOString();
const expiresAt = new Date(Date.now() - 3_600_000).toISOString();
const common = { id: "tx_own", status: "COMPLETED", createdAt: now, updatedAt: now, chain: 137 };
const own = { ...common, type: "SWAP" };
const others = Array.from({ length: 120 }, (_, i) => ({
  ...own,
  id: `tx_${i}`,
  userOperationHash: `0x${String(i).padStart(64, "0")}`,
}));
/** The first page of a history, by the size of a page. */
const pageOf = (records: readonly ({ id: string } & Record<string, unknown>)[], size: number) => {
  const transactions = records.slice(0, size);
  const isWhole = transactions.length === records.length;
  return { transactions, nextLastId: isWhole ? null : transactions.at(-1)?.id };
};

/** What the service responds to a query, for an operation that was executed. */
const hidden: [string, (take: number) => unknown][] = [
  ["a final record has no hash", () => pageOf([{ ...own, userOperationHash: null }], 10)],
  ["a final record lacks its hash and its metadata", () => pageOf([own], 10)],
  ["a failed record lacks its hash", () => pageOf([{ ...own, status: "FAILED" }], 10)],
  ["the filter is ignored, and pages are full", (take) => pageOf([...others, own], take)],
  ["the filter is ignored, and pages are short", () => pageOf([...others, own], 5)],
  [
    "a full page has no cursor",
    (take) => ({ transactions: others.slice(0, take), nextLastId: null }),
  ],
  ["the hash has another form", () => pageOf([{ ...own, userOperationHash: hash.slice(2) }], 10)],
  ["the hash is no text", () => pageOf([{ ...own, userOperationHash: { hash } }], 10)],
];
const withoutValidation: [string, () => unknown][] = [
  ["there is no list", () => ({})],
  ["the list is null", () => ({ transactions: null })],
];

/** A client whose history has these responses in turn, and the last one from then on. */
function clientWith(...responses: ((take: number) => unknown)[]) {
  const requests: string[] = [];
  const client = createClient({
    baseUrl: "https://api.example.com",
    apiKey: "sandbox-key",
    logLevel: "off",
    retry: 0,
    fetch: async ({ url }) => {
      const respond = responses[Math.min(requests.length, responses.length - 1)];
      requests.push(url);
      const take = Number(new URL(url).searchParams.get("take"));
      return Response.json(respond?.(take), { headers: { date: new Date().toUTCString() } });
    },
  });
  return { client, requests };
}

async function openJournal() {
  const journal = createMemoryJournal();
  const entry: IntentEntry = {
    intent,
    version: 1,
    revision: 1,
    state: "signed",
    walletAddress: wallet,
    chainId: 137,
    userOperationHash: hash,
    expiresAt,
  };
  await journal.begin(entry);
  return journal;
}

const wait = { timeout: 10_000, interval: 1_000 };
const subject = { userOperationHash: hash, walletAddress: wallet, expiresAt };
const doNotSign = expect.stringMatching(/^Do not sign again\./);

describe.each([...hidden, ...withoutValidation])("of an operation, if %s", (_, respond) => {
  test("a wait never says that it is safe to sign again, or when", async () => {
    const { client, requests } = clientWith(respond);
    const options = { ...wait, validation: "off" } as const;
    const error = await inFakeTime(() =>
      failure(client.wallets.waitForTransaction(wallet, subject, options)),
    );
    expect(requests.length).toBeGreaterThan(2);
    expect(error).toMatchObject({
      name: "WaitTimeoutError",
      outcome: "unknown",
      hint: doNotSign,
      safeToSignAgain: false,
      safeToSignAgainAt: undefined,
    });
  });
});

describe.each(hidden)("of an intent, if %s", (_, respond) => {
  test("once prepares nothing, and recover names it for a person", async () => {
    let prepared = 0;
    const { client } = clientWith(respond);
    const signer = { address: owner, signMessage: async () => signature } as Signer;
    const options = { intent, walletAddress: wallet, chainId: 137, signer, owner, wait } as const;
    const journal = await openJournal();
    const paying = inFakeTime(() =>
      once(client, { ...options, journal }, async () => {
        prepared++;
        throw new Error("prepared");
      }),
    );
    const reason = expect.stringMatching(/^The history does not show whether it was executed\./);
    expect(await paying).toMatchObject({ state: "check", reason });
    expect(prepared).toBe(0);
    const recovered = await toList(recover(client, await openJournal()));
    expect(recovered).toMatchObject([{ intent, state: "check", reason }]);
  });
});

const empty = () => pageOf([], 10);
const waitFor = (client: ReturnType<typeof clientWith>["client"]) =>
  inFakeTime(() => failure(client.wallets.waitForTransaction(wallet, subject, wait)));

test("an empty list is a miss: a wait says that it is safe to sign again", async () => {
  expect(await waitFor(clientWith(empty).client)).toMatchObject({ safeToSignAgain: true });
});

test("one unclear response before or after empty lists is enough not to sign again", async () => {
  const unclear = () => pageOf([own], 10);
  for (const responses of [
    [empty, unclear],
    [unclear, empty],
    [empty, unclear, empty],
  ]) {
    const { client } = clientWith(...responses);
    expect(await waitFor(client)).toMatchObject({ safeToSignAgain: false, hint: doNotSign });
  }
});

test("the time of the latest response counts, not that of a server whose clock is ahead", async () => {
  const late = new Date(Date.now() + 600_000).toISOString();
  const dates = [Date.now() + 3_600_000, Date.now()];
  let count = 0;
  const client = createClient({
    baseUrl: "https://api.example.com",
    apiKey: "sandbox-key",
    logLevel: "off",
    retry: 0,
    fetch: async () => {
      const date = new Date(dates[Math.min(count++, 1)] as number).toUTCString();
      return Response.json(empty(), { headers: { date } });
    },
  });
  const error = await inFakeTime(() =>
    failure(client.wallets.waitForTransaction(wallet, { ...subject, expiresAt: late }, wait)),
  );
  expect(count).toBeGreaterThan(2);
  expect(error).toMatchObject({ safeToSignAgain: false });
});

test("a whole list of other operations is a miss: recover finds that nothing was executed", async () => {
  const { client } = clientWith(() => pageOf(others.slice(0, 3), 10));
  const recovered = await toList(recover(client, await openJournal()));
  expect(recovered).toMatchObject([{ intent, state: "failed" }]);
});

/** The second response is that to the query by metadata. */
const recoverAfter = async (...records: Record<string, unknown>[]) => {
  const named = records.map((record) => ({ ...own, ...record }));
  const { client } = clientWith(empty, () => pageOf(named, 10));
  return toList(recover(client, await openJournal()));
};

test.each([
  ["without a hash and metadata", { userOperationHash: null, metadata: null }],
  ["whose hash has another form, without metadata", { userOperationHash: hash.slice(2) }],
])("a record by metadata %s can be the operation: it is for a person", async (_, record) => {
  expect(await recoverAfter(record)).toMatchObject([{ intent, state: "check" }]);
});

test.each([
  ["of another intent", { metadata: { intent: "order 18" } }],
  ["of a failed attempt", { metadata: { intent }, status: "FAILED" }],
  ["with another hash", { userOperationHash: `0x${"7".repeat(64)}` }],
])("a record by metadata %s is another operation", async (_, record) => {
  expect(await recoverAfter(record)).toMatchObject([{ intent, state: "failed" }]);
});
