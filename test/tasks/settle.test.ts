import { encodeEventTopics, erc20Abi, getAddress, toHex } from "viem";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { nativeToken } from "../../src/index.js";
import { createMemoryJournal, once } from "../../src/intents/index.js";
import {
  createMemoryPolicyStore,
  createSigningPolicy,
  type SigningPolicy,
} from "../../src/policy/index.js";
import {
  type RunRecord,
  type RunSwapOptions,
  runOperation,
  runSwap,
} from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { inFakeTime } from "../resources/fake-time.js";
import { createSandboxClient, openWallet, owner, usdc } from "../sandbox/open-sandbox.js";
import { createTransferRequest } from "../sandbox/operations/transfer-requests.js";
import { createOrderRequest, createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { drained } from "../support/drained.js";

async function open() {
  const { sandbox, address } = await openWallet({ now: undefined });
  const client = createSandboxClient(sandbox);
  const store = createMemoryPolicyStore();
  const createPolicy = () =>
    createSigningPolicy({
      chains: [137],
      receivers: [],
      limits: [{ token: usdc, perOperation: "1000" }],
      store,
    });
  const policy = createPolicy();
  const wait = { interval: 10, maxInterval: 10, onProgress: () => sandbox.advance(5_000) };
  const request = createSwapRequest(address);
  const settings = { signer: owner, owner: owner.address, wait, settle: sandbox.node(137), policy };
  const start = (more: Partial<RunSwapOptions> = {}) =>
    runSwap(client, request, { ...settings, ...more });
  return { sandbox, client, address, request, settings, policy, createPolicy, start };
}

/** The record of a run as it is stored at its end. */
async function startAndStore(start: (more: Partial<RunSwapOptions>) => Promise<unknown>) {
  const records: RunRecord[] = [];
  await start({ onStage: (record) => void records.push(record) });
  return records.at(-1) as RunRecord;
}

const rules = (error: unknown) =>
  (error as { problems: { policy?: { rule: string } }[] }).problems.map(
    (each) => each.policy?.rule,
  );

describe("a look at what a run did", () => {
  test("says what the swap bought, and has no problem if it is what was stated", async () => {
    const { start, address, policy } = await open();
    const { settlement, problems, statement, transaction } = await start();
    expect(problems).toEqual([]);
    expect(settlement).toMatchObject({ chainId: 137, status: "executed" });
    const [bought] = settlement?.changes.filter(({ amount }) => amount > 0n) ?? [];
    expect(bought?.account.toLowerCase()).toBe(address.toLowerCase());
    const least = Number(statement?.arrives[0]?.least);
    expect(Number(bought?.amount) / 1e18).toBeGreaterThanOrEqual(least);
    expect(transaction.status).toBe("COMPLETED");
    expect(await policy.frozen()).toBeUndefined();
  });

  test("finds less than was guaranteed, and stops the policy for every process", async () => {
    const { start, sandbox, policy, createPolicy, client, request } = await open();
    sandbox.diverge({ percent: 20 });
    const { problems, status } = await start();
    expect(status).toBe("COMPLETED");
    expect(problems?.map(({ code }) => code)).toEqual(["arrived_less"]);
    const reason = await policy.frozen();
    expect(reason).toContain("arrived_less");
    expect(rules(await failure(start()))).toEqual(["frozen"]);
    const other = createPolicy();
    expect(rules(await failure(start({ policy: other })))).toEqual(["frozen"]);
    const { quotes } = await client.swap.quote(request);
    const [quote] = quotes;
    if (!quote) return expect.unreachable();
    expect((await other.preview(quote)).map((each) => each.policy?.rule)).toEqual(["frozen"]);
    await other.unfreeze();
    expect(await policy.frozen()).toBeUndefined();
    expect(await start()).toMatchObject({ status: "COMPLETED", problems: [] });
  });

  test("is made after the final record is stored", async () => {
    const { sandbox, start } = await open();
    const steps: string[] = [];
    const node = sandbox.node(137);
    const settle = {
      ...node,
      getTransactionReceipt: (parameters: never) => {
        steps.push("look");
        return node.getTransactionReceipt(parameters);
      },
    } as never;
    await start({ settle, onStage: ({ stage }) => void steps.push(stage) });
    expect(steps).toEqual(["quoted", "signed", "submitted", "final", "look"]);
  });

  test("compares what was signed, although onStage changes its record", async () => {
    const { start, sandbox } = await open();
    sandbox.diverge({ percent: 20 });
    const onStage = (record: RunRecord) => {
      record.statement?.arrives.splice(0);
      Object.assign(record, { userOperationHash: "0x1", stage: "final" });
    };
    const { problems, stage } = await start({ onStage });
    expect([stage, problems?.map(({ code }) => code)]).toEqual(["final", ["arrived_less"]]);
  });

  test("compares the native coin, too", async () => {
    const { start, client, address, settings, sandbox, policy } = await open();
    const native = createSwapRequest(address, { tokenOut: nativeToken });
    const buy = () => runSwap(client, native, settings);
    expect(await buy()).toMatchObject({ problems: [], settlement: { notMeasured: [] } });
    sandbox.diverge({ percent: 20 });
    expect(await buy()).toMatchObject({ problems: [{ code: "arrived_less" }] });
    const frozen = await failure(start());
    // What a person has to look up.
    expect((frozen as Error).message).toMatch(/got "0x[\da-f]{64}: arrived_less/);
    await policy.unfreeze();
  });

  test("says that a stated coin was not measured, which is no success", async () => {
    const { client, address, settings, sandbox, policy } = await open();
    // In another spelling than the wallet's.
    const toAddress = getAddress(address);
    const native = createSwapRequest(address, { tokenOut: nativeToken, toAddress });
    const node = sandbox.node(137);
    const getBalance = () => Promise.reject(new Error("missing trie node"));
    const settle = { ...node, getBalance } as never;
    const settled = await runSwap(client, native, { ...settings, settle });
    expect(settled).toMatchObject({
      status: "COMPLETED",
      problems: [],
      settlementError: {
        message: expect.stringMatching(/^settle: the native coin of 0x.* was not measured$/),
      },
    });
    // Only that of another receiver is missing.
    const receiver = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const gift = createSwapRequest(address, { tokenOut: nativeToken, toAddress: receiver });
    const getOther = (call: { address: string }) =>
      call.address === receiver ? getBalance() : node.getBalance(call as never);
    const other = { ...settings, policy: undefined, settle: { ...node, getBalance: getOther } };
    expect(await runSwap(client, gift, other as never)).toMatchObject({
      settlementError: { message: `settle: the native coin of ${receiver} was not measured` },
    });
    // Of two tokens that leave, one is the coin.
    sandbox.fund({ account: address, chainId: 137, token: nativeToken, amount: "100" });
    const sale = createSwapRequest(address, { tokenIn: nativeToken, amountIn: "50" });
    const sold = await runSwap(client, sale, { ...settings, settle, policy: undefined });
    expect(sold.statement?.leaves).toMatchObject([{ token: nativeToken }, { token: usdc }]);
    expect(sold).toMatchObject({ problems: [], settlementError: { name: "SigningError" } });
    // Of two receivers, only the second one.
    const give = (toAddress: `0x${string}`) => {
      const params = createTransferRequest(address, { token: nativeToken, amount: "1", toAddress });
      return { type: "transfer", params } as const;
    };
    const operations = [give("0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc"), give(receiver)];
    const batch = { walletAddress: address, chainId: 137, operations } as const;
    const terms = { ...other, walletAddress: address, chainId: 137, expect: batch } as never;
    const given = await runOperation(client, () => client.operations.batch(batch), terms);
    expect(given).toMatchObject({
      problems: [],
      settlementError: { message: `settle: the native coin of ${receiver} was not measured` },
    });
    // Tokens are measured.
    const token = await runSwap(client, createSwapRequest(address), { ...settings, settle });
    expect(token).toMatchObject({ problems: [], settlement: { status: "executed" } });
    expect([token.settlementError, await policy.frozen()]).toEqual([undefined, undefined]);
  });

  test("takes one node per chain, and signs nothing without one of the chain", async () => {
    const { start, sandbox } = await open();
    const settled = await start({ settle: { 137: sandbox.node(137) } });
    expect(settled.settlement?.status).toBe("executed");
    const message = expect.stringMatching(/^runSwap: settle: expected a (node of chain 137|viem)/);
    for (const settle of [{ 1: sandbox.node(1) }, { nodes: { 1: sandbox.node(1) } }, [], {}])
      for (const given of [settle, [sandbox.node(137)]])
        expect(await failure(start({ settle: given as never }))).toMatchObject({
          kind: "configuration",
          message,
        });
    const executed = sandbox.requests.filter(({ operation }) => operation === "operations.execute");
    expect(executed).toHaveLength(1);
    expect(await start({ settle: undefined })).not.toHaveProperty("problems");
  });

  test("takes a spender that may keep an approval", async () => {
    const { start, sandbox, address, policy } = await open();
    const node = sandbox.node(137);
    const spender = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
    const args = { owner: address, spender } as const;
    const log = {
      address: usdc,
      topics: encodeEventTopics({ abi: erc20Abi, eventName: "Approval", args }),
      data: toHex(5n, { size: 32 }),
    };
    const approving = {
      ...node,
      // At the block of the operation, and not before.
      readContract: async (call: { functionName: string; blockNumber?: bigint }) =>
        call.functionName === "allowance"
          ? call.blockNumber === (await node.getBlockNumber()) - 1n
            ? 0n
            : 5n
          : node.readContract(call as never),
      getTransactionReceipt: async (parameters: never) => {
        const receipt = await node.getTransactionReceipt(parameters);
        return { ...receipt, logs: [...receipt.logs.slice(0, -1), log, receipt.logs.at(-1)] };
      },
    } as never;
    const settle = { nodes: approving, approvals: [spender] } as const;
    expect((await start({ settle })).problems).toEqual([]);
    expect(await policy.frozen()).toBeUndefined();
    const { problems } = await start({ settle: { nodes: { 137: approving } } });
    expect(problems?.map(({ code }) => code)).toEqual(["new_approval"]);
    expect(await policy.frozen()).toContain("new_approval");
  });

  test.each([{ approvals: ["0x1"] }, { approval: [] }, { decimals: { [usdc]: "6" } }])(
    "rejects the rules %o before anything is sent",
    async (rules) => {
      const { start, sandbox } = await open();
      const before = sandbox.requests.length;
      const settle = { nodes: sandbox.node(137), ...rules } as never;
      expect(await failure(start({ settle }))).toMatchObject({ kind: "configuration" });
      expect(await drained(sandbox)).toHaveLength(before);
    },
  );

  const anyNode = { getTransactionReceipt() {} };
  test.each([
    7,
    {},
    { 137: {} },
    { 137: anyNode, 1: {} },
    "http://x",
    { nodes: {} },
    { nodes: null },
  ])("rejects %o as a node before anything is sent", async (settle) => {
    const { start, sandbox } = await open();
    const before = sandbox.requests.length;
    expect(await failure(start({ settle: settle as never }))).toMatchObject({
      kind: "configuration",
    });
    expect(await drained(sandbox)).toHaveLength(before);
  });

  test("rejects a list of nodes, because its places are no ids of chains", async () => {
    const { start } = await open();
    const settle = Array.from({ length: 138 }, () => anyNode) as never;
    expect(await failure(start({ settle }))).toMatchObject({ kind: "configuration" });
  });

  test("that fails rejects nothing, because the operation is final", async () => {
    const { start, sandbox, policy } = await open();
    const node = sandbox.node(137);
    const broken = { ...node, getTransactionReceipt: () => Promise.reject(new Error("down")) };
    const { status, settlement, settlementError } = await start({ settle: broken as never });
    expect([status, settlement]).toEqual(["COMPLETED", undefined]);
    expect(settlementError).toMatchObject({ kind: "connection" });
    expect(await policy.frozen()).toBeUndefined();
  });

  test("keeps what it found if the policy cannot be stopped", async () => {
    const { start, sandbox, policy } = await open();
    sandbox.diverge({ percent: 20 });
    const down = new Error("the store is down");
    const failing: SigningPolicy = { ...policy, freeze: () => Promise.reject(down) };
    const { problems, settlementError } = await start({ policy: failing });
    expect(problems?.map(({ code }) => code)).toEqual(["arrived_less"]);
    expect(settlementError).toBe(down);
    // A policy of the caller may have no way to stop it.
    sandbox.diverge({ percent: 20 });
    const settled = await start({ policy: { reserve: policy.reserve } });
    expect(settled.problems?.map(({ code }) => code)).toEqual(["arrived_less"]);
    expect(settled).not.toHaveProperty("settlementError");
  });

  test.each([
    ["asks ten times for a receipt that arrives late", 10, "executed", undefined],
    ["gives up after it has asked ten times for a receipt", 11, "pending", { kind: "signing" }],
  ])("%s", async (_, looks, status, settlementError) => {
    const { start, sandbox } = await open();
    const node = sandbox.node(137);
    const asked: number[] = [];
    const add = (time: number) => asked.push(time);
    const late = {
      ...node,
      getTransactionReceipt: (parameters: never) => {
        add(Date.now());
        if (asked.length < looks) return Promise.reject(Object.assign(new Error(), notFound));
        return node.getTransactionReceipt(parameters);
      },
    };
    const settled = await inFakeTime(() => start({ settle: late as never }));
    expect(asked.map((time) => time - Number(asked[0]))).toEqual(
      Array.from({ length: 10 }, (_, i) => i * 2_000),
    );
    expect(settled.settlement?.status).toBe(status);
    if (settlementError) expect(settled.settlementError).toMatchObject(settlementError);
    else expect(settled).not.toHaveProperty("settlementError");
  });

  test("is made when a run is resumed, too, from its record in JSON", async () => {
    const { start, settings, client, request } = await open();
    const records: string[] = [];
    await start({ onStage: (record) => void records.push(JSON.stringify(record)) });
    for (const record of records.slice(1)) {
      const resume = JSON.parse(record);
      const { settlement, problems } = await runSwap(client, request, { ...settings, resume });
      expect([settlement?.status, problems]).toEqual(["executed", []]);
    }
  });

  test("is not made of a limit order, which others execute", async () => {
    const { client, address, settings } = await open();
    const order = createOrderRequest(address, "0.03");
    const result = await runSwap(client, order, { ...settings, policy: undefined });
    expect(result.status).toBe("COMPLETED");
    expect(result).not.toHaveProperty("settlement");
    expect(result).not.toHaveProperty("settlementError");
    // With null in both fields, it is no order.
    const orders = vi.spyOn(client.swap, "waitForLimitOrder");
    const market = createSwapRequest(address, { minAmountOut: null, expiration: null } as never);
    const bought = await runSwap(client, market, settings);
    expect([bought.settlement?.status, orders.mock.calls]).toEqual(["executed", []]);
  });

  test.each<[string, object[], object[], string]>([
    ["more of the token", [{ amount: "99.9", why: "amount" }], [], "left_more"],
    ["another token", [], [], "other_left"],
  ])("stops the policy if the wallet lost %s than was stated", async (_, leaves, arrives, code) => {
    const { start, policy, settings, client, request } = await open();
    const record = await startAndStore(start);
    const rows = leaves.map((row) => ({ chainId: 137, token: usdc, ...row }));
    const statement = { leaves: rows, arrives } as never;
    const resume = { ...record, statement };
    const { problems } = await runSwap(client, request, { ...settings, resume });
    expect(problems?.map((problem) => problem.code)).toEqual([code]);
    expect(await policy.frozen()).toContain(code);
    await policy.freeze("another reason");
    expect(await policy.frozen()).toContain(code);
  });

  test("measures no coin that arrives on another chain", async () => {
    const { start, settings, sandbox, client, request, address } = await open();
    const record = await startAndStore(start);
    const coins = [address, "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"].map((account) => ({
      chainId: 1,
      token: nativeToken,
      account,
      least: "1",
      why: "amount",
    }));
    const { leaves = [], arrives = [] } = record.statement ?? {};
    const resume = { ...record, statement: { leaves, arrives: [...arrives, ...coins] } as never };
    const getBalance = () => Promise.reject(new Error("missing trie node"));
    const settle = { ...sandbox.node(137), getBalance } as never;
    const settled = await runSwap(client, request, { ...settings, resume, settle });
    expect(settled.problems).toEqual([]);
    expect(settled).not.toHaveProperty("settlementError");
  });

  test.each<[string, object, object]>([
    ["the history names no transaction", { transactionHash: null }, {}],
    ["the stored record names no operation", {}, { userOperationHash: "0x12" }],
  ])("says that nothing was compared if %s", async (_, change, damage) => {
    const { client, request, settings, start } = await open();
    const record = await startAndStore(start);
    const { walletAddress, userOperationHash } = record;
    const sent = { userOperationHash, walletAddress } as never;
    const found = await client.wallets.waitForTransaction(walletAddress, sent);
    const wallets = { waitForTransaction: async () => ({ ...found, ...change }) };
    const blind = { swap: client.swap, operations: client.operations, wallets } as never;
    const resume = { ...record, ...damage };
    const { problems, settlementError, status } = await runSwap(blind, request, {
      ...settings,
      resume,
    });
    expect([status, problems]).toEqual(["COMPLETED", undefined]);
    expect(settlementError).toMatchObject({
      message: "settle: the record of the operation names no transaction",
    });
  });

  test("rejects no final payment because of a damaged statement", async () => {
    const { start, settings, client, request } = await open();
    const record = await startAndStore(start);
    const resume = { ...record, statement: {} as never };
    const { status, settlementError } = await runSwap(client, request, { ...settings, resume });
    expect(status).toBe("COMPLETED");
    expect(settlementError).toBeDefined();
    // Without one, there is nothing to compare with.
    const { statement: _, ...rest } = record;
    const settled = await runSwap(client, request, { ...settings, resume: rest });
    expect(settled).toMatchObject({ settlement: { status: "executed" } });
    expect(settled).not.toHaveProperty("problems");
    expect(settled).not.toHaveProperty("settlementError");
  });

  test("ends with the signal of the caller, also in the pause before the next look", async () => {
    const { start, sandbox } = await open();
    const abort = new AbortController();
    const getTransactionReceipt = vi.fn(() => {
      vi.useFakeTimers({ toFake: ["setTimeout"] });
      setImmediate(() => abort.abort("closed"));
      return Promise.reject(Object.assign(new Error(), notFound));
    });
    onTestFinished(() => void vi.useRealTimers());
    const settle = { ...sandbox.node(137), getTransactionReceipt } as never;
    expect(await failure(start({ settle, signal: abort.signal }))).toMatchObject({
      kind: "aborted",
      reason: "closed",
      sent: true,
      outcome: "unknown",
    });
    expect(getTransactionReceipt).toHaveBeenCalledTimes(1);
  });

  test("ends with the signal of the caller", async () => {
    const { start, sandbox } = await open();
    const abort = new AbortController();
    const node = {
      ...sandbox.node(137),
      getTransactionReceipt: () => {
        abort.abort();
        return new Promise(() => {});
      },
    };
    const error = await failure(start({ settle: node as never, signal: abort.signal }));
    // The operation is final, so nothing must be signed again.
    expect(error).toMatchObject({ kind: "aborted", outcome: "unknown" });
  });

  test("is made of a transfer, with its receiver", async () => {
    const { client, address, settings, sandbox } = await open();
    const toAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const prepare = async () => {
      const { transfer } = await client.operations.transfer({
        amount: "12.5",
        chainId: 137,
        token: usdc,
        payGasFeeToken: usdc,
        walletAddress: address,
        gasFeePaymentMethod: "ADD_TO_AMOUNT",
        toAddress,
      });
      return transfer;
    };
    const policy = createSigningPolicy({
      chains: [137],
      receivers: [toAddress],
      limits: [{ token: usdc, perOperation: "1000" }],
    });
    const terms = { ...settings, policy, walletAddress: address, chainId: 137 };
    const honest = await runOperation(client, prepare, terms);
    expect(honest.problems).toEqual([]);
    const arrived = honest.settlement?.changes.find(({ amount }) => amount > 0n);
    expect(arrived).toMatchObject({ amount: 12_500_000n });
    expect(await policy.frozen()).toBeUndefined();
    sandbox.diverge({ percent: 1 });
    const { problems } = await runOperation(client, prepare, terms);
    expect(problems?.map(({ code }) => code)).toEqual(["arrived_less"]);
    expect(await policy.frozen()).toContain("arrived_less");
  });

  test("reports a failed operation, and does not stop the policy", async () => {
    const { client, address, sandbox, settings, policy } = await open();
    const { reservedInputs } = await import("../../src/sandbox/world/reserved-inputs.js");
    const amountIn = String(reservedInputs.failedSwap.value);
    const request = createSwapRequest(address, { amountIn });
    const { status, problems, settlement } = await runSwap(client, request, settings);
    expect(status).toBe("FAILED");
    expect(settlement?.status).toBe("reverted");
    expect(problems?.map(({ code }) => code)).toEqual(["reverted"]);
    expect(await policy.frozen()).toBeUndefined();
    // A coin that was not measured is no reason to look, because nothing moved.
    const native = { ...request, tokenOut: nativeToken } as const;
    const getBalance = () => Promise.reject(new Error("missing trie node"));
    const settle = { ...sandbox.node(137), getBalance } as never;
    const blind = await runSwap(client, native, { ...settings, settle });
    expect(blind).toMatchObject({ status: "FAILED", problems: [{ code: "reverted" }] });
    expect(blind).not.toHaveProperty("settlementError");
  });
});

test("once looks at what was paid, also when the intent was settled before", async () => {
  const { client, address, settings, sandbox, policy } = await open();
  const journal = createMemoryJournal();
  const pay = (intent: string) =>
    once(
      client,
      { intent, journal, walletAddress: address, chainId: 137, ...settings },
      async (metadata) => {
        const expected = { ...createSwapRequest(address), metadata };
        const { quotes } = await client.swap.quote(expected);
        return { quote: quotes[0] as never, expect: expected };
      },
    );
  for (const _ of ["first", "again"]) {
    const { state, settlement, problems, statement } = await pay("order 1");
    expect([state, settlement?.status, problems]).toEqual(["done", "executed", []]);
    expect(statement?.leaves[0]).toMatchObject({ token: usdc, why: "amount" });
  }
  sandbox.diverge({ percent: 20 });
  const { problems } = await pay("order 2");
  expect(problems?.map(({ code }) => code)).toEqual(["arrived_less"]);
  expect(await policy.frozen()).toContain("arrived_less");
  for await (const entry of journal.open()) expect.unreachable(entry.intent);
});

const notFound = { name: "TransactionReceiptNotFoundError" };
