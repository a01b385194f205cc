import { encodeFunctionData, maxUint256, parseAbi } from "viem";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  AbortedError,
  ConfigurationError,
  ConnectionError,
  nativeToken,
} from "../../../src/index.js";
import { type ReadSettlementOptions, readSettlement } from "../../../src/signing/index.js";
import {
  approval,
  approvalForAll,
  approveNft,
  coin,
  createNode,
  deposit,
  emitOther,
  end,
  entryPoint06,
  entryPoint07,
  entryPoint08,
  hashOf,
  nft,
  noAccount,
  operationHash,
  otherHash,
  paymaster,
  type RawLog,
  receiver,
  router,
  start,
  stranger,
  swapLogs,
  transfer,
  transferBare,
  transferBatch,
  transferNft,
  transferSingle,
  usd,
  type World,
  wallet,
  withdrawal,
  wrapped,
} from "./receipts.js";

const options: ReadSettlementOptions = {
  chainId: 137,
  transactionHash: hashOf("9"),
  userOperationHash: operationHash,
  accounts: [wallet],
};
const read = (world: World, over: Partial<ReadSettlementOptions> = {}) =>
  readSettlement(createNode(world), { ...options, ...over });

/** The changes of tokens, without the native coin. */
async function readTokens(logs: readonly RawLog[], over: Partial<ReadSettlementOptions> = {}) {
  const { changes } = await read({ logs }, over);
  return changes.filter(({ token }) => token !== nativeToken);
}
const change = (token: string, amount: bigint, more: object = {}) => ({
  account: wallet,
  token,
  amount,
  exact: true,
  ...more,
});
const swapped = [change(usd, -100_000_000n), change(coin, 100n * 10n ** 18n)];

afterEach(() => vi.useRealTimers());

test("readSettlement returns what a swap moved, its gas, the block and the decimals", async () => {
  const settlement = await read({});
  const upper = operationHash.toUpperCase().replace("X", "x") as typeof operationHash;
  expect(await read({}, { userOperationHash: upper })).toEqual(settlement);
  expect(settlement).toEqual({
    chainId: 137,
    status: "executed",
    accounts: [wallet],
    blockNumber: 50n,
    gas: { paidBy: paymaster, wei: 7n },
    changes: [...swapped, change(nativeToken, 0n)],
    approvals: [],
    decimals: { [usd]: 6, [coin]: 18, [nativeToken]: 18 },
    notMeasured: [],
  });
});

describe("only the logs of the operation count:", () => {
  const theft = transfer(usd, wallet, stranger, 1n);
  const other = end({ hash: otherHash });
  const cases: [name: string, logs: RawLog[]][] = [
    ["not those of the previous operation", [start(), theft, other, ...swapLogs, end()]],
    ["not those of the next operation", [start(), ...swapLogs, end(), theft, other]],
    ["not those after the last one", [start(), ...swapLogs, end(), theft]],
    [
      "not those of a later bundle",
      [start(), ...swapLogs, end(), theft, start(), theft, end({ hash: otherHash })],
    ],
    ["not those of an earlier bundle", [start(), theft, other, start(), ...swapLogs, end()]],
  ];
  test.each(cases)("%s", async (_, logs) => {
    expect(await readTokens(logs)).toEqual(swapped);
  });

  test.each([
    ["v0.6", entryPoint06],
    ["v0.7", entryPoint07],
    ["v0.8", entryPoint08],
  ])("of EntryPoint %s", async (_, entryPoint) => {
    const logs = [start(entryPoint), theft, end({ hash: otherHash, entryPoint })];
    expect(await readTokens([...logs, ...swapLogs, end({ entryPoint })])).toEqual(swapped);
  });

  test("the events of another contract or another EntryPoint do not cut them", async () => {
    for (const entryPoint of [stranger, entryPoint06]) {
      const fakes = [start(entryPoint), end({ hash: otherHash, entryPoint })];
      const logs = [start(), ...swapLogs.slice(0, 1), ...fakes, ...swapLogs.slice(1), end()];
      expect(await readTokens(logs)).toEqual(swapped);
    }
  });

  test.each([
    ["another address", stranger],
    ["all but the last digit of a real one", `${entryPoint07.slice(0, -1)}1`.toLowerCase()],
    ["the first half of a real one", `${entryPoint07.slice(0, 22)}${"1".repeat(20)}`.toLowerCase()],
    ["the last half of a real one", `0x${"1".repeat(20)}${entryPoint07.slice(22)}`.toLowerCase()],
  ] as const)("the event of a fake EntryPoint with %s is not the end of it", async (_, fake) => {
    const entryPoint = fake as typeof stranger;
    const logs = [start(), end({ entryPoint, gasCost: 1n }), ...swapLogs, end()];
    expect(await readTokens(logs)).toEqual(swapped);
    expect((await read({ logs })).gas?.wei).toBe(7n);
  });

  test("the logs of an operation that failed are read too", async () => {
    const logs = [start(), end({ isSuccess: false })];
    expect(await read({ logs })).toMatchObject({ status: "reverted", gas: { wei: 7n } });
  });
});

describe("a paymaster that is paid in a token before the execution", () => {
  const charge = transfer(usd, wallet, paymaster, 3n);
  const charged = (amount: bigint, exact: boolean) => [
    change(usd, amount, { exact }),
    change(coin, 100n * 10n ** 18n),
  ];

  test("is counted if the bundle has one operation of the wallet, less what it returns", async () => {
    const back = transfer(usd, paymaster, wallet, 1n);
    const others = [end({ hash: otherHash, sender: stranger })];
    const logs = [charge, start(), ...others, ...swapLogs, back, end()];
    expect(await readTokens(logs)).toEqual(charged(-100_000_002n, true));
  });

  test.each([
    ["before", [end({ hash: otherHash })], []],
    ["after", [], [end({ hash: otherHash })]],
  ])("is not exact with another operation of the wallet %s it", async (_, before, after) => {
    const logs = [charge, start(), ...before, ...swapLogs, end(), ...after];
    const accounts = [wallet, receiver];
    expect(await readTokens(logs, { accounts })).toEqual(charged(-100_000_000n, false));
  });

  test("that returns a part is not exact without the charge, and hides no loss", async () => {
    const others = [
      transfer(usd, router, wallet, 1n),
      transfer(coin, paymaster, wallet, 1n),
      transfer(usd, wallet, paymaster, 5n),
      transfer(usd, paymaster, receiver, 4n),
    ];
    const back = transfer(usd, paymaster, wallet, 2n);
    const logs = [charge, start(), end({ hash: otherHash }), ...swapLogs, back, ...others, end()];
    expect(await readTokens(logs, { accounts: [wallet, receiver] })).toEqual([
      change(usd, -100_000_004n, { exact: false }),
      change(coin, 100n * 10n ** 18n + 1n),
      change(usd, 4n, { account: receiver }),
    ]);
  });

  test("is not one of an earlier or a later bundle", async () => {
    const other = end({ hash: otherHash });
    const logs = [charge, start(), other, charge, start(), ...swapLogs, end(), charge, start()];
    expect(await readTokens([...logs, other])).toEqual(charged(-100_000_003n, true));
  });

  test("is none of a bundle of another EntryPoint in the same transaction", async () => {
    const theft = transfer(usd, wallet, stranger, 1n);
    const other = end({ hash: otherHash, entryPoint: entryPoint06 });
    const logs = [charge, start(entryPoint06), theft, other, charge, start(), ...swapLogs, end()];
    expect(await readTokens(logs)).toEqual(charged(-100_000_003n, true));
  });

  test("is counted if a fake EntryPoint emits an event after it", async () => {
    for (const fake of [start(stranger), end({ entryPoint: stranger })]) {
      const logs = [charge, fake, start(), ...swapLogs, end()];
      expect(await readTokens(logs)).toEqual(charged(-100_000_003n, true));
    }
  });

  test("is shown even if the operation itself moves none of the token", async () => {
    const logs = [charge, start(), end({ hash: otherHash }), end()];
    expect(await readTokens(logs)).toEqual([change(usd, 0n, { exact: false })]);
  });

  test("does not count what others send before the execution", async () => {
    const others = [transfer(coin, stranger, wallet, 5n), transfer(usd, receiver, paymaster, 3n)];
    const accounts = [wallet, receiver];
    const logs = [...others, start(), ...swapLogs, end()];
    expect(await readTokens(logs, { accounts })).toEqual(swapped);
  });
});

describe("of tokens, it sums", () => {
  const run = (...logs: RawLog[]) => readTokens([start(), ...logs, end()]);

  test("several transfers, without those between others or to itself", async () => {
    const logs = [
      transfer(usd, wallet, router, 5n),
      transfer(usd, router, wallet, 2n),
      transfer(usd, wallet, wallet, 9n),
      transfer(usd, router, stranger, 9n),
      transfer(coin, wallet, stranger, 0n),
    ];
    expect(await run(...logs)).toEqual([change(usd, -3n)]);
  });

  test("what left and what arrived of a token that keeps a fee", async () => {
    const logs = [transfer(usd, wallet, receiver, 99n), transfer(usd, wallet, usd, 1n)];
    expect(await readTokens([start(), ...logs, end()], { accounts: [wallet, receiver] })).toEqual([
      change(usd, -100n),
      change(usd, 99n, { account: receiver }),
    ]);
  });

  test("each account once, in any letter case", async () => {
    const checksummed = "0xAbcdefABCdEFabcdefABcDEfABCdefAbCDEfAbCd";
    const lower = checksummed.toLowerCase() as never;
    const logs = [transfer(usd, wallet, lower, 5n)];
    expect(
      await readTokens([start(), ...logs, end()], { accounts: [wallet, checksummed, lower] }),
    ).toEqual([change(usd, -5n), change(usd, 5n, { account: checksummed })]);
  });

  test("tokens of ERC-721 and ERC-1155, by id", async () => {
    const logs = [
      transferNft(nft, wallet, stranger, 7n),
      transferSingle(coin, stranger, wallet, stranger, 8n, 3n),
      transferBatch(coin, stranger, wallet, stranger, [8n, 9n], [1n, 5n]),
      transferBatch(coin, stranger, stranger, wallet, [10n], [2n]),
    ];
    expect(await run(...logs)).toEqual([
      change(nft, -1n, { id: 7n }),
      change(coin, -4n, { id: 8n }),
      change(coin, -5n, { id: 9n }),
      change(coin, 2n, { id: 10n }),
    ]);
  });

  test("transfers of old tokens, which index no parameter", async () => {
    expect(await run(transferBare(usd, wallet, stranger, 5n))).toEqual([change(usd, -5n)]);
  });

  test("wrapped coins, which emit Deposit and Withdrawal", async () => {
    expect(await run(deposit(wrapped, wallet, 5n))).toEqual([change(wrapped, 5n)]);
    expect(await run(withdrawal(wrapped, wallet, 5n))).toEqual([change(wrapped, -5n)]);
  });

  test("wrapped coins that emit a transfer, too, once", async () => {
    const mint = transfer(wrapped, noAccount, wallet, 5n);
    const burn = transfer(wrapped, wallet, noAccount, 5n);
    expect(await run(mint, deposit(wrapped, wallet, 5n))).toEqual([change(wrapped, 5n)]);
    expect(await run(withdrawal(wrapped, wallet, 5n), burn)).toEqual([change(wrapped, -5n)]);
    const both = [mint, mint, deposit(wrapped, wallet, 5n), deposit(wrapped, wallet, 5n)];
    expect(await run(...both)).toEqual([change(wrapped, 10n)]);
    const twice = [burn, withdrawal(wrapped, wallet, 5n), withdrawal(wrapped, wallet, 5n)];
    expect(await run(...twice)).toEqual([change(wrapped, -10n)]);
    const empty = transfer(wrapped, wallet, noAccount, 0n);
    expect(await run(empty, withdrawal(wrapped, wallet, 5n))).toEqual([change(wrapped, -5n)]);
  });

  test("no Withdrawal of a contract that is no token", async () => {
    const logs = [start(), withdrawal(router, wallet, 5n), end()];
    const { changes, notMeasured } = await read({ logs });
    expect(changes).toEqual([change(nativeToken, 0n)]);
    expect(notMeasured).toEqual([`the coin ${router}`]);
    // What emits a transfer, too, is one.
    expect(await run(transfer(router, wallet, stranger, 3n), ...logs.slice(1, 2))).toEqual([
      change(router, -8n),
    ]);
  });

  test("no transfer of the native coin as a token, whose balance is read", async () => {
    const coinOfPolygon = "0x0000000000000000000000000000000000001010";
    const logs = [start(), transfer(coinOfPolygon, wallet, stranger, 5n), end()];
    expect(await readTokens(logs)).toEqual([]);
    const { changes } = await read({ logs, chainId: 1 }, { chainId: 1 });
    expect(changes).toContainEqual(change(coinOfPolygon, -5n));
  });
});

describe("the native coin is the difference of the balances around the block", () => {
  const balances = { [wallet]: [100n, 40n], [receiver]: [5n, 55n] } as const;
  const readCoins = async (
    world: World,
    accounts: ReadSettlementOptions["accounts"] = [wallet],
  ) => {
    const { changes, notMeasured } = await read(world, { accounts });
    const coins = changes.filter(({ token }) => token === nativeToken);
    return { coins, notMeasured };
  };
  const missing = (...accounts: string[]) => ({
    coins: [],
    notMeasured: accounts.map((each) => `the native coin of ${each}`),
  });

  test("for each account", async () => {
    expect(await readCoins({ balances }, [wallet, receiver])).toEqual({
      coins: [change(nativeToken, -60n), change(nativeToken, 50n, { account: receiver })],
      notMeasured: [],
    });
  });

  test("without gas, also if the wallet pays it from its deposit or by a prefund", async () => {
    const logs = [start(), ...swapLogs, end({ paidBy: noAccount, gasCost: 7n })];
    const prefunded = await read({
      logs,
      balances: { [wallet]: [100n, 80n] },
      deposits: [3n, 16n],
    });
    expect(prefunded.gas).toEqual({ paidBy: wallet, wei: 7n });
    expect(prefunded.changes[2]).toEqual(change(nativeToken, 0n));
    const paid = await read({ balances }, { accounts: [wallet, paymaster] });
    expect(paid.changes[3]).toEqual(change(nativeToken, 0n, { account: paymaster }));
    const deposited = await read({ logs, balances, deposits: [30n, 23n] });
    expect(deposited.changes[2]).toEqual(change(nativeToken, -60n));
  });

  test("of another account without the gas that the wallet pays", async () => {
    const logs = [start(), ...swapLogs, end({ paidBy: noAccount, gasCost: 7n })];
    expect((await readCoins({ logs, balances }, [wallet, receiver])).coins).toEqual([
      change(nativeToken, -53n),
      change(nativeToken, 50n, { account: receiver }),
    ]);
  });

  test("and is exact if an EntryPoint logs something else than an operation", async () => {
    const operations = [start(), end()];
    expect((await readCoins({ balances, operations })).coins).toEqual([change(nativeToken, -60n)]);
  });

  test("with the deposit of the wallet only", async () => {
    const deposits = [1n, 4n] as const;
    const { coins } = await readCoins({ balances, deposits }, [wallet, receiver]);
    expect(coins.map(({ amount }) => amount)).toEqual([-57n, 50n]);
  });

  test("and is not exact if the block has other transactions or operations", async () => {
    const coins = [change(nativeToken, -60n, { exact: false })];
    const operations = [end({ hash: otherHash, sender: stranger }), end()];
    for (const world of [{ senders: [stranger, router] }, { operations }])
      expect(await readCoins({ balances, ...world })).toEqual({ coins, notMeasured: [] });
  });

  test("and is not measured if the account did something else in the block", async () => {
    const operations = [end({ hash: otherHash }), end()];
    for (const world of [{ senders: [stranger, wallet] }, { senders: [wallet] }, { operations }])
      expect(await readCoins({ balances, ...world })).toEqual(missing(wallet));
  });

  test("and is not measured if the node has no old state, no logs or no block", async () => {
    const fail = () => Promise.reject(new Error("missing trie node"));
    const worlds: World[] = [
      { isPruned: true },
      { over: { getLogs: fail } },
      { over: { getBlock: fail } },
      { over: { getBlock: async () => null } },
      { over: { getBlock: async () => ({ transactions: [null] }) } },
      { over: { getBlock: async () => ({ transactions: ["0x12"] }) } },
      { over: { getBlock: async () => ({ transactions: [{ from: stranger }, {}] }) } },
      ...[49n, 50n].map((missing): World => {
        const getBalance = async ({ blockNumber }: { blockNumber: bigint }) =>
          blockNumber === missing ? undefined : 1n;
        return { over: { getBalance } };
      }),
      { over: { getLogs: async () => ({}) } },
      { over: { getBalance: async () => "1" } },
    ];
    for (const world of worlds) {
      expect(await readCoins(world, [wallet, receiver])).toEqual(missing(wallet, receiver));
      const { changes, decimals } = await read(world);
      expect(changes).toEqual(swapped);
      expect(decimals).toEqual({ [usd]: 6, [coin]: 18 });
    }
  });

  test("and is not measured if the node returns no number for the deposit", async () => {
    const deposits = ["0", "0"] as never;
    expect(await readCoins({ balances, deposits })).toEqual(missing(wallet));
  });
});

describe("approvals are read as they stand afterwards:", () => {
  const readApprovals = (logs: readonly RawLog[], approved: Record<string, unknown>) =>
    read({ logs: [start(), ...logs, end()], approved });
  const logged = approval(usd, wallet, router, 100n);
  const standing = { account: wallet, token: usd, spender: router, amount: 40n };

  test("what is left of an approval that was used without an event", async () => {
    const { approvals } = await readApprovals([logged, logged], { [`${usd} ${router}`]: 40n });
    expect(approvals).toEqual([standing]);
  });

  test("nothing if it is used up", async () => {
    const { approvals } = await readApprovals([logged], { [`${usd} ${router}`]: 0n });
    expect(approvals).toEqual([]);
  });

  test("also those that are set before the execution, and no approval of another account", async () => {
    const logs = [logged, start(), approval(usd, stranger, router, 5n), end()];
    const { approvals } = await read({ logs, approved: { [`${usd} ${router}`]: 40n } });
    expect(approvals).toEqual([standing]);
  });

  test("of each account, by its own allowance", async () => {
    const left: Record<string, bigint> = { [wallet]: 40n, [receiver]: 7n };
    const readContract = async ({ functionName, args, blockNumber }: Record<string, unknown>) =>
      functionName === "allowance" && blockNumber === 50n
        ? left[String((args as unknown[])[0])]
        : 0n;
    const logs = [start(), logged, approval(usd, receiver, router, 9n), end()];
    const world = { logs, over: { readContract } } as World;
    const { approvals } = await read(world, { accounts: [wallet, receiver] });
    expect(approvals).toEqual([standing, { ...standing, account: receiver, amount: 7n }]);
  });

  test("at the block of the operation, not later", async () => {
    const readContract = async ({ functionName, blockNumber }: Record<string, unknown>) =>
      functionName === "allowance" && blockNumber === 50n ? 40n : 0n;
    const world = { logs: [start(), logged, end()], over: { readContract } } as World;
    expect((await read(world)).approvals).toEqual([standing]);
  });

  test("by the newest state if the node has no old one", async () => {
    const logs = [start(), logged, end()];
    for (const amount of [40n, 1n]) {
      const world = { logs, approved: { [`${usd} ${router}`]: amount }, isPruned: true };
      expect((await read(world)).approvals).toEqual([{ ...standing, amount }]);
    }
  });

  test("not if the same or a higher one stood before, which some tokens log again", async () => {
    const key = `${usd} ${router}`;
    const logs = [start(), logged, end()];
    for (const [before, isNew] of [
      [39n, true],
      [40n, false],
      [41n, false],
    ] as const) {
      const world = { logs, approved: { [key]: 40n }, approvedBefore: { [key]: before } };
      expect((await read(world)).approvals).toEqual(isNew ? [standing] : []);
    }
  });

  test("of each account, and of no other one", async () => {
    const logs = [logged, approval(usd, receiver, router, 1n), approval(usd, stranger, router, 1n)];
    const { approvals } = await read(
      { logs: [start(), ...logs, end()], approved: { [`${usd} ${router}`]: 40n } },
      { accounts: [wallet, receiver] },
    );
    expect(approvals).toEqual([standing, { ...standing, account: receiver }]);
  });

  test("for all tokens of a contract, and for one token of ERC-721", async () => {
    const logs = [
      approvalForAll(nft, wallet, router, true),
      approvalForAll(coin, wallet, router, true),
      approveNft(nft, wallet, router, 7n),
      approveNft(nft, wallet, router, 8n),
      approveNft(nft, wallet, noAccount, 9n),
    ];
    const { approvals } = await readApprovals(logs, {
      [`${nft} ${router}`]: true,
      [`${coin} ${router}`]: false,
      [`${nft} 7`]: router,
      [`${nft} 8`]: stranger,
      [`${nft} 9`]: noAccount,
    });
    expect(approvals).toEqual([
      { ...standing, token: nft, amount: maxUint256 },
      { ...standing, token: nft, amount: 1n },
    ]);
  });

  test("of each spender, and for one amount beside all tokens", async () => {
    const indexed =
      "event ApprovalForAll(address indexed owner, address indexed operator, bool indexed approved)";
    const logs = [
      logged,
      approval(usd, wallet, stranger, 5n),
      approvalForAll(usd, wallet, router, true),
      emitOther(indexed)(nft, wallet, router, true),
    ];
    const { approvals } = await readApprovals(logs, {
      [`allowance ${usd} ${router}`]: 40n,
      [`allowance ${usd} ${stranger}`]: 5n,
      [`isApprovedForAll ${usd} ${router}`]: true,
      [`isApprovedForAll ${nft} ${router}`]: true,
    });
    expect(approvals).toEqual([
      standing,
      { ...standing, spender: stranger, amount: 5n },
      { ...standing, amount: maxUint256 },
      { ...standing, token: nft, amount: maxUint256 },
    ]);
  });

  test("an approval that cannot be read is not measured", async () => {
    const { approvals, notMeasured } = await readApprovals([logged], {});
    expect(approvals).toEqual([]);
    expect(notMeasured).toEqual([`the approval of ${usd} for ${router}`]);
  });
});

test("readSettlement calls each function by its signature, with the type of its result", async () => {
  const views = parseAbi([
    "function decimals() view returns (uint8)",
    "function balanceOf(address account) view returns (uint256)",
    "function allowance(address owner, address spender) view returns (uint256)",
    "function isApprovedForAll(address owner, address operator) view returns (bool)",
    "function getApproved(uint256 id) view returns (address)",
  ]);
  const calls: Record<string, unknown>[] = [];
  const readContract = async (call: Record<string, unknown>) => {
    calls.push(call);
    return 0n;
  };
  const approvals = [
    approval(usd, wallet, router, 1n),
    approvalForAll(nft, wallet, router, true),
    approveNft(nft, wallet, router, 7n),
  ];
  await read({ logs: [start(), ...swapLogs, ...approvals, end()], over: { readContract } });
  expect(new Set(calls.map(({ functionName }) => functionName)).size).toBe(views.length);
  for (const { abi, functionName, args } of calls) {
    const [view] = views.filter(({ name }) => name === functionName);
    const encode = (of: unknown) => encodeFunctionData({ abi: of, functionName, args } as never);
    expect(encode(abi)).toBe(encode([view]));
    const outputs = view?.outputs.map(({ type }) => ({ type }));
    expect(abi).toMatchObject([{ outputs, stateMutability: "view" }]);
  }
});

test("readSettlement asks for the block, the accounts and the contracts of the operation", async () => {
  const approvals = [
    approval(usd, wallet, router, 1n),
    approvalForAll(nft, wallet, router, true),
    approveNft(nft, wallet, router, 7n),
  ];
  const approved = { [`${usd} ${router}`]: 1n, [`${nft} ${router}`]: true, [`${nft} 7`]: router };
  const logs = [start(), ...swapLogs, ...approvals, end()];
  const asked: [name: string, parameters: Record<string, unknown>][] = [];
  const functions = Object.entries(createNode({ logs, approved })).map(([name, ask]) => {
    const note = (parameters: Record<string, unknown>) => {
      asked.push([name, parameters]);
      return ask(parameters);
    };
    return [name, note];
  });
  const node = Object.fromEntries(functions);
  await readSettlement(node, { ...options, accounts: [wallet, receiver] });
  const listAsked = (name: string) => asked.filter(([of]) => of === name).map(([, given]) => given);
  expect(listAsked("getTransactionReceipt")).toEqual([{ hash: options.transactionHash }]);
  expect(listAsked("getBlock")).toEqual([{ blockNumber: 50n, includeTransactions: true }]);
  const address = [entryPoint06, entryPoint07, entryPoint08].map((each) => each.toLowerCase());
  expect(listAsked("getLogs")).toEqual([{ address, fromBlock: 50n, toBlock: 50n }]);
  const reads = listAsked("readContract").map(
    ({ functionName, address, args, blockNumber }) =>
      `${functionName} of ${address}: ${args} at ${blockNumber ?? "the end"}`,
  );
  const around = (read: string) => [49, 50].map((block) => `${read} at ${block}`);
  expect(reads.sort()).toEqual(
    [
      ...[usd, coin].map((token) => `decimals of ${token}:  at the end`),
      ...around(`balanceOf of ${entryPoint07.toLowerCase()}: ${wallet}`),
      ...around(`allowance of ${usd}: ${wallet},${router}`),
      ...around(`isApprovedForAll of ${nft}: ${wallet},${router}`),
      ...around(`getApproved of ${nft}: 7`),
    ].sort(),
  );
});

describe("readSettlement returns pending", () => {
  const missing = Object.assign(new Error("no receipt"), {
    name: "TransactionReceiptNotFoundError",
  });
  test.each([
    ["if the node has no receipt", () => Promise.reject(missing)],
    ["if the node returns null", async () => null],
    ["if the receipt has no block yet", async () => ({ blockNumber: null, logs: [] })],
  ])("%s", async (_, getTransactionReceipt) => {
    expect(await read({ over: { getTransactionReceipt } })).toEqual({
      chainId: 137,
      status: "pending",
      accounts: [wallet],
      changes: [],
      approvals: [],
      decimals: {},
      notMeasured: [],
    });
  });
});

describe("readSettlement rejects", () => {
  const reject = (
    world: World,
    over: Partial<ReadSettlementOptions>,
    type: unknown,
    text: string,
  ) => {
    const result = read(world, over);
    return Promise.all([
      expect(result).rejects.toBeInstanceOf(type),
      expect(result).rejects.toThrow(text),
    ]);
  };

  test("a node of another chain", async () => {
    await reject({ chainId: 1 }, {}, ConfigurationError, "expected a node of chain 137, got 1");
  });

  test("a receipt without the operation", async () => {
    const logs = [start(), ...swapLogs, end({ hash: otherHash })];
    await reject({ logs }, {}, ConfigurationError, "does not contain the operation");
    const fake = [start(), ...swapLogs, end({ entryPoint: stranger })];
    await reject({ logs: fake }, {}, ConfigurationError, "does not contain the operation");
  });

  test("a transaction that reverted as a whole", async () => {
    await reject({ logs: [], status: "reverted" }, {}, ConfigurationError, "reverted");
  });

  test("an operation of another wallet", async () => {
    const accounts = [receiver, wallet];
    await reject({}, { accounts }, ConfigurationError, `accounts: expected ${wallet}`);
  });

  test("invalid options", async () => {
    const cases = [
      [{ transactionHash: "0x12" }, "transactionHash"],
      [{ userOperationHash: undefined }, "userOperationHash"],
      [{ accounts: [] }, "accounts"],
      [{ accounts: ["0x12"] }, "accounts"],
      [{ wallet }, "wallet"],
    ] as const;
    const getTransactionReceipt = async () => null;
    for (const [over, text] of cases)
      await reject({ over: { getTransactionReceipt } }, over as never, ConfigurationError, text);
  });

  test("a node that fails, without its URL", async () => {
    const getTransactionReceipt = () =>
      Promise.reject(new Error("HTTP request failed: https://node.test/secret-key"));
    const result = read({ over: { getTransactionReceipt } });
    await expect(result).rejects.toBeInstanceOf(ConnectionError);
    await expect(result).rejects.not.toThrow("secret-key");
    await expect(result).rejects.toMatchObject({
      message: expect.stringContaining("the node failed: HTTP request failed"),
      phase: "exchange",
      hint: "Try again, or pass another node. It only reads.",
    });
  });

  test("a node that does not respond within 20 seconds", async () => {
    vi.useFakeTimers();
    const getLogs = () => new Promise<never>(() => {});
    const result = read({ over: { getLogs } });
    const rejected = expect(result).rejects.toMatchObject({ kind: "timeout", timeout: 20_000 });
    await vi.advanceTimersByTimeAsync(20_000);
    await rejected;
    expect(vi.getTimerCount()).toBe(0);
  });

  test("an aborted call, without asking the node", async () => {
    const getChainId = vi.fn(async () => 137);
    const signal = AbortSignal.abort();
    await reject({ over: { getChainId } }, { signal }, AbortedError, "aborted");
    expect(getChainId).not.toHaveBeenCalled();
  });

  test("a call that is aborted while the node does not respond", async () => {
    const controller = new AbortController();
    const getChainId = () => {
      controller.abort();
      return new Promise<never>(() => {});
    };
    await reject({ over: { getChainId } }, { signal: controller.signal }, AbortedError, "aborted");
  });
});

describe("malformed values of a node do not crash it:", () => {
  const words = (count: number) => `0x${"0".repeat(64 * count)}` as const;
  const cut = (log: RawLog, over: object) => ({ ...log, ...over });
  const [usdLog, coinLog] = swapLogs as [RawLog, RawLog];
  test.each<[string, unknown, string[]]>([
    ["a transfer without topics", cut(usdLog, { topics: usdLog.topics.slice(0, 1) }), [usd]],
    ["a transfer without data", cut(usdLog, { data: "0x" }), [usd]],
    ["a transfer with half a word", cut(usdLog, { data: "0x1234" }), [usd]],
    [
      "a batch with a length beyond its data",
      cut(transferBatch(coin, wallet, wallet, stranger, [1n], [1n]), {
        data: `0x${"40".padStart(64, "0").repeat(2)}${"f".repeat(64)}`,
      }),
      [coin],
    ],
    [
      "a batch with more ids than amounts",
      transferBatch(coin, wallet, wallet, stranger, [1n, 2n], [1n]),
      [coin],
    ],
    [
      "a single transfer that is cut off",
      cut(transferSingle(coin, wallet, wallet, stranger, 1n, 1n), { data: words(1) }),
      [coin],
    ],
    ["a deposit without data", cut(deposit(wrapped, wallet, 1n), { data: "0x" }), [wrapped]],
  ])("%s", async (_, log, contracts) => {
    const logs = [start(), log, coinLog, end()];
    const { changes, notMeasured } = await read({ logs });
    expect(changes.slice(0, -1)).toEqual([swapped[1]]);
    expect(notMeasured).toEqual(contracts.map((each) => `a log of ${each}`));
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["a log without address", { topics: [], data: "0x" }],
    ["a log whose topics are no list", cut(usdLog, { topics: "0x" })],
    ["a log with a short topic", cut(usdLog, { topics: ["0x12"] })],
    ["a log whose data is no hex", cut(usdLog, { data: "?" })],
  ])("%s", async (_, log) => {
    const { changes, notMeasured } = await read({ logs: [start(), log, coinLog, end()] });
    expect(changes.slice(0, -1)).toEqual([swapped[1]]);
    expect(notMeasured).toEqual(["a malformed log"]);
    const cutLog = cut(usdLog, { data: "0x" });
    const both = await read({ logs: [start(), log, cutLog, coinLog, end()] });
    expect(both.notMeasured).toEqual([`a log of ${usd}`, "a malformed log"]);
  });

  test("a receipt without logs", async () => {
    await expect(read({ logs: "none" })).rejects.toBeInstanceOf(ConnectionError);
  });

  test.each([null, -1, 256, 1.5, "6", undefined, 300n])("decimals of %s", async (value) => {
    const { decimals } = await read({ decimals: { [usd]: value, [coin]: 18n } });
    expect(decimals).toEqual({ [coin]: 18, [nativeToken]: 18 });
  });
});
