import { afterEach, describe, expect, test, vi } from "vitest";
import {
  AbortedError,
  ConfigurationError,
  type DepositResponse,
  nativeToken,
} from "../../../src/index.js";
import { checkDeposit, problemGuide } from "../../../src/signing/index.js";
import { openWallet } from "../../sandbox/open-sandbox.js";

const wallet = "0x5b38da6a701c568545dcfcb03fcb875f56beddc4";
const attacker = `0x${"9a".repeat(20)}` as const;
const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const usdc = "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359";
const request = { amount: "25.5", chainId: 137, token: usdc, fromAddress: owner } as const;
const options = { expect: request, walletAddress: wallet, decimals: 6 } as const;

const call = (selector: string, account: string, amount: bigint) =>
  `${selector}${account.slice(2).padStart(64, "0")}${amount.toString(16).padStart(64, "0")}` as const;
const transferOf = (fields: object = {}) =>
  ({
    transfer: {
      from: owner,
      to: usdc,
      value: "0",
      data: call("0xa9059cbb", wallet, 25_500_000n),
      estimateGasCost: "0.1",
      ...fields,
    },
  }) as DepositResponse;
const native = { ...options, expect: { ...request, token: nativeToken, amount: "1.5" } } as const;
const nativeOf = (fields: object = {}) =>
  transferOf({ to: wallet, value: "1500000000000000000", data: "0x", ...fields });

const codesOf = async (...given: Parameters<typeof checkDeposit>) => {
  const problems = await checkDeposit(...given);
  for (const { code, severity } of problems) {
    expect(severity).toBe("fatal");
    expect(problemGuide[code].sentence).toBe("Matches");
  }
  return problems.map(({ code }) => code);
};

const nodeOf = (chainId: number, decimals: () => Promise<number>) => ({
  getChainId: async () => chainId,
  readContract: decimals,
});

test("checkDeposit names a node of another chain, also if it does not know the token", async () => {
  const node = nodeOf(1, () => Promise.reject(new Error("no contract")));
  expect(await codesOf(nativeOf(), { ...native, node })).toEqual(["chain"]);
  expect(await codesOf(transferOf(), { ...options, node })).toEqual(["chain"]);
});

describe("checkDeposit finds no problem in", () => {
  test("the transfers that were asked for", async () => {
    expect(await codesOf(transferOf(), options)).toEqual([]);
    expect(await codesOf(nativeOf(), native)).toEqual([]);
    // The contract of the native coin of Polygon. On another chain, it is an ordinary token.
    const contract = "0x0000000000000000000000000000000000001010" as const;
    const expected = { ...native.expect, token: contract };
    expect(await codesOf(nativeOf(), { ...native, expect: expected })).toEqual([]);
    const elsewhere = { ...native, expect: { ...expected, chainId: 1 } } as const;
    expect(await codesOf(nativeOf(), elsewhere)).toContain("token");
  });

  test("the deposits of the sandbox", async () => {
    const { sandbox, client, address } = await openWallet();
    for (const [token, decimals] of [
      [usdc, 6],
      [nativeToken, 18],
    ] as const) {
      sandbox.fund({ account: owner, chainId: 137, token, amount: "30" });
      const expected = { ...request, token };
      const prepared = await client.wallets.deposit(address, expected);
      const given = { expect: expected, walletAddress: address, decimals };
      expect(await codesOf(prepared, given)).toEqual([]);
    }
  });

  test("a transfer of a token without fractions, which has 0 decimals", async () => {
    const whole = transferOf({ data: call("0xa9059cbb", wallet, 25n) });
    const expected = { ...request, amount: "25" };
    expect(await codesOf(whole, { ...options, expect: expected, decimals: 0 })).toEqual([]);
  });

  test("a transfer of a token whose decimals a node reads", async () => {
    const readContract = vi.fn(async () => 6);
    const node = nodeOf(137, readContract);
    expect(await codesOf(transferOf(), { ...options, decimals: undefined, node })).toEqual([]);
    const call = expect.objectContaining({ address: usdc, functionName: "decimals" });
    expect(readContract.mock.calls).toEqual([[call]]);
    const getChainId = () => Promise.reject(new Error("not supported"));
    const unknown = { ...options, decimals: undefined, node: { getChainId, readContract } };
    expect(await codesOf(transferOf(), unknown)).toEqual([]);
    // Those of the caller win.
    const other = nodeOf(137, async () => 8);
    expect(await codesOf(transferOf(), { ...options, node: other })).toEqual([]);
  });

  test("coins without data in any form, and a call in capitals", async () => {
    for (const data of [undefined, null, "", "0x"])
      expect(await codesOf(nativeOf({ data }), native)).toEqual([]);
    const { data } = transferOf().transfer as { data: string };
    const capitals = `0x${data.slice(2).toUpperCase()}`;
    expect(await codesOf(transferOf({ data: capitals }), options)).toEqual([]);
  });
});

describe("checkDeposit rejects", () => {
  test.each<[string, object, string]>([
    [
      "an approval of everything",
      { data: call("0x095ea7b3", attacker, 2n ** 256n - 1n) },
      "not_asked",
    ],
    ["an approval of the wallet", { data: call("0x095ea7b3", wallet, 25_500_000n) }, "not_asked"],
    ["another receiver", { data: call("0xa9059cbb", attacker, 25_500_000n) }, "receiver"],
    ["a larger amount", { data: call("0xa9059cbb", wallet, 25_500_001n) }, "amount_in"],
    ["a smaller amount", { data: call("0xa9059cbb", wallet, 25_499_999n) }, "amount_in"],
    ["bytes after the call", { data: `${call("0xa9059cbb", wallet, 25_500_000n)}00` }, "malformed"],
    ["no call", { data: "0x" }, "not_asked"],
    [
      "an account of 32 bytes",
      { data: call("0xa9059cbb", `0x${"1".repeat(64)}`, 1n) },
      "malformed",
    ],
    ["coins beside a token", { value: "1" }, "amount_in"],
    ["another token", { to: attacker }, "token"],
    ["another sender", { from: attacker }, "wallet"],
  ])("%s", async (_, fields, code) => {
    expect(await codesOf(transferOf(fields), options)).toEqual([code]);
  });

  test.each<[string, object, string]>([
    ["another receiver of coins", { to: attacker }, "receiver"],
    ["one wei more", { value: "1500000000000000001" }, "amount_in"],
    ["an unreadable value", { value: "1.5" }, "amount_in"],
    ["a value that is no text", { value: 1.5e18 }, "amount_in"],
    ["call data beside coins", { data: "0xdeadbeef" }, "not_asked"],
  ])("%s", async (_, fields, code) => {
    expect(await codesOf(nativeOf(fields), native)).toEqual([code]);
  });

  test("another call, and names its selector", async () => {
    const approval = transferOf({ data: call("0x095ea7b3", wallet, 1n) });
    const [problem] = await checkDeposit(approval, options);
    expect(problem).toMatchObject({ path: "transfer.data", received: '"0x095ea7b3"' });
  });

  test("a token without decimals, also if the node does not know them", async () => {
    const unknown = { ...options, decimals: undefined };
    const node = nodeOf(137, () => Promise.reject(new Error("reverted")));
    expect(await codesOf(transferOf(), unknown)).toEqual(["amount_in"]);
    expect(await codesOf(transferOf(), { ...unknown, node })).toEqual(["amount_in"]);
    const problems = await checkDeposit(transferOf(), { ...options, decimals: 1.5 });
    expect(problems).toMatchObject([{ code: "amount_in", path: "options.decimals" }]);
  });

  test("decimals of another chain", async () => {
    const node = nodeOf(56, async () => 6);
    const problems = await checkDeposit(transferOf(), { ...options, decimals: undefined, node });
    expect(problems).toMatchObject([{ code: "chain", path: "options.node" }]);
  });

  test("an amount with more decimals than the token", async () => {
    const expected = { ...request, amount: "25.5000001" };
    expect(await codesOf(transferOf(), { ...options, expect: expected })).toEqual(["amount_in"]);
    const coins = { ...native.expect, amount: "1.5000000000000000001" };
    expect(await codesOf(nativeOf(), { ...native, expect: coins })).toEqual(["amount_in"]);
  });

  test("a response without a transfer, and an unknown option", async () => {
    expect(await codesOf({} as never, options)).toContain("not_asked");
    const misspelt = checkDeposit(transferOf(), { ...options, decimal: 6 } as never);
    await expect(misspelt).rejects.toThrow(ConfigurationError);
  });
});

describe("a node that never responds", () => {
  const never = () => new Promise<never>(() => {});
  const withoutDecimals = { ...options, decimals: undefined };
  const stages = [
    ["the chain", { getChainId: never, readContract: async () => 6 }],
    ["the decimals", nodeOf(137, never)],
  ] as const;

  afterEach(() => vi.useRealTimers());

  test.each(stages)("is a problem after 20 seconds, for %s", async (_, node) => {
    vi.useFakeTimers();
    const problems = checkDeposit(transferOf(), { ...withoutDecimals, node });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await problems).toMatchObject([{ code: "amount_in", path: "options.node" }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(stages)("is no problem if the decimals are known, for %s", async (_, node) => {
    vi.useFakeTimers();
    const found = Promise.all([
      codesOf(transferOf(), { ...options, node }),
      codesOf(nativeOf(), { ...native, decimals: undefined, node }),
    ]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await found).toEqual([[], []]);
  });

  test.each(stages)("does not delay a caller who aborts, for %s", async (_, node) => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const { signal } = controller;
    const removed = vi.spyOn(signal, "removeEventListener");
    const check = checkDeposit(transferOf(), { ...withoutDecimals, node, signal });
    controller.abort("enough");
    await expect(check).rejects.toMatchObject({ name: "AbortedError", reason: "enough" });
    expect([vi.getTimerCount(), removed.mock.calls.length]).toEqual([0, 1]);
  });
});

test.each<[string, object]>([
  ...(["amount", "chainId", "token", "fromAddress"] as const).map((name): [string, object] => [
    `a request without ${name}`,
    { expect: { ...request, [name]: undefined } },
  ]),
  ["a request with the amount 1,5", { expect: { ...request, amount: "1,5" } }],
  ["no request", { expect: "25.5" }],
  ["no wallet", { walletAddress: undefined }],
  ["a wallet that is no address", { walletAddress: "0x12" }],
])("checkDeposit throws a ConfigurationError for %s", async (_, changes) => {
  const check = checkDeposit(transferOf(), { ...options, ...changes } as never);
  await expect(check).rejects.toThrow(ConfigurationError);
});

test("checkDeposit asks no node after an abort", async () => {
  const getChainId = vi.fn(async () => 137);
  const node = { getChainId, readContract: async () => 6 };
  const check = checkDeposit(transferOf(), { ...options, node, signal: AbortSignal.abort() });
  await expect(check).rejects.toThrow(AbortedError);
  expect(getChainId).not.toHaveBeenCalled();
});

test.each([null, "", true, [6]])(
  "checkDeposit takes %j of a node for no decimals",
  async (value) => {
    const node = nodeOf(137, async () => value as never);
    expect(await codesOf(transferOf(), { ...options, decimals: undefined, node })).toEqual([
      "amount_in",
    ]);
  },
);
