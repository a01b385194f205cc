import { privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Address } from "../../src/index.js";
import {
  createMandate,
  createMemoryPolicyStore,
  createSigningPolicy,
  describeMandate,
  type MandateTerms,
  type PolicyApproval,
  type SigningPolicyOptions,
  signMandate,
} from "../../src/policy/index.js";

// What a policy decides of a statement, at each boundary.

const now = Date.UTC(2026, 0, 1);
const day = 86_400_000;
const usdc = `0x${"aa".repeat(20)}` as const;
const weth = `0x${"bb".repeat(20)}` as const;
const stranger = `0x${"cc".repeat(20)}` as const;
const native = `0x${"0".repeat(40)}` as const;
const wallet = `0x${"1f".repeat(20)}` as const;
const receiver = `0x${"2e".repeat(20)}` as const;
const approver = privateKeyToAccount(`0x${"5a".repeat(32)}`);
const [unit, half] = [`${"0".repeat(35)}1`, `${"0".repeat(36)}5`];
/** In the unit of a store. */
const stored = (tokens: number) => `${tokens}${"0".repeat(36)}`;

const loss = (amount: string, token: string = usdc, why = "amount", chainId = 137) => ({
  chainId,
  token,
  amount,
  why,
});
const fee = (amount: string, token: string = usdc, chainId = 137) =>
  loss(amount, token, "fee", chainId);
const gain = (least: string, token: string = usdc, account: string = receiver, chainId = 137) => ({
  chainId,
  token,
  account,
  least,
});
const toReceiver = { walletAddress: wallet, toAddress: receiver, payGasFeeToken: usdc };
const transfer = { ...toReceiver, chainId: 137, token: usdc, amount: "82" };
const chains = { chainIdIn: 137, chainIdOut: 137 };
const swap = { ...toReceiver, ...chains, tokenIn: usdc, tokenOut: weth, amountIn: "82" };
const batchOf = (...all: Record<string, unknown>[]) => ({
  walletAddress: wallet,
  chainId: 137,
  operations: all.map((params) => ({ type: params["amountIn"] ? "swap" : "transfer", params })),
});

/** Changes of a transfer of 82 USDC, with 1 USDC of gas, that ends in a minute. */
interface Stated {
  leaves?: object[];
  arrives?: object[];
  ends?: number;
  [field: string]: unknown;
}
const state = ({ leaves = [loss("82")], arrives = [gain("82")], ...more }: Stated = {}) => {
  const { ends: expiresAt = now + 60_000, ...changes } = more;
  const to = { chainId: 137, walletAddress: wallet, feeReceivers: [], isPartial: false };
  const statement = { leaves, arrives, expiresAt };
  return { ...to, request: transfer, gas: 10n ** 255n, statement, ...changes };
};

const approval = { above: [], approvers: [approver.address.toLowerCase() as Address] };
const limits = [usdc, weth, stranger].map((token) => ({ token, perOperation: "5000" }));
const create = (changes: Partial<SigningPolicyOptions> = {}) =>
  createSigningPolicy({
    name: "payouts",
    chains: [137, 1],
    receivers: [receiver],
    limits,
    approval,
    ...changes,
  });
const bare = { approval: undefined };

type Row = [rule: string | undefined, path: string, expected: string, received: string];

/** The rule, path and values of each refusal. */
async function judge(policy: ReturnType<typeof create>, operation?: object, more: object = {}) {
  const { problems } = await policy.reserve({ parts: {}, operation, ...more } as never);
  return problems.map((each): Row => {
    const { policy: refused, path, expected, received } = each;
    return [refused?.rule, path, expected, received];
  });
}
const rulesOf = (rows: readonly Row[]) => rows.map(([rule]) => rule);

/** Terms that are signed. `until` can be too late for `createMandate`. */
async function approve({ until = now + 60_000, ...terms }: { until?: number } = {}) {
  const own = { request: transfer, policy: "payouts", intent: "order 17", ...terms };
  const created = createMandate({ ...own, until: now + day } as never);
  return signMandate({ ...created, until: new Date(until).toISOString() }, approver);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "Date"], now });
  onTestFinished(() => void vi.useRealTimers());
});

describe("a limit", () => {
  test.each([
    ["100", "100", true],
    [`0.${unit}`, `0.${unit}`, true],
    [`0.${unit}`, "0", false],
    [`100.${unit}`, "100", false],
    // Digits beyond the unit are rounded up, and those of a limit are rounded down.
    [`100.${half}`, "100", false],
    [`99.${"9".repeat(37)}`, "100", true],
    [`1.${half}`, `1.${half}9`, false],
  ])("compares %s with %s: %s", async (amount, perOperation, isSigned) => {
    const policy = create({ ...bare, limits: [{ token: usdc, perOperation }] });
    const found = await judge(policy, state({ leaves: [loss(amount)] }));
    expect(rulesOf(found)).toEqual(isSigned ? [] : ["perOperation"]);
  });

  test("of one chain allows no amount on another one", async () => {
    for (const chainId of [1, 0]) {
      const own = [{ token: usdc, chainId, perOperation: "99" }];
      const policy = create({ ...bare, chains: [137, 1, 0], limits: own });
      expect(rulesOf(await judge(policy, state()))).toEqual(["limits"]);
    }
  });

  test("adds up a token on all chains, and says what is left of a window", async () => {
    const windows = [{ hours: 24, max: "100" }];
    const store = createMemoryPolicyStore();
    const policy = create({ ...bare, store, limits: [{ token: usdc, windows }] });
    const sign = () => judge(policy, state({ leaves: [loss("35"), fee("25", usdc, 1)] }));
    const path = "policy.limits[0].windows[0]";
    const refusal = (left: string) => [
      ["windows", path, `at most ${left}, which is left of 100 in 24 hours`, '"60"'],
    ];
    expect(await sign()).toEqual([]);
    expect(await sign()).toEqual(refusal("40"));
    // Before the limit was lowered.
    const before = { version: 1, hours: 24, max: stored(500) } as const;
    await store.reserve(`payouts:all:${usdc}:24`, stored(60), before);
    expect(await sign()).toEqual(refusal("0"));
  });

  test("adds up US dollars by the price of a token on each chain", async () => {
    const price = async (_: string, chainId: number) => (chainId === 1 ? "3" : "2");
    const policy = create({ ...bare, limits: [{ token: usdc, perOperation: "144", price }] });
    const rows = await judge(policy, state({ leaves: [loss("35"), fee("25", usdc, 1)] }));
    expect(rows.map(([rule, , , worth]) => [rule, worth])).toEqual([["perOperation", '"145"']]);
  });

  test("refuses what a store did not reserve, although it was left", async () => {
    const store = { ...createMemoryPolicyStore(), reserve: async () => ({ used: "0" }) as never };
    const windows = [{ hours: 24, max: "100" }];
    const policy = create({ ...bare, store, limits: [{ token: usdc, windows }] });
    expect(rulesOf(await judge(policy, state()))).toEqual(["windows"]);
  });

  test("has the keys and amounts of every version, and reserves no refused ones", async () => {
    const windowsOf = (hours: number) => [{ hours, max: "1000" }];
    const memory = createMemoryPolicyStore();
    const reserve = vi.fn<typeof memory.reserve>(async (...args) => {
      // As a database, which takes its time.
      await new Promise(setImmediate);
      return memory.reserve(...args);
    });
    const policy = create({
      store: { ...memory, reserve },
      limits: [
        { token: usdc, chainId: 137, windows: windowsOf(24) },
        { token: usdc, windows: windowsOf(0.5), price: async () => "2.5" },
        { token: native, windows: windowsOf(24) },
      ],
    });
    const request = { ...transfer, payGasFeeToken: native };
    const stated = { request, leaves: [loss("82"), loss("3", native, "gas")] };
    const callsOf = (intent: string, amounts: string[]) =>
      [
        [`payouts:137:0x${"aa".repeat(20)}:24`, 24, stored(1_000)],
        [`payouts:all:0x${"aa".repeat(20)}:0.5:usd`, 0.5, stored(1_000)],
        [`payouts:all:0x${"e".repeat(40)}:24`, 24, stored(1_000)],
        [`payouts:mandate:${intent}`, 8_784, stored(1_000_000)],
      ].map(([key, hours, max], i) => [key, amounts[i], { version: 1, hours, max }]);
    const sign = async (intent: string, more: Stated = {}, once?: string) => {
      reserve.mockClear();
      const mandate = await approve({ request, intent } as never);
      return judge(policy, state({ ...stated, ...more }), { mandate, intent: once });
    };
    const amounts = [stored(82), stored(205), stored(3)];
    expect(await sign("order 17")).toEqual([]);
    expect(reserve.mock.calls).toEqual(callsOf("order 17", [...amounts, stored(1_000_000)]));
    expect(await sign("order 18", {}, "order 18")).toEqual([]);
    expect(reserve.mock.calls).toEqual(callsOf("order 18", [...amounts, "1"]));
    const used = "an intent that was not signed with a mandate";
    expect(await sign("order 17")).toEqual([["mandate_used", "mandate", used, '"one that was"']]);
    expect(rulesOf(await sign("order 19", { feeReceivers: [stranger] }))).toEqual(["receivers"]);
    expect(reserve.mock.calls).toEqual(callsOf("order 19", ["0", "0", "0", "0"]));
  });
});

describe("a policy judges", () => {
  const chain: Row = ["chains", "policy.chains", "one of 137", "1"];
  const account: Row = [
    "receivers",
    "policy.receivers",
    "a listed receiver, or the wallet",
    `"${stranger}"`,
  ];
  const rawOf = (what: string): Row => [
    "allowRaw",
    "policy.allowRaw",
    `true, to sign ${what}`,
    "nothing",
  ];
  // biome-ignore format: a table
  const cases: [string, Stated, Row, object?][] = [
    ["the chain of the operation", { chainId: 1 }, chain],
    ["the chain of a fee", { leaves: [loss("1"), fee("1", usdc, 1)] }, chain],
    ["the chain where it arrives", { arrives: [gain("1", usdc, wallet, 1)] }, chain],
    ["who gets it", { arrives: [gain("1", weth, stranger)] }, account],
    ["who else gets something", { arrives: [gain("1"), gain("1", usdc, stranger)] }, account],
    ["who gets a fee", { feeReceivers: [receiver, stranger] }, account],
    ["what states no amounts", { leaves: [] }, rawOf("what states no amounts")],
    ["what states only a part", { isPartial: true }, rawOf("a part whose amounts are not stated")],
    ["a second operation", {}, rawOf("an approval"), { parts: { approval: {} } }],
  ];

  test.each(cases)("%s", async (_, stated, refusal, more) => {
    const listed = { ...bare, chains: [137] };
    expect(await judge(create(listed), state(stated), more)).toEqual([refusal]);
    const lenient = await judge(create({ ...listed, allowRaw: true }), state(stated), more);
    expect(lenient).toEqual(refusal[0] === "allowRaw" ? [] : [refusal]);
  });

  test("an account that could be a private key, and does not show it", async () => {
    const arrives = [gain("1", usdc, `0x${"5f".repeat(32)}`)];
    const [refusal] = await judge(create(bare), state({ arrives }));
    expect(refusal).toEqual([...account.slice(0, 3), expect.stringContaining("not shown")]);
  });

  test("whether it is stopped, also if something else is refused", async () => {
    const store = createMemoryPolicyStore();
    const policy = create({ ...bare, store, receivers: [] });
    await policy.freeze("order 7 moved more");
    const rows = await judge(policy, state());
    expect(rulesOf(rows)).toEqual(["receivers", "frozen"]);
    expect(rows[1]?.[3]).toBe('"order 7 moved more"');
    const other = create({ ...bare, store, name: "salaries" });
    expect(await other.frozen()).toBeUndefined();
    await other.unfreeze();
    expect(await policy.frozen()).toBe("order 7 moved more");
    await policy.unfreeze();
    expect(await policy.frozen()).toBeUndefined();
    for (const reason of ["", 0, false]) {
      const store = { ...createMemoryPolicyStore(), frozen: async () => reason as never };
      expect(rulesOf(await judge(create({ ...bare, store }), state()))).toEqual(["frozen"]);
    }
    for (const reason of ["", " \n", undefined, 7])
      await expect(policy.freeze(reason as never)).rejects.toMatchObject({ kind: "configuration" });
  });
});

describe("a mandate is needed", () => {
  const upTo = (amount: string, token: Address = usdc, chainId?: number) => ({
    token,
    amount,
    chainId,
  });
  const ofChains = [upTo("50"), upTo("45", usdc, 137), upTo("1", usdc, 1)];
  // biome-ignore format: a table
  const cases: [string, PolicyApproval["above"], object[], boolean][] = [
    ["for exactly what may leave", [upTo("82")], [loss("82")], false],
    ["for any digit more", [upTo("82")], [loss(`82.${"0".repeat(99)}1`)], true],
    ["for a sum with gas", [upTo("82")], [loss("80"), loss("3", usdc, "gas")], true],
    ["for one of two tokens", [upTo("50"), upTo("9", weth)], [loss("82"), fee("1", weth)], true],
    ["for a token without an entry", [upTo("5000", weth)], [loss("82")], true],
    ["for a chain without an entry", [upTo("5000", usdc, 1)], [loss("82")], true],
    ["for more than the lowest entry", ofChains, [loss("47")], true],
    ["for less than each entry of its chain", ofChains, [loss("45")], false],
    ["for less than an entry of all chains", [upTo("82")], [loss("82", usdc, "amount", 1)], false],
  ];

  test.each(cases)("%s", async (_, above, leaves, isNeeded) => {
    const policy = create({ approval: { ...approval, above } });
    const found = await judge(policy, state({ leaves }));
    const refusal = ["approval", "policy.approval"];
    expect(found.map((row) => row.slice(0, 2))).toEqual(isNeeded ? [refusal] : []);
  });

  test("for amounts only, and never lifts that there are none", async () => {
    const found = await judge(create(), undefined, { mandate: await approve() });
    expect(rulesOf(found)).toEqual(["allowRaw"]);
  });
});

describe("a mandate allows what it says:", () => {
  const terms = "mandate.terms";
  const request = `${terms}.request`;
  const differs = (name: string, expected: string, received: string): Row => [
    "mandate_request",
    name ? `${request}.${name}` : request,
    expected,
    received,
  ];
  const received = (least: string, got: string): Row => {
    const expected = `at least ${least} of one token for one receiver`;
    return ["mandate_received", `${terms}.minReceived`, expected, got];
  };
  const costs = (most: string, cost: string): Row => {
    const expected = `at most ${most} with other costs`;
    return ["mandate_gas", `${terms}.maxGasFee`, expected, cost];
  };
  const costly = differs("", "costs in the tokens of the request", `"${stranger}"`);
  const intent: Row = ["mandate_intent", `${terms}.intent`, "order 9", '"order 17"'];
  const two = batchOf({ ...transfer, amount: "40" }, { ...transfer, amount: "42" });
  const one = batchOf({ ...transfer, amount: "40" });
  const ofChains = batchOf({ ...transfer, amount: "40" }, { ...transfer, chainId: 1 });
  const inWeth = { ...transfer, token: weth, amount: "2", payGasFeeToken: weth };
  const mixed = batchOf({ ...swap, amountIn: "40" }, inWeth);
  const second = batchOf({ ...transfer, amount: "40" }, inWeth);
  const inGas = [loss("2", weth), loss("1", weth, "gas")];
  const allGas = [loss("1", usdc, "gas"), loss("1", weth, "gas")];
  // 10 WETH arrive, less 3 of fees. Beside them are 1 of gas and 4.5 of other fees.
  const paid = [loss("82"), fee("1", weth), fee("2", weth), loss("8", weth, "gas")];
  const others = [fee("4", weth, 1), fee("0.5")];
  const dear = { request: swap, arrives: [gain("10", weth)], leaves: [...paid, ...others] };
  const poor = { ...dear, arrives: [gain("2", weth)], gas: undefined };
  const feeOf = (percentage: number) => ({ extraFee: { percentage, toAddress: receiver } });
  const own = { amount: "81", transactionFeePercent: 1, metadata: { intent: "order 17" } };
  const noted = { ...transfer, ...own };
  const part = { ...transfer, amount: "41" };
  const mine = { ...part, metadata: { intent: "order 17" } };
  const other = { ...part, metadata: { intent: "order 9" } };
  const pair = batchOf({ ...swap, amountIn: "40" }, { ...transfer, amount: "42" });
  const arrives = [gain("42"), gain("10", weth)];
  const paidOf = (amount: string) => [loss("82"), fee(amount, weth)];
  // biome-ignore format: a table
  const cases: [string, Stated, object, Row[]][] = [
    ["the same", {}, { minReceived: "82", maxGasFee: "1" }, []],
    ["no digit more", { leaves: [loss("82.01")] }, {}, [differs("", "at most 82", '"82.01"')]],
    ["a sum", { request: two, leaves: [loss("40"), loss("42")] }, { request: two }, []],
    ["no higher sum", { request: two, leaves: [loss("40.5"), loss("42")] }, { request: two },
      [differs("", "at most 82", '"82.5"')]],
    ["each token", { request: mixed, leaves: [loss("40"), loss("2.1", weth), ...allGas] },
      { request: mixed }, [differs("", "at most 2", '"2.1"')]],
    ["each chain", { request: ofChains, leaves: [loss("41"), loss("82", usdc, "amount", 1)] },
      { request: ofChains }, [differs("", "at most 40", '"41"')]],
    ["gas in the token of a later operation", { request: second, leaves: [loss("40"), ...inGas] },
      { request: second }, []],
    ["no fee in another token", { leaves: [loss("82"), fee("1", stranger)] }, {}, [costly]],
    ["no gas in another token", { leaves: [loss("82"), loss("1", stranger, "gas")] }, {}, [costly]],
    ["what arrives", dear, { request: swap, minReceived: "7", maxGasFee: "5.5" }, []],
    ["no unit less", dear, { request: swap, minReceived: "7.000001", maxGasFee: "5.499999" },
      [received("7.000001", '"7"'), costs("5.499999", '"5.5"')]],
    ["no fees above what arrives", poor, { request: swap, minReceived: "0", maxGasFee: "9" },
      [received("0", '"0"'), costs("9", '"unknown gas"')]],
    ["unknown gas without a limit", poor, { request: swap }, []],
    ["no field more or less, beside metadata", { request: noted },
      { request: { ...transfer, routeProfile: "fast", metadata: { note: "b" } } },
      [differs("amount", "82", '"81"'), differs("routeProfile", "fast", "nothing"),
        differs("transactionFeePercent", "nothing", "1")]],
    ["no other part of a field", { request: { ...swap, ...feeOf(2) } },
      { request: { ...swap, ...feeOf(1) } }, [differs("extraFee.percentage", "1", "2")]],
    ["a fee", { request: swap }, { request: { ...swap, ...feeOf(1) } },
      [differs("extraFee", "what was approved", "nothing")]],
    ["no operation more", { request: two }, { request: one },
      [differs("operations", "what was approved", "a list of 2")]],
    ["one individual", { request: { ...swap, individualId: "AB1" } },
      { request: { ...swap, individualId: "ZZ9" } },
      [differs("individualId", "the approved individual", '"another one"')]],
    ["the intent of a batch", { request: { ...two, metadata: { intent: "order 9" } } },
      { request: two }, [intent]],
    ["the intent of each operation", { request: batchOf(mine, other) },
      { request: batchOf(mine, other) }, [intent]],
    ["fees that one of two arrivals contains", { request: pair, arrives, leaves: paidOf("1") },
      { request: pair, maxGasFee: "1" }, []],
  ];

  test.each(cases)("%s", async (_, stated, changes, expected) => {
    const problems = await judge(create(), state(stated), { mandate: await approve(changes) });
    expect(problems).toEqual(expected);
  });

  const orderOf = (expiration: number) => ({ ...swap, minAmountOut: "1", expiration });
  // biome-ignore format: a table
  const times: [until: number, ends: number | null, request: object, isSigned: boolean][] = [
    [now + 1, now + 1, transfer, true],
    [now, now, transfer, false],
    [now + 366 * day, now + 1, transfer, true],
    [now + 366 * day + 1, now + 1, transfer, false],
    [now + 60_000, null, transfer, false],
    [now + 120_000, null, orderOf(120), false],
    [now + 60_000, now + 60_000, { ...swap, minAmountOut: "1" }, false],
    [now + 120_000, now + 60_000, orderOf(120), true],
    [now + 119_999, now + 60_000, orderOf(120), false],
    // The operation that opens the order counts, too.
    [now + 60_000, now + 60_000, orderOf(30), true],
    [now + 59_999, now + 60_000, orderOf(30), false],
    // A market swap leaves no order.
    [now + 60_000, now + 60_000, { ...swap, expiration: 120 }, true],
  ];

  test.each(times)("until %i, what ends at %j: %j", async (until, ends, asked, isSigned) => {
    const mandate = await approve({ request: asked, until } as never);
    const stated = state({ request: asked, ends: ends as never });
    const rows = await judge(create(), stated, { mandate });
    expect(rulesOf(rows)).toEqual(isSigned ? [] : ["mandate_until"]);
  });

  test("nothing that ends while the person is asked", async () => {
    const slow: PolicyApproval["approve"] = async (_, __, given) => {
      const mandate = await signMandate(given, approver);
      vi.setSystemTime(now + 60_000);
      return mandate;
    };
    const policy = create({ approval: { ...approval, approve: slow } });
    const parts = { userOperationHash: `0x${"5f".repeat(32)}` };
    expect(rulesOf(await judge(policy, state(), { parts }))).toEqual(["mandate_until"]);
  });

  test("what is returned, with its digest, and asks no one", async () => {
    const mandate = await approve({ accept: ["slippage"] } as never);
    const { digest } = describeMandate(mandate.terms);
    const ask = vi.fn(async () => false as const);
    const policy = create({ approval: { ...approval, approve: ask } });
    const reservation = policy.reserve({ parts: {}, operation: state(), mandate } as never);
    expect((await reservation).mandate).toEqual({ digest, accept: ["slippage"] });
    expect(ask).not.toHaveBeenCalled();
  });
});

describe("the terms of which a person is asked have", () => {
  const hash = `0x${"5f".repeat(32)}`;
  const of = (intent: string) => ({ metadata: { intent, note: "x" } });
  const own = { ...transfer, ...of("order 9") };
  const known = { minReceived: "82", maxGasFee: "1" };
  const accept = ["price_unknown"];
  const problems = [...accept, ...accept].map((code) => ({ code }));
  const several = batchOf({ ...transfer, ...of("order 3") }, transfer);
  const arrives = [gain("40"), gain("42", usdc, wallet)];
  const leaves = [loss("82"), fee("3", weth)];
  const order = { ...swap, minAmountOut: "2" };
  const later = "2026-01-01T00:10:00.000Z";
  // biome-ignore format: a table
  const cases: [string, Stated, object, object, string[]?][] = [
    ["the intent of the request", { request: own }, {}, { ...known, intent: "order 9" }],
    ["that of once", { request: own }, { intent: "order 17" }, { ...known, intent: "order 17" }],
    ["the hash, and each code", {}, { problems }, { ...known, intent: hash, accept }],
    ["no unknown limit", { request: several, arrives, gas: undefined }, {},
      { request: batchOf(transfer, transfer), intent: "order 3" }],
    ["all costs", { request: swap, arrives: [gain("4", weth)], leaves: [...leaves, fee("0.25")] },
      {}, { request: swap, minReceived: "1", maxGasFee: "1.25", intent: hash }],
    ["at least nothing", { request: swap, arrives: [gain("1", weth)], leaves }, {},
      { request: swap, minReceived: "0", maxGasFee: "1", intent: hash }, ["mandate_received"]],
    ["the end of an order", { request: { ...order, expiration: 600 }, arrives: [gain("2", weth)] },
      {}, { request: order, minReceived: "2", maxGasFee: "1", intent: hash, until: later }],
  ];

  test.each(cases)("%s", async (_, stated, more, expected, refused = []) => {
    const operation = state(stated);
    const before = structuredClone(operation);
    const asked: MandateTerms[] = [];
    const policy = create({
      approval: {
        ...approval,
        async approve(statement, text, terms) {
          expect(statement).toEqual(before.statement);
          expect(text).toBe(describeMandate(terms).text);
          const mandate = await signMandate(terms, approver);
          asked.push(terms);
          // An order does not end later because a person takes time.
          vi.setSystemTime(now + 20);
          statement.leaves.length = 0; // a copy
          return mandate;
        },
      },
    });
    const parts = { userOperationHash: hash };
    expect(rulesOf(await judge(policy, operation, { parts, ...more }))).toEqual(refused);
    expect(operation).toEqual(before);
    const until = "2026-01-01T00:01:00.000Z";
    const base = { version: 1, request: transfer, policy: "payouts" };
    expect(asked).toStrictEqual([{ ...base, until, ...expected }]);
    const endless = state({ request: order, arrives: [gain("2", weth)] });
    expect(rulesOf(await judge(policy, endless, { parts }))).toEqual(["mandate_until"]);
    expect(asked).toHaveLength(1);
  });
});
