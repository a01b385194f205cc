import { expect, test } from "vitest";
import type { BatchOperation, Hex } from "../../../src/index.js";
import { catchApiError } from "../catch-api-error.js";
import { balance, expectConserved } from "../check-ledger.js";
import { inWorld, openWallet, usdc, weth } from "../open-sandbox.js";
import { positionOf, signHash } from "../prepare.js";
import { baseUsdc, createSwapRequest } from "../swap/swap-requests.js";
import { createBatchRequest, createTransferRequest, receiver } from "./transfer-requests.js";

type Opened = Awaited<ReturnType<typeof openWallet>>;

const prepare = ({ client, address }: Opened, operations: BatchOperation[]) =>
  client.operations.batch(createBatchRequest(address, { operations }));

const transferOf = ({ address }: Opened, amount: string): BatchOperation => ({
  type: "transfer",
  params: createTransferRequest(address, { amount }),
});

test("a batch of a transfer, a swap and a position executes all of them, in one transaction", async () => {
  const opened = await openWallet();
  const [usdcBefore, wethBefore] = [await opened.held(usdc), await opened.held(weth)];
  const batch = await prepare(opened, [
    transferOf(opened, "100"),
    { type: "swap", params: createSwapRequest(opened.address) },
    { type: "liquidity", params: { ...positionOf(opened) } },
  ]);
  expect(batch.operations.map((operation) => Object.keys(operation))).toEqual([
    ...[["transfer"], ["swap"], ["operation"]],
  ]);
  const hashes = batch.operations.map(({ transfer, swap, operation }) => [
    ...[transfer, swap, operation].map((record) => record?.userOperationHash),
  ]);
  expect(hashes.flat().filter(Boolean)).toEqual([]);
  const record = await opened.execute(batch.userOperationHash as Hex);
  expect(record).toMatchObject({ type: "BATCH", status: "COMPLETED" });
  expect(await opened.held(usdc)).toBeLessThan(usdcBefore - 1_199);
  expect(await opened.held(weth)).toBeGreaterThan(wethBefore);
  const { nfts } = await opened.client.wallets.portfolio(opened.address, { includeNFTs: true });
  expect(nfts).toHaveLength(1);
  const { items } = await opened.client.wallets
    .history(receiver)
    .firstPage()
    .catch(() => ({
      items: [],
    }));
  expect(items).toEqual([]);
  expectConserved(opened.sandbox);
});

test("the parts of a batch cannot be executed by themselves", async () => {
  const opened = await openWallet();
  await prepare(opened, [transferOf(opened, "1"), transferOf(opened, "2")]);
  const hashes = inWorld(opened.sandbox, ({ operations }) => Object.keys(operations));
  expect(hashes).toHaveLength(1);
});

test("a batch executes nothing if one of its operations fails", async () => {
  const opened = await openWallet();
  const batch = await prepare(opened, [
    transferOf(opened, "100"),
    { type: "swap", params: createSwapRequest(opened.address) },
  ]);
  const userOperationHash = batch.userOperationHash as Hex;
  const before = await opened.held(usdc);
  const signature = await signHash(userOperationHash);
  await opened.client.operations.execute({ userOperationHash, signature });
  // The swap has slipped too far.
  opened.sandbox.setPrice({ chainId: 137, token: weth, price: "5000" });
  opened.sandbox.advance(10_000);
  const history = opened.client.wallets.history(opened.address, { userOperationHash });
  expect((await history.firstPage()).items).toMatchObject([{ type: "BATCH", status: "FAILED" }]);
  expect(await opened.held(usdc)).toBe(before);
});

test("a batch has a revert reason and no hash if one operation has, or all need too much", async () => {
  const opened = await openWallet();
  for (const amounts of [
    ["10", "999999"],
    ["6000", "6000"],
  ]) {
    const batch = await prepare(
      opened,
      amounts.map((amount) => transferOf(opened, amount)),
    );
    expect(batch.userOperationHash).toBeNull();
    expect(batch.revertReason?.decoded).toMatch(/insufficient balance/);
  }
});

test("the sandbox rejects a limit order, and liquidity without the fields of a position", async () => {
  const opened = await openWallet();
  const swap = { ...createSwapRequest(opened.address), minAmountOut: "1" } as never;
  for (const operation of [
    { type: "swap", params: swap },
    { type: "liquidity", params: { token0: usdc } },
  ] as const)
    expect(await catchApiError(prepare(opened, [operation]))).toMatchObject({
      status: 400,
      id: "BAD_REQUEST",
    });
});

test("a misspelt field of an operation is reported by its place", async () => {
  const { client, address } = await openWallet();
  const params = { ...createTransferRequest(address), ammount: "1" };
  const batch = createBatchRequest(address, { operations: [{ type: "transfer", params }] });
  await expect(client.operations.batch(batch)).rejects.toMatchObject({
    issues: [{ path: "body.operations[0].params.ammount" }],
  });
});

test("a batch has the metadata of all its operations, and arrives on another chain later", async () => {
  const opened = await openWallet({ tick: 0 });
  const { client, sandbox, address } = opened;
  const toBase = { chainIdOut: 8453, tokenOut: baseUsdc, metadata: { swap: "2" } } as const;
  const params = createTransferRequest(address, { metadata: { transfer: "1" } });
  const batch = await prepare(opened, [
    { type: "transfer", params },
    { type: "swap", params: createSwapRequest(address, toBase) },
  ]);
  const userOperationHash = batch.userOperationHash as Hex;
  const signature = await signHash(userOperationHash);
  await client.operations.execute({ userOperationHash, signature });
  const seen = [];
  for (const wait of [2_000, 4_000]) {
    sandbox.advance(wait);
    const history = client.wallets.history(address, { userOperationHash });
    const [record] = (await history.firstPage()).items;
    expect(record?.metadata).toEqual({ transfer: "1", swap: "2" });
    const arrived = [balance(sandbox, receiver, usdc), balance(sandbox, address, baseUsdc, 8453)];
    seen.push([record?.status, ...arrived.map((units) => units > 0n)]);
  }
  expect(seen).toEqual([
    ["ON_BRIDGE", true, false],
    ["COMPLETED", true, true],
  ]);
});

test("a batch with a swap of an amount that is reserved for a failure fails as a whole", async () => {
  const opened = await openWallet();
  const failing = createSwapRequest(opened.address, { amountIn: "6.660004" });
  const batch = await prepare(opened, [
    transferOf(opened, "100"),
    { type: "swap", params: failing },
  ]);
  expect(await opened.execute(batch.userOperationHash as Hex)).toMatchObject({ status: "FAILED" });
  expect(balance(opened.sandbox, receiver, usdc)).toBe(0n);
});
