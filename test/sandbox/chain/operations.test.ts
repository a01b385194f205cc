import fc from "fast-check";
import { erc20Abi, type Hex, type Log, parseEventLogs } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { describe, expect, test } from "vitest";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import type { Transaction } from "../../../src/index.js";
import { externalAddresses } from "../../../src/sandbox/world/external-accounts.js";
import { chooseSeed } from "../../support/random-runs.js";
import { expectConserved } from "../check-ledger.js";
import { executeAll, openWallet, usdc, weth } from "../open-sandbox.js";
import { createTransferRequest } from "../operations/transfer-requests.js";
import { type Opened, signHash } from "../prepare.js";
import { createOrderRequest, createSwapRequest, findExecutable } from "../swap/swap-requests.js";
import { accountsOf, deliveries, kinds, treasury } from "./kinds.js";
import {
  onlyOf,
  readBalances,
  readBalancesAt,
  readHeights,
  readMoves,
  subtract,
  sumTransfers,
} from "./read-moves.js";

const entryPoint = "0x4337084d9e255ff0702461cf8895ce9e3b5ff108";

async function openRich(): Promise<Opened> {
  const opened = await openWallet();
  const { sandbox, address: account } = opened;
  sandbox.configure({ treasury });
  sandbox.fund({ account, chainId: 137, token: nativeToken, amount: "5000" });
  return opened;
}

const getReceipt = ({ sandbox }: Opened, { transactionHash }: Transaction, chainId = 137) =>
  sandbox.node(chainId).getTransactionReceipt({ hash: transactionHash?.hash as Hex });

/** Asserts that all logs but the first and the last are between the events of the EntryPoint. */
function parseOperation(logs: readonly Log[]) {
  const events = parseEventLogs({ abi: entryPoint08Abi, logs: [...logs] });
  expect(events.map(({ eventName }) => eventName)).toEqual([
    "BeforeExecution",
    "UserOperationEvent",
  ]);
  expect(events.map(({ address }) => address)).toEqual([entryPoint, entryPoint]);
  expect(events.map(({ logIndex }) => logIndex)).toEqual([0, logs.length - 1]);
  const [, ended] = events;
  if (ended?.eventName !== "UserOperationEvent") throw new TypeError("no UserOperationEvent");
  return ended.args;
}

describe.each(Object.keys(kinds))("a %s", (kind) => {
  test("has a receipt whose transfers and coins are what the ledger booked", async () => {
    const opened = await openRich();
    const { sandbox, address, execute } = opened;
    const hash = await kinds[kind]?.(opened, "123");
    const heights = await readHeights(sandbox);
    const before = await readBalances(opened);
    const record = await execute(hash as Hex);
    expect(record.status).toBe("COMPLETED");
    const changed = subtract(await readBalances(opened), before);
    expect(changed).not.toEqual({});
    expect(await readMoves(opened, heights)).toEqual(changed);

    const receipt = await getReceipt(opened, record);
    const { sender, userOpHash, paymaster, success, actualGasCost } = parseOperation(receipt.logs);
    expect([sender.toLowerCase(), userOpHash, success]).toEqual([address, hash, true]);
    expect(paymaster.toLowerCase()).toBe(externalAddresses.gas);
    const number = receipt.blockNumber;
    expect(await sandbox.node(137).getBlock({ blockNumber: number })).toMatchObject({
      hash: receipt.blockHash,
      transactions: [receipt.transactionHash],
      timestamp: BigInt(Math.floor(Date.parse(record.executedAt as string) / 1_000)),
    });
    // The operation itself, without what its completion and other chains book.
    const own = onlyOf(accountsOf(opened), sumTransfers(137, receipt.logs));
    const onSource = Object.entries(changed).filter(
      ([key]) => key.includes(" 137 ") && !key.endsWith(nativeToken),
    );
    expect(own).toEqual(Object.fromEntries(onSource));
    // The gas in tokens went to the paymaster: 0.02 US dollars for swaps, otherwise 0.05.
    const gas = sumTransfers(137, receipt.logs).get(`${externalAddresses.gas} 137 ${usdc}`) ?? 0n;
    if (gas > 0n) expect(gas).toBeGreaterThanOrEqual(20_000n);
    // POL costs 0.5 US dollars, so one millionth of USDC is worth 2 * 10^12 of its units.
    if (gas > 0n) expect(actualGasCost).toBe(gas * 2n * 10n ** 12n);
    expectConserved(sandbox);
  });
});

describe.each(Object.keys(deliveries))("a %s", (kind) => {
  test("has a receipt without a user operation", async () => {
    const opened = await openRich();
    const { sandbox, client, address } = opened;
    const heights = await readHeights(sandbox);
    const before = await readBalances(opened);
    await deliveries[kind]?.(opened);
    const changed = subtract(await readBalances(opened), before);
    expect(changed).not.toEqual({});
    expect(await readMoves(opened, heights)).toEqual(changed);
    const [record] = (await client.wallets.history(address).firstPage()).items;
    const receipt = await getReceipt(opened, record as Transaction);
    expect(parseEventLogs({ abi: entryPoint08Abi, logs: receipt.logs })).toEqual([]);
    expect(receipt.logs).toHaveLength(
      { "deposit of a coin": 0, "deposit of tokens": 1, "fiat deposit": 2 }[kind] ?? 4,
    );
    const { value, from, to } = await sandbox
      .node(137)
      .getTransaction({ hash: receipt.transactionHash });
    expect({ from, to }).toEqual({ from: receipt.from, to: receipt.to });
    if (kind === "deposit of a coin")
      expect([value, from, to]).toEqual([75n * 10n ** 16n, record?.receivedFromAddress, address]);
    else expect([value, to]).toEqual([0n, usdc]);
    if (kind === "deposit of tokens") expect(from).toBe(record?.receivedFromAddress);
  });
});

test("has a transaction without a user operation on the other chain of a cross-chain swap", async () => {
  const opened = await openRich();
  const heights = await readHeights(opened.sandbox);
  const record = await opened.execute((await kinds["cross-chain swap"]?.(opened, "50")) as Hex);
  const node = opened.sandbox.node(8453);
  expect(await node.getBlockNumber()).toBe((heights.get(8453) as bigint) + 1n);
  const { transactions } = await node.getBlock();
  const receipt = await node.getTransactionReceipt({ hash: transactions[0] as Hex });
  expect(receipt.transactionHash).not.toBe(record.transactionHash?.hash);
  expect(parseEventLogs({ abi: entryPoint08Abi, logs: receipt.logs })).toEqual([]);
  await expect(getReceipt(opened, record, 8453)).rejects.toThrow("could not be found");
});

test("has no receipt of an operation that is not settled, nor another block", async () => {
  const opened = await openRich();
  const { sandbox, client, address } = opened;
  const { userOperationHash } = findExecutable(
    (await client.swap.quote(createSwapRequest(address, { amountIn: "6.660005" }))).quotes,
  );
  const heights = await readHeights(sandbox);
  const record = await opened.execute(userOperationHash);
  expect(record).toMatchObject({ status: "PROCESSING", transactionHash: null });
  expect(await readHeights(sandbox)).toEqual(heights);
});

test("settles what is due before it reads", async () => {
  let time = Date.UTC(2026, 0, 1);
  const opened = await openWallet({ now: () => time });
  const { sandbox, client, address } = opened;
  const quotes = (await client.swap.quote(createSwapRequest(address))).quotes;
  const { userOperationHash } = findExecutable(quotes);
  const node = sandbox.node(137);
  const before = await node.getBlockNumber();
  const signature = await signHash(userOperationHash);
  await client.operations.execute({ userOperationHash, signature });
  expect(await node.getBlockNumber()).toBe(before);
  time += 60_000;
  expect(await node.getBlockNumber()).toBe(before + 1n);
});

test.each([
  ["6.660004", "0"],
  ["9000", "5000"],
])(
  "reports a failed swap of %s after a transfer of %s, and moves nothing",
  async (amountIn, amount) => {
    const opened = await openRich();
    const { client, address, sandbox } = opened;
    const { quotes } = await client.swap.quote(createSwapRequest(address, { amountIn }));
    const { userOperationHash } = findExecutable(quotes);
    if (amount !== "0") {
      const { transfer } = await client.operations.transfer(
        createTransferRequest(address, { amount }),
      );
      await executeAll(opened, [transfer.userOperationHash as Hex]);
    }
    const heights = await readHeights(sandbox);
    const before = await readBalances(opened);
    expect(await executeAll(opened, [userOperationHash])).toEqual(["FAILED"]);
    expect(await readBalances(opened)).toEqual(before);
    const { items } = await client.wallets.history(address, { userOperationHash }).firstPage();
    const receipt = await getReceipt(opened, items[0] as Transaction);
    expect(receipt.blockNumber).toBe((heights.get(137) as bigint) + 1n);
    expect(receipt).toMatchObject({ status: "success", gasUsed: 0n });
    expect(receipt.logs).toHaveLength(2);
    expect(parseOperation(receipt.logs)).toMatchObject({
      success: false,
      userOpHash: userOperationHash,
      actualGasCost: 0n,
    });
  },
);

test("names the nonce of the operation, and has no event of debt", async () => {
  const opened = await openRich();
  const hash = (await kinds["loan"]?.(opened, "100")) as Hex;
  const { nonce } = (await opened.client.operations.get(hash)).userOperation;
  const { logs } = await getReceipt(opened, await opened.execute(hash));
  expect(parseOperation(logs).nonce).toBe(BigInt(nonce as string));
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs });
  // The supply, the loan and the gas.
  expect(transfers.map(({ args }) => args.value)).toEqual([100_000_000n, 5_000_000n, 50_000n]);
});

test("has a receipt for each part of a limit order", async () => {
  const opened = await openRich();
  const { sandbox, client, address } = opened;
  sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "100000" });
  const request = createOrderRequest(address, "7", { amountIn: "20000" });
  const { userOperationHash } = findExecutable((await client.swap.quote(request)).quotes);
  const heights = await readHeights(sandbox);
  const before = await readBalances(opened);
  const record = await opened.execute(userOperationHash);
  expect(await sandbox.node(137).getBlockNumber()).toBe((heights.get(137) as bigint) + 2n);
  expect((await getReceipt(opened, record)).blockNumber).toBe((heights.get(137) as bigint) + 2n);
  expect(await readMoves(opened, heights)).toEqual(subtract(await readBalances(opened), before));
});

test("shows any sequence of operations as it was booked, also at old blocks", async () => {
  const step = fc.record({
    kind: fc.constantFrom(...Object.keys(kinds), ...Object.keys(deliveries)),
    amount: fc.integer({ min: 20, max: 300 }).map(String),
    price: fc.option(fc.integer({ min: 2_000, max: 3_000 }).map(String)),
  });
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 2, maxLength: 6 }),
    async (steps) => {
      const opened = await openRich();
      const { sandbox } = opened;
      const states = [[await readHeights(sandbox), await readBalances(opened)] as const];
      for (const { kind, amount, price } of steps) {
        if (price !== null) sandbox.setPrice({ chainId: 137, token: weth, price });
        if (kinds[kind]) await opened.execute(await kinds[kind](opened, amount));
        else await deliveries[kind]?.(opened);
        states.push([await readHeights(sandbox), await readBalances(opened)]);
      }
      for (const [i, [heights, balances]] of states.entries()) {
        expect(await readBalancesAt(opened, heights)).toEqual(balances);
        const last = states.at(-1)?.[1] ?? {};
        if (i === 0) expect(await readMoves(opened, heights)).toEqual(subtract(last, balances));
      }
    },
  );
  await fc.assert(property, { numRuns: 6, seed: chooseSeed() });
});
