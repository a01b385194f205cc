import { maxUint256 } from "viem";
import { describe, expect, test } from "vitest";
import { ConfigurationError, nativeToken } from "../../../src/index.js";
import {
  type CheckSettlementOptions,
  checkSettlement,
  problemGuide,
  type SettledChange,
  type Settlement,
  type Statement,
} from "../../../src/signing/index.js";
import { coin, nft, paymaster, receiver, router, stranger, usd, wallet } from "./receipts.js";

const change = (token: string, amount: bigint, more: Partial<SettledChange> = {}) =>
  ({ account: wallet, token, amount, exact: true, ...more }) as SettledChange;
const ether = 10n ** 18n;
const gave = change(usd, -100_000_000n);
const got = change(coin, 99n * ether);

const settle = (over: Partial<Settlement> = {}): Settlement => ({
  chainId: 137,
  status: "executed",
  accounts: [wallet, receiver],
  blockNumber: 50n,
  gas: { paidBy: paymaster, wei: 7n },
  changes: [gave, got],
  approvals: [],
  decimals: { [usd]: 6, [coin]: 18 },
  notMeasured: [],
  ...over,
});

const leave = (token: string, amount: string, over: object = {}) =>
  ({ chainId: 137, token, amount, why: "amount", ...over }) as Statement["leaves"][number];
const arrive = (token: string, least: string, over: object = {}) =>
  ({ chainId: 137, token, account: wallet, least, ...over }) as Statement["arrives"][number];
const swap: Statement = { leaves: [leave(usd, "100")], arrives: [arrive(coin, "99")] };

/** The codes and paths of all problems. */
function find(
  settlement: Partial<Settlement>,
  statement: Partial<Statement> = {},
  options?: CheckSettlementOptions,
) {
  const problems = checkSettlement(settle(settlement), { ...swap, ...statement }, options);
  for (const { code, severity } of problems) {
    expect(severity).toBe("fatal");
    expect(["Settled", "Matches", "Your call"]).toContain(problemGuide[code].sentence);
  }
  return problems.map(({ code, path }) => `${code} ${path}`);
}

test("checkSettlement finds no problem if exactly what was stated left and arrived", () => {
  expect(find({})).toEqual([]);
  expect(find({ gas: undefined })).toEqual([]);
  expect(find({}, { leaves: [leave(usd, "100"), leave(coin, "0")] })).toEqual([]);
});

test("checkSettlement adds up the changes of a token and account, in any letter case", () => {
  const account = "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd";
  const upper = account.toUpperCase().replace("X", "x") as typeof account;
  const left = [account, upper] as const;
  const changes = left.map((each) => change(usd, -50_000_001n, { account: each }));
  const statement = { leaves: [leave(usd, "100.000001")], arrives: [] };
  expect(find({ accounts: [account], changes }, statement)).toEqual([
    "left_more settlement.changes[1].amount",
  ]);
});

describe("left_more", () => {
  const leftMore = "left_more settlement.changes[0].amount";

  test("is one unit more than all rows of the token on this chain together", () => {
    const leaves = [
      leave(usd, "99.9"),
      leave(usd.toUpperCase().replace("X", "x"), "0.05", { why: "fee" }),
      leave(usd, "0.05", { why: "gas" }),
      leave(usd, "5", { chainId: 1 }),
      leave(coin, "5"),
    ];
    expect(find({}, { leaves })).toEqual([]);
    expect(find({ changes: [change(usd, -100_000_001n), got] }, { leaves })).toEqual([leftMore]);
  });

  test("names both amounts in whole tokens, and the token", () => {
    const changes = [change(usd, -250_000_000n), got];
    expect(checkSettlement(settle({ changes }), swap)).toEqual([
      {
        code: "left_more",
        path: "settlement.changes[0].amount",
        severity: "fatal",
        expected: "at most 100",
        received: '"250"',
        message: 'settlement.changes[0].amount: expected at most 100, got "250"',
        token: usd,
      },
    ]);
  });

  test("is about the wallet, which is the first account, and not about the receiver", () => {
    const changes = [change(usd, -200_000_000n, { account: receiver }), got];
    expect(find({ changes })).toEqual([]);
    expect(find({ changes, accounts: [receiver, wallet] })).toEqual([leftMore]);
  });

  test("is found in a reverted operation, too", () => {
    const changes = [change(usd, -100_000_001n)];
    const status = "reverted" as const;
    expect(find({ status, changes })).toEqual(["reverted settlement.status", leftMore]);
  });
});

describe("the native coin", () => {
  const leaves = [leave(`0x${"0".repeat(40)}`, "1")];
  const gas = { paidBy: wallet, wei: 3n };

  test("that left is compared with its rows in any spelling, with the gas that the wallet paid", () => {
    const changes = [change(nativeToken, -ether), got];
    expect(find({ changes }, { leaves })).toEqual([]);
    // It has 18 decimals, regardless of what is given.
    expect(find({ changes }, { leaves }, { decimals: { [nativeToken]: 6 } })).toEqual([]);
    const leftMore = ["left_more settlement.changes[0].amount"];
    expect(find({ changes, gas }, { leaves })).toEqual(leftMore);
    const stated = [...leaves, leave(nativeToken, "0.000000000000000003", { why: "gas" })];
    expect(find({ changes, gas }, { leaves: stated })).toEqual([]);
    expect(find({ changes, gas: { ...gas, wei: 4n } }, { leaves: stated })).toEqual(leftMore);
  });

  test("that pays gas of the wallet is other_left without a row", () => {
    expect(find({ gas })).toEqual(["other_left settlement.gas.wei"]);
  });

  test("that arrived is compared less the gas that the wallet paid", () => {
    const arrives = [arrive(nativeToken, "1")];
    const changes = [gave, change(nativeToken, ether)];
    expect(find({ changes }, { arrives })).toEqual([]);
    const arrivedLess = ["arrived_less settlement.changes[1].amount"];
    const less = [gave, change(nativeToken, ether - 1n)];
    expect(find({ changes: less }, { arrives })).toEqual(arrivedLess);
    expect(find({ changes, gas }, { arrives })).toEqual(arrivedLess);
    const more = [gave, change(nativeToken, ether + 3n)];
    expect(find({ changes: more, gas }, { arrives })).toEqual([]);
  });

  test("that was not measured is not compared, but the gas that the wallet paid is", () => {
    const notMeasured = [`the native coin of ${wallet}`];
    const arrives = [arrive(nativeToken, "1")];
    expect(find({ changes: [gave], notMeasured }, { arrives })).toEqual([]);
    expect(find({ changes: [gave], notMeasured, gas }, { arrives })).toEqual([]);
    expect(find({ changes: [got], notMeasured, gas }, { leaves })).toEqual([]);
    const costly = { ...gas, wei: ether + 1n };
    expect(find({ changes: [got], notMeasured, gas: costly }, { leaves })).toEqual([
      "left_more settlement.gas.wei",
    ]);
    const other = [`the native coin of ${receiver}`];
    expect(find({ changes: [gave], notMeasured: other }, { arrives })).toHaveLength(1);
    // Tokens are measured without it.
    expect(find({ changes: [gave], notMeasured })).toEqual(["arrived_less settlement.changes"]);
  });
});

describe("other_left", () => {
  test("is a token that no row names, also one of ERC-721 or ERC-1155", () => {
    const changes = [
      gave,
      got,
      change(router, -1n),
      change(nft, -1n, { id: 7n }),
      change(usd, -1n, { id: 8n }),
      change(nft, 1n, { id: 9n }),
      change(stranger, 1n),
      change(nft, -1n, { id: 7n, account: receiver }),
      change(router, -1n, { account: receiver }),
      change(nft, 0n, { id: 10n, exact: false }),
    ];
    expect(find({ changes })).toEqual([
      "other_left settlement.changes[2].amount",
      "other_left settlement.changes[3]",
      "other_left settlement.changes[4]",
    ]);
  });

  test("names the token, as arrived_less does", () => {
    const changes = [gave, change(router, -1n), change(nft, -1n, { id: 7n })];
    const problems = checkSettlement(settle({ changes }), swap);
    expect(problems.map(({ code, token }) => [code, token])).toEqual([
      ["other_left", router],
      ["arrived_less", coin],
      ["other_left", nft],
    ]);
  });

  test("is a token whose rows are of another chain", () => {
    expect(find({}, { leaves: [leave(usd, "100", { chainId: 1 })] })).toEqual([
      "other_left settlement.changes[0].amount",
    ]);
  });

  test("names the amount in whole tokens, or in units", () => {
    const changes = [gave, got, change(router, -15n)];
    const messages = (decimals: Record<`0x${string}`, number>) =>
      checkSettlement(settle({ changes }), swap, { decimals }).map(({ message }) => message);
    const path = "settlement.changes[2].amount: expected no token that is not stated";
    expect(messages({ [router]: 1 })).toEqual([`${path}, got "1.5"`]);
    expect(messages({})).toEqual([`${path}, got "15 in the smallest unit"`]);
  });
});

describe("arrived_less", () => {
  const arrivedLess = ["arrived_less settlement.changes[1].amount"];

  test("is one unit less than the rows of the account and token together", () => {
    const arrives = [arrive(coin, "98"), arrive(coin, "1"), arrive(coin, "5", { chainId: 1 })];
    expect(find({}, { arrives })).toEqual([]);
    expect(find({ changes: [gave, change(coin, 99n * ether - 1n)] }, { arrives })).toEqual(
      arrivedLess,
    );
  });

  test("is nothing at the account of the row, even if another account got it", () => {
    const arrives = [arrive(coin, "1", { account: receiver })];
    expect(find({}, { arrives })).toEqual(["arrived_less settlement.changes"]);
    const changes = [gave, change(coin, ether, { account: receiver })];
    expect(find({ changes }, { arrives })).toEqual([]);
  });

  test("needs no decimals if nothing arrived", () => {
    expect(find({ changes: [gave], decimals: { [usd]: 6 } })).toEqual([
      "arrived_less settlement.changes",
    ]);
  });

  test("is not compared of a reverted operation", () => {
    expect(find({ status: "reverted", changes: [] })).toEqual(["reverted settlement.status"]);
  });
});

describe("a token that the wallet gives and gets is compared as one difference:", () => {
  const transfer = { leaves: [leave(usd, "100")], arrives: [arrive(usd, "99")] };
  const net = (amount: bigint, statement = transfer) =>
    find({ changes: amount === 0n ? [] : [change(usd, amount)] }, statement);

  test("a transfer to itself", () => {
    expect(net(0n)).toEqual([]);
    expect(net(-1_000_000n)).toEqual([]);
    expect(net(-1_000_001n)).toEqual(["left_more settlement.changes[0].amount"]);
  });

  test("a swap that gives less than it gets", () => {
    const swapped = { leaves: [leave(usd, "99")], arrives: [arrive(usd, "100")] };
    expect(net(1_000_000n, swapped)).toEqual([]);
    expect(net(999_999n, swapped)).toEqual(["arrived_less settlement.changes[0].amount"]);
    expect(net(-1n, swapped)).toEqual(["arrived_less settlement.changes[0].amount"]);
    expect(net(0n, swapped)).toEqual(["arrived_less settlement.changes"]);
  });

  test("rows of the same amount", () => {
    const same = { leaves: [leave(usd, "100")], arrives: [arrive(usd, "100")] };
    expect(net(0n, same)).toEqual([]);
    expect(net(-1n, same)).toEqual(["left_more settlement.changes[0].amount"]);
  });
});

describe("new_approval", () => {
  const approval = { account: wallet, token: usd, spender: router, amount: maxUint256 };

  test("is an approval of the wallet that stands and that the caller does not expect", () => {
    const approvals = [
      approval,
      { ...approval, spender: stranger, amount: 1n },
      { ...approval, amount: 0n },
      { ...approval, account: receiver },
    ];
    expect(find({ approvals })).toEqual([
      "new_approval settlement.approvals[0].spender",
      "new_approval settlement.approvals[1].spender",
    ]);
    expect(find({ approvals }, {}, { approvals: [router] })).toEqual([
      "new_approval settlement.approvals[1].spender",
    ]);
    const upper = `0x${stranger.slice(2).toUpperCase()}` as const;
    expect(find({ approvals }, {}, { approvals: [router, upper] })).toEqual([]);
  });

  test("names the token and the spender", () => {
    const [problem] = checkSettlement(settle({ approvals: [approval] }), swap);
    expect(problem).toMatchObject({ token: usd, received: `"${router}"`, expected: "no approval" });
    const known = { approvals: [stranger] };
    const [other] = checkSettlement(settle({ approvals: [approval] }), swap, known);
    expect(other?.expected).toBe(`one of ${stranger}`);
  });
});

describe("decimals", () => {
  test("of the caller win over those of the node, in any letter case", () => {
    const upper = `0x${usd.slice(2).toUpperCase()}` as const;
    expect(find({ decimals: { [usd]: 5, [coin]: 18 } })).toHaveLength(1);
    expect(find({ decimals: { [usd]: 5, [coin]: 18 } }, {}, { decimals: { [upper]: 6 } })).toEqual(
      [],
    );
  });

  test.each<[string, string, string, string[]]>([
    ["more digits, rounded up on the chain", "99.9999991", "99", []],
    ["one unit more than the rounding", "99.999999", "99", ["left_more"]],
    ["one unit and a digit more", "99.9999989", "99", ["left_more"]],
    ["a minimum with more digits, rounded down", "100", "100.0000000000000000001", []],
    ["a minimum of one unit more", "100", "100.000000000000000001", ["arrived_less"]],
  ])("round amounts that are stated with %s", (_, leaves, least, codes) => {
    const settlement = { changes: [change(usd, -100_000_000n), change(coin, 100n * 10n ** 18n)] };
    const statement = { leaves: [leave(usd, leaves)], arrives: [arrive(coin, least)] };
    expect(find(settlement, statement).map((each) => each.split(" ")[0])).toEqual(codes);
  });

  test("that are not known are a problem of the call, if an amount is to be compared", () => {
    expect(find({ decimals: {} })).toEqual([
      "request options.decimals",
      "request options.decimals",
    ]);
    const changes = [change(router, 5n), got];
    expect(find({ changes, decimals: { [coin]: 18 } })).toEqual([]);
  });
});

describe("checkSettlement reports as a problem of the call", () => {
  test("an account of a row that was not read", () => {
    const arrives = [arrive(coin, "99"), arrive(coin, "1", { account: stranger })];
    expect(find({}, { arrives })).toEqual(["request settlement.accounts"]);
  });

  test.each(["-1", "1,5", "", 5, null])("an amount of %j in the statement", (amount) => {
    const leaves = [leave(usd, "100"), leave(usd, amount as never)];
    const arrives = [arrive(coin, amount as never)];
    expect(find({}, { leaves, arrives })).toEqual([
      "request statement.leaves[1].amount",
      "request statement.arrives[0].least",
    ]);
  });
});

test("checkSettlement finds no problem in a pending operation", () => {
  const approvals = [{ account: wallet, token: usd, spender: router, amount: 1n }];
  expect(find({ status: "pending", changes: [change(router, -1n)], approvals })).toEqual([]);
});

test.each<[string, unknown[]]>([
  ["no settlement", [undefined, swap]],
  ["no statement", [settle(), undefined]],
  ["a statement without arrives", [settle(), { leaves: [] }]],
  ["a statement without leaves", [settle(), { arrives: [] }]],
  ...(["accounts", "changes", "approvals"] as const).map((name): [string, unknown[]] => [
    `a settlement without ${name}`,
    [settle({ [name]: undefined }), swap],
  ]),
  ["decimals of 256", [settle(), swap, { decimals: { [usd]: 256 } }]],
  ["decimals of -1", [settle(), swap, { decimals: { [usd]: -1 } }]],
  ["decimals as text", [settle(), swap, { decimals: { [usd]: "6" } }]],
  ["decimals that are a number", [settle(), swap, { decimals: 6 }]],
  ["an unknown option", [settle(), swap, { approval: [] }]],
  ["an invalid spender", [settle(), swap, { approvals: ["router"] }]],
])("checkSettlement throws a ConfigurationError for %s", (_, args) => {
  const call = () => checkSettlement(...(args as Parameters<typeof checkSettlement>));
  expect(call).toThrow(ConfigurationError);
});
