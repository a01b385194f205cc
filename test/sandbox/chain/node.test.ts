import { erc20Abi, getAddress, type Hex, pad, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import type { Transaction } from "../../../src/index.js";
import { toJson } from "../../../src/sandbox/controls/snapshot-json.js";
import { createSandbox, demoWallet, veteranWallet } from "../../../src/sandbox/index.js";
import { externalAddresses } from "../../../src/sandbox/world/external-accounts.js";
import { drained } from "../../support/drained.js";
import { expectConserved } from "../check-ledger.js";
import { inWorld, openSandbox, openWallet, testStart, usdc, weth } from "../open-sandbox.js";
import { createTransferRequest, receiver } from "../operations/transfer-requests.js";
import { type Opened, openPosition } from "../prepare.js";
import { baseUsdc, createSwapRequest, findExecutable } from "../swap/swap-requests.js";
import { partner } from "./kinds.js";

const unknownHash: Hex = `0x${"1".repeat(64)}`;
const transferEvent = parseAbi(["event Transfer(address indexed, address indexed, uint256)"])[0];

async function transfer({ client, address, execute }: Opened, amount: string) {
  const request = createTransferRequest(address, { amount });
  const { transfer: prepared } = await client.operations.transfer(request);
  return execute(prepared.userOperationHash as Hex);
}

const hashOf = ({ transactionHash }: Transaction) => transactionHash?.hash as Hex;

const readBalance = ({ sandbox }: Opened, account: Hex, block?: bigint | "earliest") =>
  sandbox.node(137).readContract({
    abi: erc20Abi,
    address: usdc,
    functionName: "balanceOf",
    args: [account],
    ...(typeof block === "bigint" ? { blockNumber: block } : { blockTag: block ?? "latest" }),
  });

describe("blocks", () => {
  test("increase with each operation, and the balances of older ones stay", async () => {
    const opened = await openWallet();
    const node = opened.sandbox.node(137);
    const first = await node.getTransactionReceipt({ hash: hashOf(await transfer(opened, "10")) });
    const second = await node.getTransactionReceipt({ hash: hashOf(await transfer(opened, "7")) });
    expect(second.blockNumber).toBe(first.blockNumber + 1n);
    expect(await node.getBlockNumber()).toBe(second.blockNumber);
    const read = (block: bigint) =>
      Promise.all([
        readBalance(opened, opened.address, block),
        readBalance(opened, receiver, block),
      ]);
    const gas = 50_000n;
    const start = 10_000_000_000n;
    expect(await read(first.blockNumber - 1n)).toEqual([start, 0n]);
    expect(await read(first.blockNumber)).toEqual([start - 10_000_000n - gas, 10_000_000n]);
    const end = [start - 17_000_000n - 2n * gas, 17_000_000n];
    expect(await read(second.blockNumber)).toEqual(end);
    const now = [await readBalance(opened, opened.address), await readBalance(opened, receiver)];
    expect(now).toEqual(end);
    // Old versions of viem read the latest block in place of 0n.
    expect(await readBalance(opened, opened.address, "earliest")).toBe(0n);
  });

  test("are found by number, hash and tag, with their transactions", async () => {
    const opened = await openWallet();
    const node = opened.sandbox.node(137);
    const hash = hashOf(await transfer(opened, "10"));
    const { blockNumber, blockHash, from, to } = await node.getTransactionReceipt({ hash });
    const block = await node.getBlock({ blockNumber });
    expect(block).toMatchObject({ number: blockNumber, hash: blockHash, transactions: [hash] });
    expect(await node.getBlock({ blockHash })).toEqual(block);
    expect(await node.getBlock()).toEqual(block);
    const full = await node.getBlock({ blockNumber, includeTransactions: true });
    const transaction = await node.getTransaction({ hash });
    expect(full.transactions).toEqual([transaction]);
    expect(transaction).toMatchObject({ hash, blockHash, blockNumber, from, to, value: 0n });
    const parent = await node.getBlock({ blockNumber: blockNumber - 1n });
    expect(block.parentHash).toBe(parent.hash);
    expect(parent.timestamp).toBeLessThanOrEqual(block.timestamp);
    const first = await node.getBlock({ blockTag: "earliest" });
    expect(first).toMatchObject({ number: 0n, transactions: [] });
  });

  test("that do not exist are not found, and have no balances", async () => {
    const { sandbox, address } = await openWallet();
    const node = sandbox.node(137);
    const blockNumber = (await node.getBlockNumber()) + 1n;
    await expect(node.getBlock({ blockNumber })).rejects.toThrow("could not be found");
    await expect(node.getBlock({ blockHash: unknownHash })).rejects.toThrow("could not be found");
    await expect(node.getTransaction({ hash: unknownHash })).rejects.toThrow("could not be found");
    await expect(node.getTransactionReceipt({ hash: unknownHash })).rejects.toMatchObject({
      name: "TransactionReceiptNotFoundError",
    });
    await expect(node.getBalance({ address, blockNumber })).rejects.toThrow("header not found");
    await expect(
      node.readContract({ abi: erc20Abi, address: usdc, functionName: "symbol", blockNumber }),
    ).rejects.toThrow("header not found");
  });

  test("do not come from reading, although positions earn fees with time", async () => {
    const opened = await openWallet();
    const { client, sandbox, address } = opened;
    const nftId = await openPosition(opened);
    const countFees = () =>
      inWorld(sandbox, ({ ledger }) => ledger[`0xfees:${nftId}`]?.[`137:${usdc}`] ?? 0n);
    const node = sandbox.node(137);
    const before = await node.getBlockNumber();
    for (let i = 0; i < 5; i++) {
      sandbox.advance(86_400_000);
      await client.liquidity.collectFees({
        chainId: 137,
        nftId,
        walletAddress: address,
        payGasFeeToken: usdc,
      });
      await client.wallets.portfolio(address);
      await client.wallets.history(veteranWallet).firstPage();
    }
    expect(await node.getBlockNumber()).toBe(before);
    expect(countFees()).toBeGreaterThan(0n);
  });

  test("leave out the history of the veteran wallet, of which nothing is booked", async () => {
    const { sandbox, client } = openSandbox();
    const { items } = await client.wallets.history(veteranWallet, { take: 100 }).firstPage();
    const executed = items.find(({ transactionHash }) => transactionHash) as Transaction;
    const node = sandbox.node(executed.chain?.id as number);
    await expect(node.getTransactionReceipt({ hash: hashOf(executed) })).rejects.toThrow(
      "could not be found",
    );
    expect(inWorld(sandbox, ({ blocks }) => Object.values(blocks).flat())).toHaveLength(3);
  });
});

describe("logs", () => {
  test("are selected by block, address and topics", async () => {
    const opened = await openWallet();
    const { sandbox, client, address } = opened;
    const node = sandbox.node(137);
    const { quotes } = await client.swap.quote(createSwapRequest(address));
    const swap = await opened.execute(findExecutable(quotes).userOperationHash);
    const receipt = await node.getTransactionReceipt({ hash: hashOf(swap) });
    await transfer(opened, "10");
    const { blockNumber, blockHash, logs } = receipt;
    const range = { fromBlock: blockNumber, toBlock: blockNumber };
    expect(await node.getLogs(range)).toEqual(logs);
    expect(await node.getLogs({ blockHash })).toEqual(logs);
    const ofWeth = logs.filter((log) => log.address === weth);
    expect(ofWeth).toHaveLength(1);
    expect(await node.getLogs({ ...range, address: getAddress(weth) })).toEqual(ofWeth);
    expect(await node.getLogs({ ...range, address: [weth, usdc] })).toEqual(logs.slice(1, -1));
    const arrived = logs.filter(({ topics }) => topics[2] === pad(address));
    expect(arrived).toHaveLength(2);
    const topics = [null, null, [pad(address), unknownHash]];
    const request = { method: "eth_getLogs", params: [{ blockHash, topics }] } as const;
    expect(await node.request(request as never)).toHaveLength(2);
    const later = await node.getLogs({ event: transferEvent, fromBlock: blockNumber + 1n });
    expect(later.map(({ args }) => args[2])).toEqual([10_000_000n, 50_000n]);
    const [newest] = await node.getLogs();
    expect(newest?.blockNumber).toBe(blockNumber + 1n);
    expect(await node.getLogs({ fromBlock: blockNumber + 2n })).toEqual([]);
    expect(await node.getLogs({ blockHash: unknownHash })).toEqual([]);
    await expect(node.request({ method: "eth_getLogs", params: [] } as never)).rejects.toThrow(
      "needs a filter",
    );
  });
});

describe("calls", () => {
  test("read a token", async () => {
    const opened = await openWallet();
    await transfer(opened, "10");
    const node = opened.sandbox.node(137);
    const read = (functionName: "decimals" | "symbol" | "name" | "totalSupply") =>
      node.readContract({ abi: erc20Abi, address: getAddress(weth), functionName });
    expect(await Promise.all([read("decimals"), read("symbol"), read("name")])).toEqual([
      18,
      "WETH",
      expect.stringContaining("Ether"),
    ]);
    expect(await read("totalSupply")).toBe(65n * 10n ** 17n);
    const args = [opened.address, receiver] as const;
    expect(
      await node.readContract({ abi: erc20Abi, address: usdc, functionName: "allowance", args }),
    ).toBe(0n);
  });

  test("add all balances of a token up to its supply, also in older blocks", async () => {
    const opened = await openWallet();
    const node = opened.sandbox.node(137);
    const supply = (blockNumber: bigint) =>
      node.readContract({ abi: erc20Abi, address: usdc, functionName: "totalSupply", blockNumber });
    const before = await node.getBlockNumber();
    const accounts: Hex[] = [demoWallet, veteranWallet, opened.address, receiver];
    const sum = async (blockNumber: bigint) => {
      const all = [...accounts, ...Object.values(externalAddresses)];
      const each = await Promise.all(all.map((one) => readBalance(opened, one, blockNumber)));
      return each.reduce((total, units) => total + units, 0n);
    };
    const { quotes } = await opened.client.swap.quote(createSwapRequest(opened.address));
    await opened.execute(findExecutable(quotes).userOperationHash);
    await transfer(opened, "10");
    for (const number of [0n, before, before + 1n, before + 2n])
      expect(await supply(number)).toBe(await sum(number));
    expect(await readBalance(opened, externalAddresses.mint)).toBe(0n);
    expect(await readBalance(opened, externalAddresses.market)).toBeGreaterThan(99_000_000n);
  });

  test("return nothing without a contract, and revert where a token does not have them", async () => {
    const { sandbox, address } = await openWallet();
    const node = sandbox.node(137);
    for (const target of [address, nativeToken as Hex])
      await expect(
        node.readContract({ abi: erc20Abi, address: target, functionName: "decimals" }),
      ).rejects.toThrow("returned no data");
    await expect(node.call({ to: usdc, data: "0x12345678" })).rejects.toThrow(
      /reverted.*0x12345678/,
    );
    await expect(node.call({ data: "0x12345678" })).rejects.toThrow("needs the address of a token");
    await expect(
      node.simulateContract({
        abi: erc20Abi,
        address: usdc,
        functionName: "transfer",
        args: [receiver, 1n],
        account: address,
      }),
    ).rejects.toThrow(/reverted.*transfer/);
  });

  test("name a method that the node does not have", async () => {
    const node = openSandbox().sandbox.node(137);
    await expect(node.getGasPrice()).rejects.toThrow(/no method "eth_gasPrice".*eth_getLogs/);
    for (const method of ["constructor", "eth_sendRawTransaction"])
      await expect(node.request({ method, params: [] } as never)).rejects.toMatchObject({
        code: -32601,
      });
  });

  test("reject an unknown tag of a block, and a text that is not an address", async () => {
    const node = openSandbox().sandbox.node(137);
    const send = (params: unknown[]) => node.request({ method: "eth_getBalance", params } as never);
    await expect(send([demoWallet, "newest"])).rejects.toThrow('expected a block, got "newest"');
    await expect(send(["me", "latest"])).rejects.toThrow('expected an address, got "me"');
  });

  test("find code at tokens, wallets in use and the EntryPoint", async () => {
    const opened = await openWallet();
    const { address } = opened;
    const node = opened.sandbox.node(137);
    expect(await node.getCode({ address })).toBeUndefined();
    await transfer(opened, "1");
    expect(await node.getCode({ address })).toBe("0x01");
    expect(await node.getCode({ address: usdc })).toBe("0x01");
    expect(await node.getCode({ address: "0x4337084d9e255ff0702461cf8895ce9e3b5ff108" })).toBe(
      "0x01",
    );
    expect(await node.getCode({ address: nativeToken })).toBeUndefined();
    expect(await opened.sandbox.node(8453).getCode({ address })).toBeUndefined();
  });

  test("show amounts that no chain can hold as the largest one", async () => {
    const opened = await openWallet();
    const amount = "9".repeat(100);
    for (const token of [usdc, nativeToken])
      opened.sandbox.fund({ account: receiver, chainId: 137, token, amount });
    const max = 2n ** 256n - 1n;
    expect(await readBalance(opened, receiver)).toBe(max);
    expect(await opened.sandbox.node(137).getBalance({ address: receiver })).toBe(max);
    const node = opened.sandbox.node(137);
    expect(await node.getLogs({ event: transferEvent, fromBlock: 0n })).toHaveLength(6);
  });
});

describe("a node", () => {
  test("is of one chain, and does not move the clock", async () => {
    const { sandbox } = await openWallet();
    const before = sandbox.now();
    for (const chainId of [1, 137, 8453])
      expect(await sandbox.node(chainId).getChainId()).toBe(chainId);
    expect(await sandbox.node(1).getBlockNumber()).toBe(0n);
    expect(await sandbox.node(1).getBlock()).toMatchObject({ number: 0n, transactions: [] });
    expect(sandbox.now()).toBe(before);
    expect(await drained(sandbox)).toEqual([]);
  });

  test("has other hashes than the node of another chain", async () => {
    const { sandbox } = openSandbox();
    const [one, other] = await Promise.all(
      [137, 8453].map((chainId) => sandbox.node(chainId).getBlock({ blockNumber: 1n })),
    );
    expect(one?.hash).not.toBe(other?.hash);
    expect(one?.transactions[0]).not.toBe(other?.transactions[0]);
  });

  test("shows a restored snapshot, also in another sandbox", async () => {
    const opened = await openWallet();
    const { sandbox, address } = opened;
    const node = sandbox.node(137);
    const hash = hashOf(await transfer(opened, "10"));
    const receipt = await node.getTransactionReceipt({ hash });
    const snapshot = sandbox.snapshot();
    const later = hashOf(await transfer(opened, "5"));
    sandbox.restore(snapshot);
    await expect(node.getTransactionReceipt({ hash: later })).rejects.toThrow("could not be found");
    expect(await node.getTransactionReceipt({ hash })).toEqual(receipt);

    const other = createSandbox({ now: testStart });
    await expect(other.node(137).getTransactionReceipt({ hash })).rejects.toThrow();
    other.restore(JSON.parse(JSON.stringify(toJson(snapshot))));
    expect(await other.node(137).getTransactionReceipt({ hash })).toEqual(receipt);
    expect(
      await readBalance({ ...opened, sandbox: other }, address, receipt.blockNumber - 1n),
    ).toBe(10_000_000_000n);
    // What happens afterwards stays apart.
    other.fund({ account: address, chainId: 137, token: usdc, amount: "1" });
    expect(await other.node(137).getBlockNumber()).toBe(receipt.blockNumber + 1n);
    expect(await node.getBlockNumber()).toBe(receipt.blockNumber);
  });

  test("is empty again after a reset", async () => {
    const opened = await openWallet();
    const node = opened.sandbox.node(137);
    const hash = hashOf(await transfer(opened, "10"));
    opened.sandbox.reset();
    await expect(node.getTransactionReceipt({ hash })).rejects.toThrow("could not be found");
    expect(await node.getBlockNumber()).toBe(await createSandbox().node(137).getBlockNumber());
  });

  test("shows the same for the same seed and calls, and other hashes for another seed", async () => {
    const run = async (seed: string) => {
      const opened = await openWallet({ seed });
      await transfer(opened, "10");
      const node = opened.sandbox.node(137);
      const newest = await node.getBlock({ includeTransactions: true });
      return { newest, logs: await node.getLogs({ fromBlock: 0n }) };
    };
    const one = await run("one");
    expect(await run("one")).toEqual(one);
    const hashes = new Set(one.logs.flatMap((log) => [log.blockHash, log.transactionHash]));
    const other = await run("other");
    expect(other.logs.filter((log) => hashes.has(log.blockHash))).toEqual([]);
    expect(other.logs.filter((log) => hashes.has(log.transactionHash))).toEqual([]);
  });
});

describe("diverge", () => {
  test("makes the next operation deliver less than its minimum, once", async () => {
    const opened = await openWallet();
    const { sandbox, client, address, execute } = opened;
    const swap = async () => {
      const quote = findExecutable((await client.swap.quote(createSwapRequest(address))).quotes);
      const before = await readWeth();
      const record = await execute(quote.userOperationHash);
      return { record, quote, arrived: (await readWeth()) - before };
    };
    const readWeth = () =>
      sandbox.node(137).readContract({
        abi: erc20Abi,
        address: weth,
        functionName: "balanceOf",
        args: [address],
      });
    const honest = await swap();
    expect(Number(honest.arrived) / 1e18).toBe(Number(honest.quote.amountOut));
    sandbox.diverge({ percent: 10 });
    const { record, quote, arrived } = await swap();
    expect(record.status).toBe("COMPLETED");
    expect(Number(arrived) / 1e18).toBeCloseTo(Number(quote.amountOut) * 0.9, 12);
    expect(Number(arrived) / 1e18).toBeLessThan(Number(quote.minAmountOut));
    const again = await swap();
    expect(Number(again.arrived) / 1e18).toBe(Number(again.quote.amountOut));
    expectConserved(sandbox);
  });

  test("takes from what a receiver gets, and nothing from fees, gas and the sender", async () => {
    const opened = await openWallet();
    const { client, address, sandbox } = opened;
    sandbox.configure({ treasury: partner });
    sandbox.diverge({ percent: 25 });
    const request = createTransferRequest(address, { amount: "10", transactionFeePercent: 10 });
    const { transfer: prepared } = await client.operations.transfer(request);
    await opened.execute(prepared.userOperationHash as Hex);
    expect(await readBalance(opened, receiver)).toBe(6_750_000n);
    expect(await readBalance(opened, partner)).toBe(1_000_000n);
    expect(await readBalance(opened, address)).toBe(10_000_000_000n - 10_050_000n);
    expectConserved(opened.sandbox);
  });

  test("waits for an operation that settles, and for the other side of a cross-chain swap", async () => {
    const opened = await openWallet();
    const { client, address, execute, sandbox } = opened;
    sandbox.diverge({ percent: 100 });
    const swap = async (changes: object) => {
      const request = createSwapRequest(address, changes);
      return execute(findExecutable((await client.swap.quote(request)).quotes).userOperationHash);
    };
    expect((await swap({ amountIn: "6.660004" })).status).toBe("FAILED");
    const other = { chainIdOut: 8453, tokenOut: baseUsdc };
    expect((await swap(other)).status).toBe("COMPLETED");
    const { tokens } = await client.wallets.portfolio(address);
    expect(tokens?.map((token) => token.address)).not.toContain(baseUsdc);
    await swap(other);
    const after = (await client.wallets.portfolio(address)).tokens;
    expect(after?.map((token) => token.address)).toContain(baseUsdc);
    expectConserved(sandbox);
  });

  test("ends with percent: 0", async () => {
    const opened = await openWallet();
    opened.sandbox.diverge({ percent: 25 });
    opened.sandbox.diverge({ percent: 0 });
    await transfer(opened, "10");
    expect(await readBalance(opened, receiver)).toBe(10_000_000n);
  });
});
