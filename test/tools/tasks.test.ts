import { setImmediate } from "node:timers/promises";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it, test, vi } from "vitest";
import { JournalError } from "../../src/errors/intents.js";
import { createMemoryJournal, once } from "../../src/intents/index.js";
import {
  createMandate,
  createSigningPolicy,
  type Mandate,
  type SigningPolicyOptions,
  signMandate,
} from "../../src/policy/index.js";
import type { Receipt } from "../../src/receipts/index.js";
import { describeOperation, describeQuote } from "../../src/signing/index.js";
import { createTools, type ToolResult, type ToolsOptions } from "../../src/tools/index.js";
import { openIntents } from "../intents/intent-kit.js";
import { usdc, weth } from "../sandbox/open-sandbox.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";

const receiver = "0x5B38Da6a701c568545dCfcB03FcB875f56beddC4";

async function openTasks(more: ToolsOptions = {}, limits: Partial<SigningPolicyOptions> = {}) {
  const opened = await openIntents();
  const { client, settings, address, signMessage } = opened;
  const { signer, journal, owner, wait } = settings;
  const policy = createSigningPolicy({
    chains: [137],
    receivers: [receiver],
    limits: [{ token: usdc, perOperation: "200", windows: [{ hours: 24, max: "300" }] }],
    ...limits,
  });
  const tools = createTools(client, {
    allow: ["pay", "swap", "place_order"],
    once,
    policy,
    signer,
    journal,
    owner,
    ...more,
    signing: { wait, ...more.signing },
  });
  const named = (name: string) => {
    const tool = tools.find((each) => each.name === name);
    if (!tool) throw new RangeError(name);
    return tool;
  };
  const payment = {
    intent: "order 17",
    amount: "82",
    chainId: 137,
    token: usdc,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    walletAddress: address,
    toAddress: receiver,
  };
  const swap = { ...createSwapRequest(address), intent: "order 17" };
  const pay = (changed: object = {}) => named("pay").execute({ ...payment, ...changed });
  return { ...opened, policy, named, payment, swap, pay, signMessage };
}

const stateOf = (result: ToolResult) => (result.ok ? Object(result.data).state : result.error);

describe("a payment with a problem", () => {
  async function payWith(more: ToolsOptions) {
    const confirm = vi.fn(() => false);
    const { client, pay, signMessage } = await openTasks({ confirm, ...more });
    const prepare = client.operations.transfer.bind(client.operations);
    vi.spyOn(client.operations, "transfer").mockImplementation((async (request: never) => {
      const prepared = await prepare(request);
      Object.assign(prepared.transfer, { amountToSendUSD: undefined });
      return prepared;
    }) as never);
    expect(await pay()).toMatchObject({ ok: false, error: { outcome: "none" } });
    expect(signMessage).not.toHaveBeenCalled();
    return confirm.mock.calls.length;
  }
  const signing = { accept: ["price_unknown"] } as const;

  it.each([
    ["is not shown to a person unless it is accepted", {}, undefined, 0],
    ["is shown to a person if its owner accepts it", { signing }, undefined, 1],
    ["is shown to a person if its mandate accepts it", {}, ["price_unknown"], 1],
    ["is not shown to a person if its mandate does not accept it", { signing }, [], 0],
  ] as const)("%s", async (_, more, accept, asked) => {
    const release = vi.fn(() => setImmediate());
    const mandate = accept && { digest: "0x1" as const, accept };
    const policy = { reserve: async () => ({ problems: [], mandate, release }) };
    expect(await payWith({ ...more, policy } as ToolsOptions)).toBe(asked);
    expect(release).toHaveBeenCalledTimes(1);
    expect(release.mock.settledResults).toMatchObject([{ type: "fulfilled" }]);
  });
});

describe("a task above the approval of its policy", () => {
  it("pays after a person has signed a mandate for its intent, and nothing else", async () => {
    const boss = privateKeyToAccount(generatePrivateKey());
    const stored = new Map<string, Mandate>();
    const mandate = async (intent: string) => stored.get(intent);
    const { pay, payment, paid } = await openTasks(
      { mandate },
      { approval: { above: [{ token: usdc, amount: "50" }], approvers: [boss.address] } },
    );
    expect(stateOf(await pay())).toMatchObject({
      kind: "signing",
      outcome: "none",
      message: expect.stringContaining("a mandate of its approvers"),
    });
    const { intent, ...request } = payment;
    const until = Date.now() + 3_600_000;
    const terms = createMandate({ request, until, policy: "policy", intent } as never);
    stored.set(intent, await signMandate(terms, boss));
    expect(stateOf(await pay({ amount: "83" }))).toMatchObject({ kind: "signing" });
    expect(paid()).toBe(0);
    expect(stateOf(await pay())).toBe("done");
    expect(stateOf(await pay({ intent: "order 18" }))).toMatchObject({ kind: "signing" });
    expect(paid() + paid("order 18")).toBe(1);
  });
});

describe("a task", () => {
  it("pays once per intent, and says so the second time", async () => {
    const { pay, paid, signMessage, named } = await openTasks();
    const { readOnlyHint, destructiveHint, idempotentHint } = named("pay").annotations;
    expect([readOnlyHint, destructiveHint, idempotentHint]).toEqual([false, true, true]);
    const first = await pay();
    expect(first).toMatchObject({
      ok: true,
      data: {
        intent: "order 17",
        state: "done",
        status: "COMPLETED",
        isCompared: true,
        userOperationHash: expect.stringMatching(/^0x/),
        transactionId: expect.any(String),
      },
    });
    expect(stateOf(await pay())).toBe("done");
    expect(paid()).toBe(1);
    expect(signMessage).toHaveBeenCalledTimes(1);
  });

  it("pays nothing else with the intent of another payment", async () => {
    const { pay, paid, signMessage } = await openTasks();
    await pay();
    expect(await pay({ amount: "83" })).toMatchObject({
      ok: false,
      error: { kind: "intent_conflict" },
    });
    expect(paid()).toBe(1);
    expect(signMessage).toHaveBeenCalledTimes(1);
  });

  it("swaps once, and only for the least that is accepted", async () => {
    const { named, swap, paid, signMessage } = await openTasks();
    const tool = named("swap");
    const refused = await tool.execute({ ...swap, minReceived: "1000000" });
    expect(refused).toMatchObject({ ok: false, error: { kind: "signing", outcome: "none" } });
    expect(signMessage).not.toHaveBeenCalled();
    expect(stateOf(await tool.execute({ ...swap, minReceived: "0.000001" }))).toBe("done");
    expect(paid()).toBe(1);
  });

  it.each([
    ["a rule of the policy", { amount: "820" }, {}],
    ["the gas", {}, { signing: { maxGasFee: "0.000001" } }],
  ])("gives no hint to loosen a limit if %s is above it", async (_, changed, more) => {
    const { pay } = await openTasks(more);
    expect(await pay(changed)).toMatchObject({
      error: { kind: "signing", outcome: "none", hint: expect.stringMatching(/^Nothing was sent/) },
      note: expect.stringMatching(/^The message, id and traceId/),
    });
    expect(JSON.stringify(await pay(changed))).not.toMatch(/raise|accept:|change the policy/);
  });

  it("has no input for what may be lost", async () => {
    const { named } = await openTasks();
    const inputs = ["pay", "swap", "place_order"].flatMap((name) =>
      Object.keys(named(name).inputSchema.properties ?? {}),
    );
    expect(inputs.filter((name) => /slippage|loss|fee(?!Payment|Token)/i.test(name))).toEqual([]);
  });

  it("places an order, which stays open", async () => {
    const { named, swap, paid } = await openTasks();
    const result = await named("place_order").execute({ ...swap, minAmountOut: "1000" });
    expect(stateOf(result)).toBe("signed");
    expect(paid()).toBe(1);
  });

  test.each([
    ["the amount", { amount: "820" }],
    ["the receiver", { toAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" }],
    ["the token", { token: weth }],
    ["the chain", { chainId: 8453 }],
  ])("is refused by the policy before the signer is called: %s", async (_, changed) => {
    const { pay, signMessage, sent } = await openTasks();
    const result = await pay(changed);
    expect(result).toMatchObject({ ok: false, error: { outcome: "none" } });
    expect(signMessage).not.toHaveBeenCalled();
    expect(sent).not.toContain("execute-user-op");
  });

  test.each([
    ["pay", { intent: undefined }, /intent/],
    ["pay", { intent: " " }, /intent/],
    ["pay", { walletAddress: undefined }, /walletAddress/],
    ["pay", { amount: 82 }, /amount/],
    ["pay", { signer: "0x1" }, /signer/],
    ["pay", { policy: null, owner: "0x1" }, /owner/],
    ["pay", { minReceived: "1" }, /minReceived/],
    ["swap", { minAmountOut: "1" }, /minAmountOut/],
    ["swap", { expiration: 60 }, /expiration/],
    ["pay", { transactionFeePercent: 90 }, /transactionFeePercent/],
    ["swap", { slippage: 99 }, /slippage/],
    ["swap", { extraFee: { percent: 90, receiver } }, /extraFee/],
    ["place_order", { minAmountOut: "1", transactionFeePercent: 90 }, /transactionFeePercent/],
    ["place_order", { minAmountOut: undefined }, /minAmountOut/],
  ] as const)("rejects an invalid input (%s, %j)", async (name, changed, message) => {
    const { named, payment, swap, signMessage } = await openTasks();
    const result = await named(name).execute({ ...(name === "pay" ? payment : swap), ...changed });
    expect(result).toMatchObject({ ok: false, error: { outcome: "none" } });
    expect(JSON.stringify(result)).toMatch(message);
    expect(signMessage).not.toHaveBeenCalled();
  });

  it("asks a person with the described terms, after the policy and before the signer", async () => {
    const steps: string[] = [];
    const confirm: ToolsOptions["confirm"] = async ({ tool, input, prepared }) => {
      const description =
        prepared && "tokenIn" in prepared
          ? describeQuote(prepared)
          : describeOperation(Object(prepared), {});
      steps.push(`${tool} ${Object(input).intent} ${signMessage.mock.calls.length}`);
      expect(description?.text).toMatch(/82|100/);
      return true;
    };
    const { pay, signMessage, named, swap, paid } = await openTasks({ confirm });
    expect(stateOf(await pay({ amount: "820" }))).toMatchObject({ kind: "signing" });
    expect(steps).toEqual([]);
    expect(stateOf(await pay())).toBe("done");
    expect(stateOf(await pay())).toBe("done");
    expect(steps).toEqual(["pay order 17 0"]);
    expect(stateOf(await named("swap").execute({ ...swap, intent: "2" }))).toBe("done");
    expect(steps).toEqual(["pay order 17 0", "swap 2 1"]);
    expect(paid()).toBe(1);
  });

  it("signs nothing that a policy refuses, although the owner accepts the problem", async () => {
    const confirm = vi.fn(() => false);
    const problem = { code: "price_loss", severity: "review", message: "a loss" } as never;
    const policy = { reserve: async () => ({ problems: [problem], release: async () => {} }) };
    const { pay, signMessage } = await openTasks({
      confirm,
      policy,
      signing: { accept: ["price_loss"] },
    });
    expect(stateOf(await pay())).toMatchObject({ kind: "signing", outcome: "none" });
    expect(confirm).not.toHaveBeenCalled();
    expect(signMessage).not.toHaveBeenCalled();
  });

  it("signs nothing without a yes, and the amounts are free again", async () => {
    const confirm = vi.fn<() => Promise<boolean>>();
    const { pay, signMessage, sent } = await openTasks({ confirm });
    for (const reply of [false, "yes" as never, undefined as never]) {
      confirm.mockResolvedValueOnce(reply);
      expect(stateOf(await pay())).toMatchObject({ kind: "aborted", outcome: "none" });
    }
    confirm.mockRejectedValueOnce(new RangeError("no window"));
    await expect(pay()).rejects.toThrow("no window");
    expect(signMessage).not.toHaveBeenCalled();
    expect(sent).not.toContain("execute-user-op");
    confirm.mockResolvedValue(true);
    // Four refused payments of 82 would have used up 300.
    expect(stateOf(await pay())).toBe("done");
  });

  it("shows neither the key nor a signature in a schema or a result", async () => {
    const { pay, named, sandbox } = await openTasks();
    const result = JSON.stringify([
      named("pay"),
      await pay(),
      await pay({ intent: "2", amount: "x" }),
    ]);
    expect(result).not.toContain(sandbox.apiKey);
    expect(result).not.toMatch(/"signature"/);
  });

  it("says what has happened if fields name no part of it", async () => {
    const { pay } = await openTasks();
    expect(await pay({ fields: ["nothing"] })).toMatchObject({ data: { state: "done" } });
    const { data } = Object(await pay({ fields: ["state"] }));
    expect(data).toEqual({ state: "done" });
  });

  it("takes the first quote that can be executed, and none if there is none", async () => {
    const { client, named, swap, paid } = await openTasks();
    const quote = client.swap.quote.bind(client.swap);
    let kinds: string[] = [];
    vi.spyOn(client.swap, "quote").mockImplementation((async (request: never) => {
      const all = kinds.map(async (kind) => {
        const [first] = (await quote(request)).quotes;
        const revertReason = { decoded: "paused", encoded: null };
        return kind === "reverted" ? Object.assign(first ?? {}, { revertReason }) : first;
      });
      return { quotes: await Promise.all(all) };
    }) as never);
    for (const reason of [/no quote/, /paused/]) {
      const message = expect.stringMatching(reason);
      expect(stateOf(await named("swap").execute(swap))).toMatchObject({
        kind: "signing",
        message,
      });
      kinds = ["reverted"];
    }
    expect(paid()).toBe(0);
    kinds = ["reverted", "executable"];
    expect(stateOf(await named("swap").execute(swap))).toBe("done");
    expect(paid()).toBe(1);
  });

  it("stores the metadata of the agent beside the intent, which no metadata replaces", async () => {
    const { client, pay, address } = await openTasks();
    expect(stateOf(await pay({ metadata: 5 }))).toMatchObject({ kind: "request_validation" });
    await pay({ metadata: { order: "7", intent: "other" } });
    const { items } = await client.wallets.history(address).firstPage();
    const metadata = { order: "7", intent: "order 17" };
    expect(items.map((each) => each.metadata).filter(Boolean)).toEqual([metadata]);
  });

  it("signs nothing after its signal, or for a wallet of another owner", async () => {
    const { named, payment, signMessage } = await openTasks({ owner: receiver });
    expect(stateOf(await named("pay").execute(payment))).toMatchObject({ outcome: "none" });
    const { pay, named: mine, payment: own, signMessage: signOwn } = await openTasks();
    const stopped = await mine("pay").execute(own, { signal: AbortSignal.abort() });
    expect(stateOf(stopped)).toMatchObject({ kind: "aborted", outcome: "none" });
    expect([signMessage.mock.calls, signOwn.mock.calls]).toEqual([[], []]);
    expect(stateOf(await pay())).toBe("done");
  });

  it("stops its policy, and says why, if less arrived than was promised", async () => {
    const { client, settings, policy, sandbox, swap } = await openTasks();
    const { signer, owner, wait, journal } = settings;
    const create = (settle: object) =>
      createTools(client, {
        allow: ["swap"],
        once,
        policy,
        signer,
        owner,
        journal,
        signing: { wait, settle: settle as never },
      })[0];
    sandbox.diverge({ percent: 20 });
    const { getTransactionReceipt: _, ...silent } = sandbox.node(137);
    const getTransactionReceipt = () => Promise.reject(new TypeError("no node, call again"));
    const unsettled = await create({ ...silent, getTransactionReceipt })?.execute(swap);
    expect(stateOf(unsettled as ToolResult)).toBe("done");
    expect(JSON.stringify(unsettled)).not.toMatch(/settlementError|call again/);
    expect(await policy.frozen()).toBeUndefined();
    sandbox.diverge({ percent: 20 });
    const result = await create(sandbox.node(137))?.execute({ ...swap, intent: "order 18" });
    const problems = [expect.stringContaining("at least 0.03970")];
    expect(result).toMatchObject({ ok: true, data: { state: "done", problems } });
    expect(await policy.frozen()).toContain("arrived_less");
  });

  it("shows no error of a receipt that could not be stored after the payment", async () => {
    const receipts = vi.fn(({ kind }: Receipt) => {
      if (kind === "outcome") throw new JournalError("no space", { hint: "Call again." });
    });
    const { pay } = await openTasks({ signing: { receipts } });
    const result = await pay();
    expect(result).toMatchObject({ ok: true, data: { state: "done", isCompared: true } });
    expect(JSON.stringify(result)).not.toMatch(/no space|Call again|receiptError/);
    expect(receipts.mock.calls.some(([{ kind }]) => kind === "outcome")).toBe(true);
  });

  it("says if an earlier task of the intent could not be compared", async () => {
    const { pay, sandbox } = await openTasks();
    await pay();
    sandbox.fail("operations.transfer", { id: "INTERNAL_SERVER_ERROR" } as never);
    expect(await pay()).toMatchObject({ ok: true, data: { state: "done", isCompared: false } });
  });

  it("says that nothing was compared if only the history knows the intent", async () => {
    const { pay, client, policy, settings, payment, paid } = await openTasks();
    await pay();
    const { signer, owner, wait } = settings;
    const journal = createMemoryJournal();
    const options = { once, policy, signer, owner, journal, signing: { wait } };
    const [restarted] = createTools(client, { allow: ["pay"], ...options });
    expect(await restarted?.execute({ ...payment, amount: "77" })).toMatchObject({
      data: { state: "done", isCompared: false },
    });
    expect(paid()).toBe(1);
  });

  it("is not there, and signs nothing, unless it is named", async () => {
    const opened = await openIntents();
    const { signer } = opened.settings;
    const reserve = vi.fn();
    const policy = { reserve };
    const journal = createMemoryJournal();
    const tools = createTools(opened.client, { once, policy, signer, journal });
    expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
    const input = createSwapRequest(opened.address);
    for (const tool of tools) await tool.execute(input);
    expect(opened.signMessage).not.toHaveBeenCalled();
    expect(reserve).not.toHaveBeenCalled();
  });
});
