import { hashTypedData, recoverTypedDataAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Address, TransferRequest } from "../../src/index.js";
import { createMemoryJournal, once } from "../../src/intents/index.js";
import {
  createMandate,
  createMemoryPolicyStore,
  createSigningPolicy,
  describeMandate,
  type Mandate,
  type MandateTerms,
  type PolicyApproval,
  type SigningPolicyOptions,
  signMandate,
  verifyMandate,
} from "../../src/policy/index.js";
import { pickExecutable, runOperation, signOperation, signQuote } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { brief, openIntents } from "../intents/intent-kit.js";
import { owner, usdc as usdcText, weth as wethText } from "../sandbox/open-sandbox.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";

const [usdc, weth] = [usdcText, wethText] as [Address, Address];
const receiver = `0x${"7".repeat(40)}` as const;
const stranger = `0x${"8".repeat(40)}` as const;
const [first, second, foreign] = Array.from({ length: 3 }, () =>
  privateKeyToAccount(generatePrivateKey()),
) as [typeof owner, typeof owner, typeof owner];
const hour = 3_600_000;

async function open(
  approval: Partial<PolicyApproval> = {},
  more: Partial<SigningPolicyOptions> = {},
) {
  const opened = await openIntents();
  const { client, address, settings, signMessage } = opened;
  const policyOptions: SigningPolicyOptions = {
    name: "payouts",
    chains: [137, 1],
    receivers: [receiver, stranger],
    limits: [{ token: usdc, perOperation: "5000" }],
    approval: { above: [{ token: usdc, amount: "50" }], approvers: [first.address], ...approval },
    ...more,
  };
  const policy = createSigningPolicy(policyOptions);
  const payment = (changes: Partial<TransferRequest> = {}): TransferRequest => ({
    walletAddress: address,
    toAddress: receiver,
    chainId: 137,
    token: usdc,
    amount: "82",
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    ...changes,
  });
  const termsOf = (changes: Partial<MandateTerms> = {}) => {
    const { version: _, ...terms } = {
      request: payment(),
      until: new Date(Date.now() + 6 * hour).toISOString(),
      policy: "payouts",
      intent: "order 17",
      ...changes,
    } as MandateTerms;
    return createMandate(terms);
  };
  const mandateOf = (changes: Partial<MandateTerms> = {}, signer = first) =>
    signMandate(termsOf(changes), signer);
  /** Signs a payment outside of `once`. */
  const sign = async (
    mandate: Mandate | undefined,
    changes: Partial<TransferRequest> = {},
    own = policy,
  ) => {
    const transfer = await client.operations.transfer(payment(changes));
    const { signer } = settings;
    return signOperation(transfer, signer, { owner: owner.address, policy: own, mandate });
  };
  return { ...opened, policy, policyOptions, payment, termsOf, mandateOf, sign, signMessage };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** The rules that refused, and that no signer was called. */
async function refused({ signMessage }: Opened, call: Promise<unknown>): Promise<string[]> {
  const before = signMessage.mock.calls.length;
  const error = (await failure(call)) as {
    name: string;
    problems?: { code: string; policy?: { rule: string } }[];
  };
  expect(error).toMatchObject({ name: "UnsafeToSignError" });
  expect(signMessage).toHaveBeenCalledTimes(before);
  return [...new Set((error.problems ?? []).map(({ policy }) => String(policy?.rule)))];
}

describe("a policy with an approval", () => {
  test("signs an amount up to the threshold without a mandate, and nothing above it", async () => {
    const opened = await open();
    await opened.sign(undefined, { amount: "40" });
    expect(await refused(opened, opened.sign(undefined))).toEqual(["approval"]);
    expect(opened.signMessage).toHaveBeenCalledTimes(1);
  });

  test("signs what was approved hours before, from a quote of now", async () => {
    const { client, mandateOf, sign, advance, sent } = await open();
    // It has travelled as JSON, through a database that sorts the fields.
    const { terms, signatures } = JSON.parse(JSON.stringify(await mandateOf()));
    const sorted = Object.fromEntries(Object.entries(terms.request).sort());
    advance(5 * hour);
    const signed = await sign({ signatures, terms: { ...terms, request: sorted } });
    await client.operations.execute(signed as never);
    expect(sent).toContain("execute-user-op");
  });

  const changed: [string, Partial<TransferRequest>][] = [
    ["820 instead of 82", { amount: "820" }],
    ["one unit more", { amount: "82.000001" }],
    ["another receiver", { toAddress: stranger }],
    ["gas that is paid in another way", { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" as never }],
    ["a fee for the project", { transactionFeePercent: 1 }],
  ];
  test.each(changed)("refuses %s, before the signer is called", async (_, changes) => {
    const opened = await open();
    const call = opened.sign(await opened.mandateOf(), changes);
    expect(await refused(opened, call)).toContain("mandate_request");
  });

  test("signs the same amount in another spelling", async () => {
    const { sign, mandateOf } = await open();
    await sign(await mandateOf(), { amount: "82.000" });
  });

  const others: [string, Partial<MandateTerms>, string][] = [
    ["another chain", { request: { chainId: 1 } as never }, "mandate_request"],
    ["another wallet", { request: { walletAddress: stranger } as never }, "mandate_request"],
    ["another policy", { policy: "payouts eu" }, "mandate_policy"],
    ["a policy with a shorter name", { policy: "payout" }, "mandate_policy"],
    ["more than arrives", { minReceived: "82.000001" }, "mandate_received"],
    ["less gas than it takes", { maxGasFee: "0.0000001" }, "mandate_gas"],
  ];
  test.each(others)("refuses the mandate for %s", async (_, changes, rule) => {
    const opened = await open();
    const { request } = changes as { request?: object };
    const whole = request ? { request: { ...opened.payment(), ...request } } : changes;
    const call = opened.sign(await opened.mandateOf(whole as Partial<MandateTerms>));
    expect(await refused(opened, call)).toEqual([rule]);
  });

  test("refuses a mandate after its time, with a quote that outlives it or not", async () => {
    const opened = await open();
    const mandate = await opened.mandateOf();
    const { client, payment, settings, policy, advance } = opened;
    advance(6 * hour + 1);
    expect(await refused(opened, opened.sign(mandate))).toEqual(["mandate_until"]);
    // The clock of the policy counts, also if that of the service is behind.
    const transfer = await client.operations.transfer(payment());
    const early = { ...transfer.transfer, expiresAt: Date.parse(mandate.terms.until) - 1 };
    const terms = { owner: owner.address, policy, mandate, expect: payment() };
    const now = Date.parse(mandate.terms.until) - hour;
    const call = signOperation(early, settings.signer, { ...terms, now });
    expect(await refused(opened, call)).toEqual(["mandate_until"]);
  });

  test("refuses a revoked approver, also for a mandate that was signed before", async () => {
    const opened = await open();
    const mandate = await opened.mandateOf();
    const approval = { above: [], approvers: [second.address] };
    const policy = createSigningPolicy({ ...opened.policyOptions, approval });
    expect(await refused(opened, opened.sign(mandate, {}, policy))).toEqual(["approval"]);
  });

  test("refuses a mandate of which any term was changed after it was signed", async () => {
    const opened = await open();
    const mandate = await opened.mandateOf({ minReceived: "80", maxGasFee: "2" });
    const changes: Partial<MandateTerms>[] = [
      { minReceived: "1" },
      { maxGasFee: "20" },
      { until: new Date(Date.now() + 7 * hour).toISOString() },
      { policy: "payouts " },
      { intent: "order 18" },
      { request: opened.payment({ amount: "820" }) },
    ];
    for (const change of changes) {
      const forged = { ...mandate, terms: { ...mandate.terms, ...change } };
      expect(await refused(opened, opened.sign(forged)), JSON.stringify(change)).toContain(
        "approval",
      );
    }
  });

  test("needs as many different approvers as it says", async () => {
    const spellings = [first.address, first.address.toLowerCase() as Address];
    const opened = await open({ approvers: [...spellings, second.address], need: 2 });
    const one = await opened.mandateOf();
    expect(await refused(opened, opened.sign(one))).toEqual(["approval"]);
    const twice = await signMandate(one, first);
    expect(twice.signatures).toHaveLength(2);
    expect(await refused(opened, opened.sign(twice))).toEqual(["approval"]);
    const strange = await signMandate(one, foreign);
    expect(await refused(opened, opened.sign(strange))).toEqual(["approval"]);
    await opened.sign(await signMandate(one, second));
  });

  test("counts each of three approvers once, in whichever order they sign", async () => {
    const approvers = [first, second, foreign].map(({ address }) => address);
    const opened = await open({ approvers, need: 3 });
    const two = await signMandate(await opened.mandateOf(), second);
    for (const again of [first, second])
      expect(await refused(opened, opened.sign(await signMandate(two, again)))).toEqual([
        "approval",
      ]);
    await opened.sign(await signMandate(await signMandate(two, first), foreign));
  });

  test("uses a mandate once, with every policy of the same store", async () => {
    const store = createMemoryPolicyStore();
    const opened = await open({}, { store });
    const mandate = await opened.mandateOf();
    const policies = [1, 2].map(() => createSigningPolicy(opened.policyOptions));
    const signing = policies.map((policy) => opened.sign(mandate, {}, policy));
    const settled = await Promise.allSettled(signing);
    expect(settled.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await refused(opened, opened.sign(mandate))).toEqual(["mandate_used"]);
    // Another signature of the same terms is no other mandate.
    const again = await opened.mandateOf(mandate.terms);
    expect(await refused(opened, opened.sign(again))).toEqual(["mandate_used"]);
    // Nor are other terms of the same intent: the person has approved one payment twice.
    const other = await opened.mandateOf({ minReceived: "80" });
    expect(await refused(opened, opened.sign(other))).toEqual(["mandate_used"]);
    await opened.sign(await opened.mandateOf({ intent: "order 18" }));
  });

  test("keeps a mandate for another try if nothing was signed or sent", async () => {
    const { sign, mandateOf, policy, signMessage } = await open();
    const mandate = await mandateOf();
    signMessage.mockRejectedValueOnce(new Error("the key is away"));
    await failure(sign(mandate));
    await policy.release(await sign(mandate));
    await sign(mandate);
  });

  test("checks a mandate that is not needed, too", async () => {
    const opened = await open({ above: [{ token: usdc, amount: "5000" }] });
    const call = opened.sign(await opened.mandateOf(), { amount: "820" });
    expect(await refused(opened, call)).toEqual(["mandate_request"]);
  });

  test("judges a swap by what its quote guarantees", async () => {
    const opened = await open();
    const { client, address, settings, policy, mandateOf } = opened;
    const expected = createSwapRequest(address);
    const { quotes } = await client.swap.quote(expected);
    const quote = pickExecutable(quotes);
    const sign = async (changes: Partial<MandateTerms>) => {
      const mandate = await mandateOf({ request: expected, ...changes });
      const { signer } = settings;
      return signQuote(quote, signer, { owner: owner.address, policy, mandate });
    };
    const least = quote.minAmountOut as string;
    expect(await refused(opened, sign({ minReceived: `${least}1` }))).toEqual(["mandate_received"]);
    expect(
      await policy.preview(quote, { mandate: await mandateOf({ request: expected }) }),
    ).toEqual([]);
    await sign({ minReceived: least });
  });

  test("shows in a preview what signing refuses", async () => {
    const opened = await open({}, { store: createMemoryPolicyStore() });
    const { client, address, settings, policy, mandateOf } = opened;
    const request = createSwapRequest(address);
    const quote = pickExecutable((await client.swap.quote(request)).quotes);
    const { signer } = settings;
    const terms = { owner: owner.address, policy };
    const used = await mandateOf({ request });
    for (let i = 0; i < 2; i++) expect(await policy.preview(quote, { mandate: used })).toEqual([]);
    await signQuote(quote, signer, { ...terms, mandate: used });
    const mandates: unknown[] = [
      used,
      await mandateOf({ request, intent: "order 18", policy: "other", minReceived: "9999" }),
      await mandateOf({ request: { ...request, amountIn: "7" }, intent: "order 19" }, foreign),
      { terms: used.terms, signatures: [] },
      { terms: used.terms, signatures: ["0x1234"] },
      { terms: used.terms, signatures: [`0x${"f".repeat(130)}`] },
      { terms: { ...used.terms, version: 2 }, signatures: used.signatures },
      { signatures: used.signatures },
      {},
    ];
    for (const mandate of mandates as Mandate[]) {
      const previewed = await policy.preview(quote, { mandate });
      const error = await failure(signQuote(quote, signer, { ...terms, mandate }));
      expect(error).toMatchObject({ name: "UnsafeToSignError", problems: previewed });
      expect(previewed.length).toBeGreaterThan(0);
    }
  });

  test("refuses what takes more than the request, within the rounding of a quote", async () => {
    const opened = await open();
    const { client, address, settings, policy, mandateOf } = opened;
    const request = createSwapRequest(address, { amountIn: "1000" });
    const { quotes } = await client.swap.quote(request);
    const quote = { ...pickExecutable(quotes), amountIn: "1001" };
    const sign = (mandate?: Mandate, own = policy) =>
      signQuote(quote, settings.signer, {
        owner: owner.address,
        policy: own,
        expect: request,
        mandate,
      });
    const open5000 = { above: [{ token: usdc, amount: "5000" }], approvers: [first.address] };
    await sign(undefined, createSigningPolicy({ ...opened.policyOptions, approval: open5000 }));
    const mandate = await mandateOf({ request });
    expect(await refused(opened, sign(mandate))).toEqual(["mandate_request"]);
  });

  test("counts every cost beside the amounts in the limit of the gas", async () => {
    const opened = await open();
    const { client, payment, settings, mandateOf } = opened;
    const request = payment({ token: weth, amount: "0.05" });
    const { transfer } = await client.operations.transfer(request);
    const collected = { collectedFeeToken: usdc, serviceCollectedFee: "5" };
    const dear = { ...transfer, estimatedCollectedFee: collected } as never;
    const limits = createSigningPolicy({
      ...opened.policyOptions,
      limits: [...opened.policyOptions.limits, { token: weth, perOperation: "1" }],
    });
    const sign = async (changes: Partial<MandateTerms>) =>
      signOperation(dear, settings.signer, {
        owner: owner.address,
        policy: limits,
        expect: request,
        mandate: await mandateOf({ request, ...changes }),
      });
    expect(await refused(opened, sign({ maxGasFee: "4.9" }))).toEqual(["mandate_gas"]);
    await sign({ maxGasFee: "10" });
  });

  test("lets the person accept unusual terms, and not the program", async () => {
    const opened = await open();
    const { client, address, settings, policy, mandateOf } = opened;
    const request = createSwapRequest(address);
    const { quotes } = await client.swap.quote(request);
    const quote = { ...pickExecutable(quotes), amountOutUSD: undefined } as never;
    const confirm = vi.fn(() => true);
    const sign = async (terms: Partial<MandateTerms>) =>
      signQuote(quote, settings.signer, {
        owner: owner.address,
        policy,
        expect: request,
        accept: ["price_unknown"],
        confirm,
        mandate: await mandateOf({ request, ...terms }),
      });
    const error = await failure(sign({}));
    expect(error).toMatchObject({ problems: [{ code: "price_unknown" }] });
    expect(confirm).not.toHaveBeenCalled();
    await sign({ accept: ["price_unknown"] });
  });

  test("judges a batch as a whole", async () => {
    const opened = await open();
    const { client, payment, address, settings, policy, mandateOf } = opened;
    const batchOf = (amount = "5", metadata?: { intent: string }) => ({
      walletAddress: address,
      chainId: 137,
      operations: [
        { type: "transfer" as const, params: payment({ amount: "60", metadata }) },
        { type: "transfer" as const, params: payment({ amount, toAddress: stranger }) },
      ],
    });
    const request = batchOf() as never;
    const sign = async (changes: Partial<MandateTerms>, batch: object = batchOf()) => {
      const prepared = await client.operations.batch(batch as never);
      const mandate = await mandateOf({ request, ...changes });
      return signOperation(prepared, settings.signer, { owner: owner.address, policy, mandate });
    };
    expect(await refused(opened, sign({ minReceived: "1" }))).toEqual(["mandate_received"]);
    expect(await refused(opened, sign({ maxGasFee: "0.0000001" }))).toEqual(["mandate_gas"]);
    const other = batchOf("5", { intent: "order 99" });
    expect(await refused(opened, sign({}, other))).toEqual(["mandate_intent"]);
    const changed = failure(sign({}, batchOf("6")));
    const path = "mandate.terms.request.operations.1.params.amount";
    expect(await changed).toMatchObject({ problems: [{ path, expected: "5" }] });
    await sign({ maxGasFee: "5" });
  });

  test("is needed to use a mandate: another policy that ignores it signs nothing", async () => {
    const { sign, mandateOf, signMessage } = await open();
    const release = vi.fn(async () => {});
    const ignorant = { reserve: async () => ({ problems: [], release }) };
    const error = await failure(sign(await mandateOf(), {}, ignorant as never));
    expect(error).toMatchObject({ kind: "configuration" });
    expect(release).toHaveBeenCalledTimes(1);
    expect(signMessage).not.toHaveBeenCalled();
  });

  test("leaves a mandate usable after tries with forged signatures", async () => {
    const memory = createMemoryPolicyStore();
    const store = { ...memory, release: async () => {} };
    const opened = await open({}, { store });
    const { terms, signatures } = await opened.mandateOf();
    await refused(opened, opened.sign({ terms, signatures: [] }));
    await opened.sign({ terms, signatures });
  });

  test("shows in a preview that a mandate is missing, and asks no one", async () => {
    const approve = vi.fn(() => false as const);
    const { client, address, policy } = await open({ approve });
    const { quotes } = await client.swap.quote(createSwapRequest(address));
    const problems = await policy.preview(pickExecutable(quotes));
    expect(problems).toMatchObject([{ code: "policy", policy: { rule: "approval" } }]);
    expect(approve).not.toHaveBeenCalled();
  });

  test("never takes a mandate for a limit that it does not apply", async () => {
    const { client, payment, mandateOf, settings } = await open();
    const mandate = await mandateOf();
    const transfer = await client.operations.transfer(payment());
    const { signer } = settings;
    const alone = failure(signOperation(transfer, signer, { owner: owner.address, mandate }));
    expect(await alone).toMatchObject({ kind: "configuration" });
    const opened = await open({}, { approval: undefined });
    expect(await refused(opened, opened.sign(await opened.mandateOf()))).toEqual(["approval"]);
  });

  test.each<[Partial<PolicyApproval>, Partial<SigningPolicyOptions>, string]>([
    [{ need: 0 }, {}, "need"],
    [{ need: 2 }, {}, "need"],
    [{ need: 0.5 }, {}, "need"],
    [{ need: Number.NaN }, {}, "need"],
    [{ approvers: [first.address, first.address.toLowerCase() as Address], need: 2 }, {}, "need"],
    [{}, { allowRaw: true }, "allowRaw"],
    [{ approvers: [] }, {}, "need"],
    [{ approvers: ["0x1"] }, {}, "approvers"],
    [{ approve: "yes" as never }, {}, "approve"],
    [{ above: [{ token: usdc, amount: 50 as never }] }, {}, "above[0].amount"],
    [{ above: undefined as never }, {}, "above"],
    [{ threshold: 1 } as never, {}, "threshold"],
    [{ above: [10, 137].map((chainId) => ({ token: usdc, chainId, amount: "1" })) }, {}, "above"],
    [{ above: [137, 10].map((chainId) => ({ token: usdc, chainId, amount: "1" })) }, {}, "above"],
    [{ above: [{ token: usdc, chainId: "137" as never, amount: "1" }] }, {}, "above"],
  ])("refuses the option %j %j", async (approval, more, name) => {
    const error = await failure(open(approval, more));
    expect(error).toMatchObject({ kind: "configuration", message: expect.stringContaining(name) });
  });
});

describe("a question in the same process", () => {
  test("shows unusual terms to the person, and signs only with a mandate that accepts them", async () => {
    const seen: string[] = [];
    let accept: MandateTerms["accept"];
    const approve = async (_: unknown, text: string, terms: MandateTerms) => {
      seen.push(text);
      return signMandate(accept ? { ...terms, accept } : terms, first);
    };
    const { client, address, settings, policy } = await open({ approve });
    const request = createSwapRequest(address);
    const { quotes } = await client.swap.quote(request);
    const quote = { ...pickExecutable(quotes), amountOutUSD: undefined } as never;
    const terms = { owner: owner.address, policy, expect: request };
    accept = [];
    const confirm = vi.fn(() => true);
    const call = signQuote(quote, settings.signer, {
      ...terms,
      accept: ["price_unknown"],
      confirm,
    });
    expect(await failure(call)).toMatchObject({ problems: [{ code: "price_unknown" }] });
    expect(confirm).not.toHaveBeenCalled();
    accept = undefined;
    await signQuote(quote, settings.signer, terms);
    for (const text of seen) expect(text).toContain("Accept: price_unknown");
  });

  test.each([[false], [undefined], [true]])("that returns %j signs nothing", async (result) => {
    const opened = await open({ approve: async () => result as never });
    expect(await refused(opened, opened.sign(undefined))).toEqual(["approval"]);
  });

  test("that throws signs nothing, and keeps its reason", async () => {
    const approve = () => Promise.reject(new Error("the chat is down"));
    const { sign, signMessage } = await open({ approve });
    expect(await failure(sign(undefined))).toMatchObject({
      kind: "signing",
      message: expect.stringContaining("the chat is down"),
    });
    expect(signMessage).not.toHaveBeenCalled();
  });

  test("is not asked about what is refused anyway", async () => {
    const approve = vi.fn(() => false as const);
    const opened = await open({ approve });
    await refused(opened, opened.sign(undefined, { amount: "5001" }));
    expect(approve).not.toHaveBeenCalled();
  });

  test("is not asked while the policy is stopped, which is one refusal", async () => {
    const approve = vi.fn(() => false as const);
    const opened = await open({ approve });
    await opened.policy.freeze("the support asked to stop");
    const error = await failure(opened.sign(undefined));
    expect(error).toMatchObject({ name: "UnsafeToSignError" });
    const rules = (error as { problems: { policy?: { rule: string } }[] }).problems;
    expect(rules.filter(({ policy }) => policy?.rule === "frozen")).toHaveLength(1);
    expect(approve).not.toHaveBeenCalled();
  });

  test("that returns after the policy was stopped signs nothing", async () => {
    const approve = async (_: unknown, __: string, terms: MandateTerms) => {
      await opened.policy.freeze("the support asked to stop");
      return signMandate(terms, first);
    };
    const opened = await open({ approve });
    expect(await refused(opened, opened.sign(undefined))).toEqual(["frozen"]);
  });

  test("that returns a mandate for other terms signs nothing", async () => {
    const approve = async (_: unknown, __: string, terms: MandateTerms) =>
      signMandate({ ...terms, request: { ...terms.request, amount: "82.1" } as never }, first);
    const opened = await open({ approve });
    expect(await refused(opened, opened.sign(undefined))).toEqual(["mandate_request"]);
  });

  test("that is aborted signs nothing later, and frees what it had reserved", async () => {
    const controller = new AbortController();
    let isApproved = false;
    const approve = async (_: unknown, __: string, terms: MandateTerms) => {
      controller.abort();
      const mandate = await signMandate(terms, first);
      isApproved = true;
      return mandate;
    };
    const windows = [{ hours: 24, max: "100" }];
    const store = createMemoryPolicyStore();
    const release = vi.spyOn(store, "release");
    const opened = await open({ approve }, { store, limits: [{ token: usdc, windows }] });
    const { client, payment, settings, policy, signMessage } = opened;
    const transfer = await client.operations.transfer(payment());
    const given = { owner: owner.address, policy, signal: controller.signal };
    const call = signOperation(transfer, settings.signer, given);
    expect(await failure(call)).toMatchObject({ kind: "aborted", sent: false });
    // The window and the mandate.
    await expect.poll(() => [isApproved, release.mock.calls.length]).toEqual([true, 2]);
    expect(signMessage).not.toHaveBeenCalled();
  });

  test("frees what it had reserved if it is declined", async () => {
    const decisions = [false, true];
    const approve = async (_: unknown, __: string, terms: MandateTerms) =>
      decisions.shift() === true && signMandate(terms, first);
    const windows = [{ hours: 24, max: "100" }];
    const opened = await open({ approve }, { limits: [{ token: usdc, windows }] });
    expect(await refused(opened, opened.sign(undefined))).toEqual(["approval"]);
    await opened.sign(undefined);
  });
});

describe("once with a mandate", () => {
  const start = (opened: Opened, mandate: Mandate, more: object = {}, changes: object = {}) =>
    once(
      opened.client,
      { ...opened.settings, policy: opened.policy, mandate, ...more },
      async (metadata) =>
        opened.client.operations.transfer({ ...opened.payment(changes), metadata }),
    );

  test("pays once, however often it is called", async () => {
    const opened = await open();
    const mandate = await opened.mandateOf();
    expect(await start(opened, mandate)).toMatchObject({ state: "done" });
    expect(await start(opened, mandate)).toMatchObject({ state: "done" });
    expect(opened.paid()).toBe(1);
    expect(opened.signMessage).toHaveBeenCalledTimes(1);
  });

  test("compares the intent of the call, not only that of the request", async () => {
    const opened = await open();
    const { client, settings, payment, policy } = opened;
    const mandate = await opened.mandateOf({ intent: "order 18" });
    const call = once(client, { ...settings, policy, mandate }, () =>
      client.operations.transfer(payment()),
    );
    expect(await refused(opened, call)).toEqual(["mandate_intent"]);
  });

  test("refuses it for another intent, and never pays outside of once afterwards", async () => {
    const opened = await open();
    const mandate = await opened.mandateOf();
    const journal = createMemoryJournal();
    const call = start(opened, mandate, { intent: "order 18", journal });
    expect(await refused(opened, call)).toEqual(["mandate_intent"]);
    await start(opened, mandate);
    expect(await refused(opened, opened.sign(mandate))).toEqual(["mandate_used"]);
  });

  test("refuses a mandate that was used outside of once", async () => {
    const opened = await open();
    const mandate = await opened.mandateOf();
    await opened.sign(mandate);
    expect(await refused(opened, start(opened, mandate))).toEqual(["mandate_used"]);
  });

  test("signs again with it if the first attempt can never be executed", async () => {
    const opened = await open({}, { store: createMemoryPolicyStore() });
    const { replace, advance, signMessage, paid } = opened;
    const mandate = await opened.mandateOf();
    // The process ends while the request is under way, and nothing arrives.
    replace.execute = () => Promise.reject(new TypeError("reset"));
    await failure(start(opened, mandate, { wait: brief, signal: AbortSignal.timeout(200) }));
    expect(signMessage).toHaveBeenCalledTimes(1);
    expect(paid()).toBe(0);
    delete replace.execute;
    advance(2 * hour);
    const anew = createSigningPolicy(opened.policyOptions);
    expect(await start({ ...opened, policy: anew }, mandate)).toMatchObject({ state: "done" });
    expect(paid()).toBe(1);
  });

  test("refuses changed terms, and pays what was approved", async () => {
    const opened = await open();
    const mandate = await opened.mandateOf();
    const call = start(opened, mandate, {}, { amount: "820" });
    expect(await refused(opened, call)).toEqual(["mandate_request"]);
    expect(await start(opened, mandate)).toMatchObject({ state: "done" });
    expect(opened.paid()).toBe(1);
  });
});

describe("runOperation with a mandate", () => {
  test("pays once in two runs at once", async () => {
    const opened = await open({}, { store: createMemoryPolicyStore() });
    const { client, payment, settings, policyOptions, address } = opened;
    const mandate = await opened.mandateOf();
    const { signer, wait } = settings;
    const runs = [1, 2].map(() =>
      runOperation(client, () => client.operations.transfer(payment()), {
        signer,
        wait,
        owner: owner.address,
        walletAddress: address,
        chainId: 137,
        policy: createSigningPolicy(policyOptions),
        mandate,
      }),
    );
    const settled = await Promise.allSettled(runs);
    expect(settled.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(opened.sent.filter((name) => name === "execute-user-op")).toHaveLength(1);
  });
});

describe("the terms of a mandate", () => {
  test("are signed as EIP-712 data that viem hashes and recovers in the same way", async () => {
    const { termsOf } = await open();
    const terms = termsOf({ minReceived: "80", maxGasFee: "2" });
    let seen: Parameters<typeof hashTypedData>[0] | undefined;
    const signer = {
      ...first,
      signTypedData: async (data: never) => {
        seen = data;
        return first.signTypedData(data);
      },
    };
    const { signatures } = await signMandate(terms, signer as never);
    const data = seen as NonNullable<typeof seen>;
    // A wallet needs the type of the domain, which viem adds.
    const texts = ["name", "version"].map((name) => ({ name, type: "string" }));
    expect(data).toMatchObject({ types: { EIP712Domain: texts } });
    expect(hashTypedData(data)).toBe(describeMandate(terms).digest);
    const signature = signatures[0] as `0x${string}`;
    expect(await recoverTypedDataAddress({ ...data, signature })).toBe(first.address);
    expect((await verifyMandate({ terms, signatures })).signers).toEqual([first.address]);
  });

  test("are all in the text that the approver reads", async () => {
    const { termsOf, payment, address } = await open();
    const until = "2030-01-02T03:04:05.000Z";
    const terms = { ...termsOf({ minReceived: "80.5", maxGasFee: "1.25" }), until };
    const { text } = describeMandate(terms);
    expect(text.split("\n")).toEqual([
      "Approve: order 17",
      `From wallet: ${address}`,
      "Chain: Polygon (137)",
      "Amount: 82",
      `Token: USDC (${usdc})`,
      `Receiver: ${receiver}`,
      `Gas is paid in: USDC (${usdc})`,
      "Gas payment: ADD_TO_AMOUNT",
      "Receive at least: 80.5",
      "Gas and other costs at most: 1.25",
      "Accept: nothing unusual",
      `Sign, and execute, until: ${until}`,
      "Policy: payouts",
    ]);
    const lenient = describeMandate({ ...terms, accept: ["slippage", "price_loss"] });
    expect(lenient.text).toContain("\nAccept: slippage, price_loss\n");
    const batch = { walletAddress: address, chainId: 137 } as const;
    const operations = [
      { type: "transfer", params: payment() },
      { type: "transfer", params: payment({ amount: "5", toAddress: stranger }) },
    ] as const;
    const lines = describeMandate(termsOf({ request: { ...batch, operations } as never })).text;
    expect(lines).toContain("1. Amount: 82");
    expect(lines).toContain(`2. Receiver: ${stranger}`);
    expect(lines).toContain("Receive at least: no limit of yours");
  });

  test("have a line for every field of a request", () => {
    const fields = {
      routeProfile: "fast",
      individualId: "AB1",
      extraFee: { toAddress: stranger, percentage: 1.5 },
      transactionFeePercent: 2,
      gasFeePaymentMethod: "ADD_TO_AMOUNT",
      payGasFeeToken: weth,
      partialFillable: true,
      slippage: 3,
      toAddress: receiver,
      amountIn: ["1", "2"],
      walletAddress: stranger,
      type: "swap",
    };
    const terms = { version: 1, until: "2030-01-02T03:04:05.000Z", policy: "p", intent: "i" };
    const lines = describeMandate({ ...terms, request: fields } as never).text.split("\n");
    expect(lines.slice(1, -5)).toEqual([
      "Kind: swap",
      `From wallet: ${stranger}`,
      "Give 1.: 1",
      "Give 2.: 2",
      `Receiver: ${receiver}`,
      "Slippage in percent: 3",
      "May be filled in parts: true",
      `Gas is paid in: ${weth}`,
      "Gas payment: ADD_TO_AMOUNT",
      "Fee of the project in percent: 2",
      `Extra fee Receiver: ${stranger}`,
      "Extra fee in percent: 1.5",
      "Individual: AB1",
      "Route profile: fast",
    ]);
  });

  test("name each token by the addresses of its own chain", async () => {
    const { termsOf, address } = await open();
    const ether = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
    const swap = { ...createSwapRequest(address), chainIdOut: 1, tokenOut: ether } as const;
    const lines = describeMandate(termsOf({ request: swap })).text.split("\n");
    expect(lines).toContain("To chain: Ethereum (1)");
    expect(lines).toContain(`Token to give: USDC (${usdc})`);
    expect(lines).toContain(`Token to get: WETH (${ether})`);
  });

  test("have a digest that no release changes", () => {
    const walletAddress = `0x${"1".repeat(40)}` as const;
    const fields = { walletAddress, payGasFeeToken: usdc, toAddress: receiver };
    const gasFeePaymentMethod = "ADD_TO_AMOUNT";
    const payment = { ...fields, gasFeePaymentMethod, chainId: 137, token: usdc, amount: "82" };
    const chains = { chainIdIn: 137, chainIdOut: 137 };
    const swap = { ...fields, ...chains, tokenIn: usdc, tokenOut: weth, amountIn: "82" };
    const extraFee = { percentage: 1, toAddress: stranger };
    const order = { ...swap, extraFee, minAmountOut: "0.02", partialFillable: true };
    const operations = [{ type: "transfer", params: payment }];
    const batch = { walletAddress, chainId: 137, operations };
    const digests = [payment, swap, order, batch].map((request) => {
      const terms = { version: 1, request, until: "2030-01-02T03:04:05.000Z" } as const;
      const limits = { minReceived: "1", policy: "payouts", intent: "order 17" };
      return describeMandate({ ...terms, ...limits, accept: ["slippage"] } as never).digest;
    });
    expect(digests).toMatchInlineSnapshot(`
      [
        "0xcd9a385a22009d44df29b3edaade3aa6cdf419ed2a2f1a9ca13c2296d8c0e06a",
        "0xf2364141a44c119ad3e8f5db97a439c5a4087678a831b84c58e67831fbdcfbcd",
        "0x0520e5a3f95c2ae5b54d187a5dd19e4950d877183cce8569d8cc5961c23117ff",
        "0x8e6b0d0aa848ad31d496a4a6ad655d5205add91efd620a1ce9ecd64f28abc112",
      ]
    `);
  });

  test.each<[string, object]>([
    ["a line break", { intent: "order 17\nReceiver: 0x1" }],
    ["an invisible character", { intent: "order 17\u200b" }],
    ["more than a line shows", { policy: "x".repeat(301) }],
    ["a field that no request has", { request: { "Receive at least": "1" } }],
    ["a name of every object", { request: { constructor: "1" } }],
    ["a date", { request: { amount: new Date() } }],
    ["a bigint", { request: { amount: 82n } }],
    ["half of a character", { request: { individualId: "\ud83d" } }],
    ["a list of lists", { request: { operations: [[1]] } }],
  ])("are refused with %s, which the text could not show", async (_, change) => {
    const { termsOf } = await open();
    expect(() => termsOf(change as never)).toThrowError(
      expect.objectContaining({ kind: "configuration" }),
    );
  });

  test("last from now to 366 days, and have no field that limits nothing", () => {
    const now = Date.UTC(2026, 0, 1);
    vi.useFakeTimers({ toFake: ["Date"], now });
    onTestFinished(() => void vi.useRealTimers());
    const none = { minReceived: null, maxGasFee: null, accept: [] };
    const rest = { request: { amount: "82" }, policy: "payouts", intent: "order 17" };
    const request = { ...rest.request, expiration: 60, slippage: null, toAddress: undefined };
    const create = (until: number) => createMandate({ ...rest, ...none, request, until } as never);
    const until = "2027-01-02T00:00:00.000Z";
    expect(create(now + 366 * 24 * hour)).toStrictEqual({ version: 1, until, ...rest });
    expect(create(now + 1)).toMatchObject({ until: "2026-01-01T00:00:00.001Z" });
    for (const time of [now, now + 366 * 24 * hour + 1])
      expect(() => create(time)).toThrow(/until: expected a time in the next 366 days/);
  });

  test("are signed by an owner, each of whom counts once", async () => {
    const { mandateOf, termsOf } = await open();
    const twice = await signMandate(await mandateOf(), first);
    const { signatures, terms } = await signMandate(twice, second, { owner: second.address });
    const { digest } = describeMandate(terms);
    const signers = [first.address, second.address];
    const verified = { signatures, terms, digest, signers };
    expect(await verifyMandate({ signatures, terms })).toEqual(verified);
    const { signTypedData: _, ...other } = first;
    const fails = vi.fn(first.signTypedData);
    for (const [signer, address] of [
      [other, first.address],
      [{ ...first, signTypedData: fails }, second.address],
    ] as const)
      expect(await failure(signMandate(termsOf(), signer, { owner: address }))).toHaveProperty(
        "name",
        expect.stringMatching(/^Uns/),
      );
    expect(fails).not.toHaveBeenCalled();
    for (const wrong of [`0x${"f".repeat(64)}${"1".repeat(64)}1b`, "0x1234", {}, "0x"])
      await expect(verifyMandate({ terms, signatures: [wrong] as never })).rejects.toThrow();
    for (const wrong of [{}, "0x12", 7])
      await expect(verifyMandate({ terms, signatures: wrong as never })).rejects.toThrow(
        /signatures: expected a list of signatures/,
      );
  });

  test.each([
    ["soon"],
    ["2027-01-01T12:00:00"],
    ["01/02/2027"],
    [true],
    [0],
    ["2020-01-01T00:00:00Z"],
    ["2999-01-01T00:00:00Z"],
    [Number.NaN],
  ])("are refused with the latest time %j", async (until) => {
    const { termsOf } = await open();
    expect(() => termsOf({ until } as never)).toThrowError(/until/);
  });

  test.each([
    ["version", { version: 2 }],
    ["until", { until: "soon" }],
    ["minReceived", { minReceived: "1e3" }],
    ["maxGasFee", { maxGasFee: -1 }],
    ["accept", { accept: ["everything"] }],
    ["accept", { accept: "slippage" }],
    ["policy", { policy: "" }],
    ["policy", { policy: " payouts" }],
    ["intent", { intent: 7 }],
    ["intent", { intent: "order 17 " }],
    ["request", { request: "82 USDC" }],
    ["request", { request: 7 }],
    ["request: expected the request", { request: { amount: () => "82" } }],
    ["request.params.gift", { request: { params: { gift: 1 } } }],
    ["request.operations[1]", { request: { operations: [{}, []] } }],
    ["gift", { gift: 1 }],
  ])("are refused with another %s", async (name, change) => {
    const { termsOf } = await open();
    const given = { ...termsOf(), ...change } as never;
    const message = expect.stringContaining(name);
    expect(await failure(signMandate(given, first))).toMatchObject({
      kind: "configuration",
      message,
    });
  });

  test("contain no metadata, which may have personal data", async () => {
    const { termsOf, payment, address } = await open();
    const params = payment({ metadata: { customer: "Ana" } });
    const operations = [{ type: "transfer", params }];
    for (const request of [params, { walletAddress: address, chainId: 137, operations }])
      expect(JSON.stringify(termsOf({ request } as never))).not.toContain("Ana");
  });
});
