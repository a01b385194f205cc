import { describe, expect, test } from "vitest";
import { currencies } from "../../../src/contract/shared/currencies.js";
import type { HistoryQuery, Transaction } from "../../../src/index.js";
import { recordDeposit } from "../../../src/sandbox/wallets/fund-account.js";
import { veteranOwner, veteranWallet } from "../../../src/sandbox/wallets/veteran-wallet.js";
import { computeWalletAddress } from "../../../src/sandbox/wallets/wallet-operations.js";
import { findToken, type KnownToken } from "../../../src/sandbox/world/catalogue.js";
import type { World } from "../../../src/sandbox/world/world.js";
import { factory, inWorld, openSandbox, openWallet, owner, usdc } from "../open-sandbox.js";

/**
 * A sandbox whose veteran's history several tests read, because its creation takes long. No test
 * changes what another one reads.
 */
let shared: ReturnType<typeof openSandbox> | undefined;
const openShared = () => {
  shared ??= openSandbox();
  return shared;
};
const all = (query?: HistoryQuery) =>
  openShared()
    .client.wallets.history(veteranWallet, { take: 100, ...query })
    .toArray({ limit: 20_000 });

/** Every record, newest first. test/thorough reads all of them from the service. */
let everyRecord: Promise<Transaction[]> | undefined;
const readEveryRecord = () => {
  everyRecord ??= (async () => {
    const { sandbox, client } = openShared();
    await client.wallets.history(veteranWallet).firstPage();
    const { history } = sandbox.snapshot() as unknown as World;
    return [...(history[veteranWallet] ?? [])].reverse();
  })();
  return everyRecord;
};

/** The first page of the veteran's history with a seed, and the history in the state around it. */
const readFirstPage = async (seed: string) => {
  const { sandbox, client } = openSandbox({ seed });
  const readState = () => (sandbox.snapshot() as unknown as World).history[veteranWallet];
  const before = readState();
  const { items } = await client.wallets.history(veteranWallet).firstPage();
  return { before, items, after: readState() };
};
let defaultSeed: ReturnType<typeof readFirstPage> | undefined;
const readDefaultSeed = () => {
  defaultSeed ??= readFirstPage("bursar");
  return defaultSeed;
};

describe("the veteran's history", () => {
  test("has 10,000 transactions, each once, newest first, within two years", async () => {
    const records = await readEveryRecord();
    expect(new Set(records.map(({ id }) => id)).size).toBe(10_000);
    expect(records).toHaveLength(10_000);
    const times = records.map(({ createdAt }) => Date.parse(createdAt as string));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect((times[0] as number) - (times.at(-1) as number)).toBeGreaterThan(700 * 86_400_000);
  });

  test("contains every known type and status", async () => {
    const records = await readEveryRecord();
    const types = new Set(records.map(({ type }) => type));
    const known = [
      "CRYPTO_DEPOSIT",
      "SWAP",
      "CROSS_SWAP",
      "LENDING_SUPPLY",
      "LENDING_SUPPLY_BORROW",
      "LENDING_BORROW",
    ];
    for (const type of [
      ...known,
      "LENDING_WITHDRAW",
      "LENDING_REPAY",
      "LENDING_REPAY_WITHDRAW",
      "LENDING_LIQUIDATION",
    ]) {
      expect(types).toContain(type);
    }
    const statuses = new Set(records.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([
      "COMPLETED",
      "FAILED",
      "ON_BRIDGE",
      "PARTIALLY_COMPLETED",
      "PROCESSING",
    ]);
  });

  test("depends on the seed", async () => {
    const { items } = await openShared().client.wallets.history(veteranWallet).firstPage();
    expect((await readDefaultSeed()).items).toEqual(items);
    const { client } = openSandbox({ seed: "b" });
    expect((await client.wallets.history(veteranWallet).firstPage()).items).not.toEqual(items);
  });

  test("is not part of a snapshot before its first use", async () => {
    const { before, after } = await readDefaultSeed();
    expect(before).toBeUndefined();
    expect(after).toHaveLength(10_000);
  });

  test("belongs to the wallet derived from owner and factory", () => {
    expect(computeWalletAddress({ externallyOwnedAccount: veteranOwner, factory })).toBe(
      veteranWallet,
    );
  });
});

describe("filters", () => {
  const chainsOf = (record: Transaction) => {
    const { chainIn, chainOut } = record as { chainIn?: { id: number }; chainOut?: { id: number } };
    return [record.chain?.id, chainIn?.id, chainOut?.id];
  };
  const cases: [name: string, query: HistoryQuery, holds: (record: Transaction) => boolean][] = [
    ["one type", { type: "SWAP" }, ({ type }) => type === "SWAP"],
    [
      "several types",
      { type: ["SWAP", "LENDING_REPAY"] },
      ({ type }) => type === "SWAP" || type === "LENDING_REPAY",
    ],
    [
      "status",
      { status: ["FAILED", "ON_BRIDGE"] },
      ({ status }) => status === "FAILED" || status === "ON_BRIDGE",
    ],
    [
      "chains, Bitcoin included",
      { chains: [0, 137] },
      (record) => chainsOf(record).some((id) => id === 0 || id === 137),
    ],
    ["chain out", { chainOutId: 0 }, (record) => chainsOf(record)[2] === 0],
    ["chain in", { chainInId: 196 }, (record) => record.chain?.id === 196],
    [
      "metadata",
      { metadataKey: "invoice", metadataValue: "invoice-500" },
      ({ metadata }) => metadata?.invoice === "invoice-500",
    ],
    [
      "dates",
      {
        createdAtOldest: "2024-06-01T00:00:00Z",
        createdAtLatest: new Date("2024-06-30T00:00:00Z"),
      },
      ({ createdAt }) =>
        (createdAt as string) >= "2024-06-01" &&
        (createdAt as string) <= "2024-06-30T00:00:00.000Z",
    ],
    [
      "all together",
      {
        type: "SWAP",
        status: "COMPLETED",
        chains: 8453,
        createdAtOldest: "2025-01-01T00:00:00Z",
        take: 7,
      },
      (record) =>
        record.type === "SWAP" &&
        record.status === "COMPLETED" &&
        record.chain?.id === 8453 &&
        (record.createdAt as string) >= "2025",
    ],
  ];
  test.each(cases)(
    "by %s return exactly the matching records on all pages",
    async (_, query, holds) => {
      const wanted = (await readEveryRecord()).filter(holds);
      expect(wanted.length).toBeGreaterThan(0);
      expect((await all(query)).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    },
  );

  test("by its own time return a record", async () => {
    const [{ createdAt, id } = {} as Transaction] = await readEveryRecord();
    const time = createdAt as string;
    const found = await all({ createdAtOldest: time, createdAtLatest: time });
    expect(found.map((record) => record.id)).toContain(id);
  });

  test("by hash return one record", async () => {
    const isFinalSwap = ({ type, status }: Transaction) =>
      type === "SWAP" && status === "COMPLETED";
    const record = (await readEveryRecord()).find(isFinalSwap) as Transaction;
    const { userOperationHash, transactionHash } = record;
    expect(await all({ userOperationHash: userOperationHash as `0x${string}` })).toEqual([record]);
    expect(await all({ transactionHash: transactionHash?.hash as `0x${string}` })).toEqual([
      record,
    ]);
  });

  test("by position match its number, or its id in the metadata", async () => {
    const byNumber = await all({ nftNumber: "100001" });
    expect(byNumber.length).toBeGreaterThan(0);
    const either = await all({
      nftNumber: "100001",
      metadataKey: "positionId",
      metadataValue: "100002",
    });
    expect(either.length).toBeGreaterThan(byNumber.length);
    expect(await all({ nftNumber: "100001", metadataKey: "invoice", metadataValue: "x" })).toEqual(
      [],
    );
  });
});

describe("the cursor", () => {
  test("is null on the last page, even on a full one", async () => {
    const { client } = openShared();
    const one = await all({ type: "LENDING_REPAY" });
    const last = one.at(-1) as Transaction;
    const page = client.wallets.history(veteranWallet, {
      type: "LENDING_REPAY",
      take: 1,
      lastId: one.at(-2)?.id,
    });
    expect(await page.firstPage()).toMatchObject({ items: [last], cursor: undefined });
  });

  test("is rejected if it is not a transaction of the wallet", async () => {
    const { client } = openShared();
    await expect(
      client.wallets.history(veteranWallet, { lastId: "tx_nobody" }).firstPage(),
    ).rejects.toMatchObject({
      id: "BAD_REQUEST",
      issues: [{ path: "lastId" }],
    });
  });

  test("continues in order while new records arrive", async () => {
    const { sandbox, client, address } = await openWallet();
    const token = findToken(137, usdc) as KnownToken;
    const add = () =>
      inWorld(
        sandbox,
        (world) =>
          recordDeposit(world, { wallet: address, from: owner.address, token, units: 1n }, []).id,
      );
    const ids = [add(), add(), add()];
    const page = await client.wallets.history(address, { take: 1 }).firstPage();
    add();
    const rest = await client.wallets.history(address, page.cursor).toArray({ limit: 10 });
    expect([...page.items, ...rest].slice(0, 3).map(({ id }) => id)).toEqual([...ids].reverse());
  });
});

test("describes a deposit with its value in all currencies", async () => {
  const { sandbox, client, address } = await openWallet();
  const token = findToken(137, usdc) as KnownToken;
  inWorld(sandbox, (world) =>
    recordDeposit(world, { wallet: address, from: owner.address, token, units: 10_500_000n }, []),
  );
  const [record] = (await client.wallets.history(address).firstPage()).items;
  expect(record).toMatchObject({
    type: "CRYPTO_DEPOSIT",
    receivedBy: address,
    receivedFromAddress: owner.address.toLowerCase(),
  });
  expect(record?.receivedAmount).toMatchObject({
    amount: "10.5",
    amountIn: { usd: "10.5", brl: "52.5", btc: "0.000175000003" },
  });
  expect(Object.keys(record?.receivedAmount?.amountIn ?? {})).toEqual([...currencies]);
});

describe("a transaction's metadata", () => {
  const metadataOf = async (metadata: unknown) => {
    const { sandbox } = openShared();
    const url = `${sandbox.baseUrl}/api/v1/wallets/transactions/tx_v00017/metadata`;
    const headers = { "x-api-key": sandbox.apiKey, "content-type": "application/json" };
    const response = await sandbox.fetch(
      new Request(url, { method: "PATCH", headers, body: JSON.stringify({ metadata }) }),
    );
    return { status: response.status, body: await response.json() };
  };

  test("is merged, and can be filtered by", async () => {
    const { client } = openSandbox();
    const { transaction } = await client.wallets.updateTransactionMetadata("tx_v00020", {
      order: "17",
    });
    expect(transaction.metadata).toEqual({ invoice: "invoice-20", order: "17" });
    const found = await client.wallets
      .history(veteranWallet, { metadataKey: "order", metadataValue: "17" })
      .toArray({ limit: 10 });
    expect(found).toEqual([transaction]);
  });

  test("may be JSON text", async () => {
    expect(await metadataOf('{"a":"b"}')).toMatchObject({
      status: 200,
      body: { transaction: { metadata: { a: "b" } } },
    });
  });

  test.each([[{ order: 17 }], [["a"]], [17], ["no json"]])(
    "is rejected with invalid_metadata if it is %j",
    async (metadata) => {
      expect(await metadataOf(metadata)).toMatchObject({
        status: 400,
        body: { id: "invalid_metadata" },
      });
    },
  );

  test("is rejected with BAD_REQUEST if it is missing", async () => {
    expect(await metadataOf(undefined)).toMatchObject({
      status: 400,
      body: { id: "BAD_REQUEST", errors: [{ path: ["metadata"] }] },
    });
  });
});
