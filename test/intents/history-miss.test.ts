import { describe, expect, test } from "vitest";
import { createClient } from "../../src/index.js";
import { createMemoryJournal, type IntentEntry, once, recover } from "../../src/intents/index.js";
import type { Signer } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
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
  ["the hash has another form", () => pageOf([{ ...own, userOperationHash: hash.slice(2) }], 10)],
  ["the hash is no text", () => pageOf([{ ...own, userOperationHash: { hash } }], 10)],
];
const withoutValidation: [string, () => unknown][] = [
  ["there is no list", () => ({})],
  ["the list is null", () => ({ transactions: null })],
];

const clientWith = (respond: (take: number) => unknown) =>
  createClient({
    baseUrl: "https://api.example.com",
    apiKey: "sandbox-key",
    logLevel: "off",
    retry: 0,
    fetch: async ({ url }) => {
      const take = Number(new URL(url).searchParams.get("take"));
      return Response.json(respond(take), { headers: { date: new Date().toUTCString() } });
    },
  });

async function openJournal() {
  const journal = createMemoryJournal();
  const entry: IntentEntry = {
    ...{ intent, revision: 1, state: "signed", walletAddress: wallet, chainId: 137 },
    ...{ userOperationHash: hash, expiresAt },
  };
  await journal.begin(entry);
  return journal;
}

const wait = { timeout: 60, interval: 10 };

describe.each([...hidden, ...withoutValidation])("of an operation, if %s", (_, respond) => {
  test("a wait never says that it is safe to sign again", async () => {
    const subject = { userOperationHash: hash, walletAddress: wallet, expiresAt };
    const waiting = clientWith(respond).wallets.waitForTransaction(wallet, subject, {
      ...wait,
      validation: "off",
    });
    expect(await failure(waiting)).toMatchObject({
      name: "WaitTimeoutError",
      outcome: "unknown",
      safeToSignAgain: false,
    });
  });
});

describe.each(hidden)("of an intent, if %s", (_, respond) => {
  test("once prepares nothing, and recover names it for a person", async () => {
    let prepared = 0;
    const client = clientWith(respond);
    const signer = { address: owner, signMessage: async () => signature } as Signer;
    const options = { intent, walletAddress: wallet, chainId: 137, signer, owner, wait } as const;
    const paying = once(client, { ...options, journal: await openJournal() }, async () => {
      prepared++;
      throw new Error("prepared");
    });
    expect(await paying).toMatchObject({ state: "check" });
    expect(prepared).toBe(0);
    const recovered = await toList(recover(client, await openJournal()));
    expect(recovered).toMatchObject([{ intent, state: "check" }]);
  });
});

test("an empty list is a miss: a wait says that it is safe to sign again", async () => {
  const subject = { userOperationHash: hash, walletAddress: wallet, expiresAt };
  const waiting = clientWith(() => pageOf([], 10)).wallets.waitForTransaction(
    wallet,
    subject,
    wait,
  );
  expect(await failure(waiting)).toMatchObject({ safeToSignAgain: true });
});

test("a whole list of other operations is a miss: recover finds that nothing was executed", async () => {
  const client = clientWith(() => pageOf(others.slice(0, 3), 10));
  const recovered = await toList(recover(client, await openJournal()));
  expect(recovered).toMatchObject([{ intent, state: "failed" }]);
});
