import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Address, createClient, type TransferRequest } from "../../src/index.js";
import { createMemoryJournal, once } from "../../src/intents/index.js";
import {
  createMemoryPolicyStore,
  createSigningPolicy,
  type PolicyStore,
  type SigningPolicyOptions,
} from "../../src/policy/index.js";
import { problemGuide } from "../../src/signing/index.js";
import {
  pickExecutable,
  runOperation,
  runSwap,
  signOperation,
  signQuote,
  signTypedData,
  signUserOperation,
} from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { brief, openIntents } from "../intents/intent-kit.js";
import { owner, usdc as usdcText, weth as wethText } from "../sandbox/open-sandbox.js";
import { positionOf } from "../sandbox/prepare.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { closedPort } from "../support/loopback.js";

const [usdc, weth] = [usdcText, wethText] as [Address, Address];
const other = `0x${"7".repeat(40)}` as const;
const day = { hours: 24, max: "250" };

async function open(changes: Partial<SigningPolicyOptions> = {}) {
  const opened = await openIntents();
  const { client, address, signMessage, settings } = opened;
  const options = { chains: [137], receivers: [], limits: [{ token: usdc, windows: [day] }] };
  const policy = createSigningPolicy({ ...options, ...changes });
  const quoteOf = async (more: Parameters<typeof createSwapRequest>[1] = {}) => {
    const request = createSwapRequest(address, more);
    return { expect: request, quote: pickExecutable((await client.swap.quote(request)).quotes) };
  };
  const sign = async (more: Parameters<typeof createSwapRequest>[1] = {}) => {
    const { quote, expect } = await quoteOf(more);
    const { signer } = settings;
    return signQuote(quote, signer, { expect, owner: owner.address, policy });
  };
  return { ...opened, policy, options, quoteOf, sign, signMessage };
}

/** The rules that refused, of an error. */
const rulesOf = async (call: Promise<unknown>) => {
  const error = (await failure(call)) as {
    hint?: string;
    problems?: { policy?: object; code: string }[];
  };
  for (const { code } of error.problems ?? []) expect(code).toBe("policy");
  if (error.problems) expect(error.hint).toBe(problemGuide.policy.action);
  return error.problems?.map(({ policy }) => policy);
};

describe("a policy", () => {
  test("releases the amounts of a signature that the caller no longer waits for", async () => {
    const { quoteOf, policy, settings, sign } = await open();
    const { quote, expect: asked } = await quoteOf();
    const controller = new AbortController();
    const signMessage = async () => {
      controller.abort();
      return new Promise<never>(() => {});
    };
    const signer = { ...settings.signer, signMessage } as typeof settings.signer;
    const { signal } = controller;
    const given = { expect: asked, owner: owner.address, policy, signal };
    expect(await failure(signQuote(quote, signer, given))).toMatchObject({ kind: "aborted" });
    await sign();
    await sign();
  });

  test("signs what is listed, and counts it until the window ends", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { sign, signMessage } = await open();
    await sign();
    await sign();
    expect(signMessage).toHaveBeenCalledTimes(2);
    const [refused] = (await rulesOf(sign())) as [{ left: string }];
    expect(refused).toMatchObject({ rule: "windows", window: day });
    expect(Number(refused.left)).toBeGreaterThan(40);
    expect(Number(refused.left)).toBeLessThan(50);
    expect(signMessage).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(24 * 3_600_000);
    await sign();
    expect(signMessage).toHaveBeenCalledTimes(3);
  });

  test("does not end a window because the clock of the machine is corrected", async () => {
    const { policy, sign, quoteOf } = await open();
    await sign();
    await sign();
    const { quote, expect: request } = await quoteOf();
    const day = 24 * 3_600_000;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + day });
    onTestFinished(() => void vi.useRealTimers());
    const problems = await policy.preview(quote, { expect: request, now: Date.now() - day });
    expect(problems).toMatchObject([{ policy: { rule: "windows" } }]);
  });

  test("refuses an unlisted receiver of a fee that the request names", async () => {
    const extraFee = { percentage: 90, toAddress: other } as const;
    const { sign } = await open();
    expect(await rulesOf(sign({ extraFee }))).toMatchObject([{ rule: "receivers" }]);
    const listed = await open({ receivers: [other] });
    expect(await listed.sign({ extraFee })).toHaveProperty("signature");
  });

  test("signs a swap to a listed Bitcoin account, and to no other one", async () => {
    const account = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
    const toBitcoin = { chainIdOut: 0, tokenOut: "BTC", toAddress: account } as const;
    const { sign } = await open({ chains: [137, 0], receivers: [account] });
    expect(await sign(toBitcoin as never)).toHaveProperty("signature");
    const strict = await open({ chains: [137, 0], receivers: [account.toLowerCase(), other] });
    expect(await rulesOf(strict.sign(toBitcoin as never))).toMatchObject([{ rule: "receivers" }]);
  });

  test("counts a fee in the token that arrives on the chain where it arrives", async () => {
    const base = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
    const limits = [
      { token: usdc, chainId: 137, windows: [day] },
      { token: base, chainId: 8453, perOperation: "2" },
    ] as const;
    const { quoteOf, policy } = await open({ chains: [137, 8453], limits });
    const { quote, expect: asked } = await quoteOf({ chainIdOut: 8453, tokenOut: base });
    const feeOf = (amount: string) => ({
      ...quote,
      fees: [{ type: "BRIDGE", token: base, amount }],
    });
    const previewOf = async (amount: string) =>
      (await policy.preview(feeOf(amount) as never, { expect: asked })).map((each) => each.policy);
    expect(await previewOf("1")).toEqual([]);
    expect(await previewOf("3")).toMatchObject([{ rule: "perOperation" }]);
  });

  test("refuses a chain on which a swap of a batch arrives, if it is not listed", async () => {
    const { client, address, settings, policy } = await open();
    const base = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
    const swap = createSwapRequest(address, { chainIdOut: 8453, tokenOut: base });
    const request = {
      walletAddress: address,
      chainId: 137,
      operations: [{ type: "swap", params: swap }],
    } as never;
    const given = { expect: request, owner: owner.address, policy };
    const batch = await client.operations.batch(request);
    expect(await rulesOf(signOperation(batch, settings.signer, given))).toContainEqual({
      rule: "chains",
    });
  });

  test("counts the gas that the quote adds, in its own token", async () => {
    const { sign, quoteOf, policy } = await open({
      limits: [
        { token: usdc, perOperation: "100" },
        { token: weth, perOperation: "1" },
      ],
    });
    expect(await rulesOf(sign())).toMatchObject([{ rule: "perOperation", left: "100" }]);
    await sign({ gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" });
    const { quote, expect: request } = await quoteOf();
    expect(await policy.preview(quote, { expect: request })).toMatchObject([
      {
        code: "policy",
        severity: "fatal",
        path: "policy.limits[0].perOperation",
        expected: "at most 100",
        policy: { rule: "perOperation", left: "100" },
      },
    ]);
  });

  test("counts what the response states above what was asked, in the sign functions and preview", async () => {
    const perOperation = "100.05";
    const { quoteOf, policy, settings } = await open({ limits: [{ token: usdc, perOperation }] });
    const deducted = { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" } as const;
    const { quote, expect: request } = await quoteOf(deducted);
    const judge = async (amountIn: string) => {
      const given = { expect: request, owner: owner.address, policy };
      const stated = { ...quote, amountIn };
      const problems = await policy.preview(stated, given);
      const signed = signQuote(stated, settings.signer, given);
      if (problems.length === 0) return signed;
      expect(await failure(signed)).toMatchObject({ problems });
      return problems;
    };
    expect(await judge("100.1")).toMatchObject([
      { code: "policy", policy: { rule: "perOperation" }, received: '"100.1"' },
    ]);
    expect(await judge("100.05")).toMatchObject({ signature: expect.any(String) });
    // What was asked counts although less is stated.
    const low = createSigningPolicy({
      chains: [137],
      receivers: [],
      limits: [{ token: usdc, perOperation: "99.99" }],
    });
    expect(await low.preview({ ...quote, amountIn: "99.5" }, { expect: request })).toHaveLength(1);
  });

  test.each<[string, object]>([
    ["in percent of another token", { fees: [{ type: "A", token: weth, percentage: "90" }] }],
    [
      "in percent of another token, before an amount of it",
      {
        fees: [
          { token: weth, percentage: "90" },
          { token: weth, amount: "0.001" },
        ],
      },
    ],
    ["without a token", { fees: [{ type: "A", amount: "5000" }] }],
    ["that cannot be read", { estimatedGasFees: { maxGasFeeToken: "5,000" } }],
    [
      "of gas in another token",
      { estimatedGasFees: { payGasFeeToken: weth, maxGasFeeToken: "9" } },
    ],
    [
      "of other data to sign",
      {
        typedData: {
          domain: { name: "x", chainId: 137 },
          types: { Note: [{ name: "text", type: "string" }] },
          primaryType: "Note",
          message: { text: "hello" },
        },
      },
    ],
  ])("refuses costs that it cannot count, unless allowRaw: %s", async (_, costs) => {
    const { policy, options, quoteOf } = await open();
    const { quote, expect: request } = await quoteOf();
    const stated = { ...quote, ...costs } as never;
    const rules = async (given: typeof policy) =>
      (await given.preview(stated, { expect: request })).map((each) => each.policy?.rule);
    expect(await rules(policy)).toContain("allowRaw");
    const raw = createSigningPolicy({ ...options, allowRaw: true });
    expect(await rules(raw)).not.toContain("allowRaw");
  });

  test.each(["5000", "1e255", `${"9".repeat(255)}e255`, `1${"0".repeat(150)}.${"1".repeat(100)}`])(
    "counts deducted gas above the amount: %s",
    async (maxGasFeeToken) => {
      const { quoteOf } = await open();
      const { quote, expect: request } = await quoteOf();
      const estimatedGasFees = { payGasFeeToken: usdc, maxGasFeeToken };
      const limits = [{ token: usdc, perOperation: "200" }];
      const policy = createSigningPolicy({ chains: [137], receivers: [], limits });
      const stated = { ...quote, estimatedGasFees } as never;
      expect(
        await policy.preview(stated, {
          expect: { ...request, gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" },
        }),
      ).toMatchObject([{ policy: { rule: "perOperation" } }]);
    },
  );

  test("refuses a batch with liquidity, whose amounts are not stated, unless allowRaw", async () => {
    const opened = await open({ limits: [{ token: usdc, perOperation: "150" }] });
    const { client, settings, options, policy } = opened;
    const { walletAddress, signer } = settings;
    const transfer = {
      walletAddress,
      toAddress: walletAddress as Address,
      chainId: 137,
      token: usdc,
      amount: "1",
      payGasFeeToken: usdc,
      gasFeePaymentMethod: "ADD_TO_AMOUNT",
    } as const;
    const request = {
      walletAddress,
      chainId: 137,
      operations: [
        { type: "transfer", params: transfer },
        { type: "liquidity", params: { ...positionOf(opened) } },
      ],
    } as never;
    const batch = await client.operations.batch(request);
    const sign = (more: object) =>
      signOperation(batch, signer, { expect: request, owner: owner.address, policy, ...more });
    expect(await rulesOf(sign({}))).toEqual([{ rule: "allowRaw" }]);
    const raw = createSigningPolicy({ ...options, allowRaw: true });
    expect(await sign({ policy: raw })).toBeDefined();
  });

  test("refuses what is not listed, with every rule at once", async () => {
    const { sign, signMessage } = await open({ chains: [1], limits: [] });
    expect(await rulesOf(sign({ toAddress: other }))).toEqual([
      { rule: "chains" },
      { rule: "receivers" },
      { rule: "limits" },
    ]);
    expect(signMessage).not.toHaveBeenCalled();
  });

  test("refuses an order beside an operation, whose amounts nothing states, unless allowRaw", async () => {
    const { address, options, settings } = await open();
    const domain = { name: "LightAccount", version: "1", chainId: 137, verifyingContract: address };
    const typedData = {
      primaryType: "LightAccountMessage",
      domain,
      types: {
        EIP712Domain: [
          { name: "name", type: "string" },
          { name: "version", type: "string" },
          { name: "chainId", type: "uint256" },
          { name: "verifyingContract", type: "address" },
        ],
        LightAccountMessage: [{ name: "message", type: "bytes" }],
      },
      message: { message: `0x${"12".repeat(32)}` },
    };
    const hash = `0x${"5f".repeat(32)}` as const;
    const signData = [
      { type: "USER_OPERATION", hash },
      { type: "LIMIT_ORDER", typedData },
    ];
    const lending = { walletAddress: address, expiresAt: Date.now() + 60_000, signData };
    const sign = (allowRaw: boolean) =>
      signOperation(lending as never, settings.signer, {
        owner: owner.address,
        walletAddress: address,
        chainId: 137,
        policy: createSigningPolicy({ ...options, allowRaw }),
      });
    expect(await rulesOf(sign(false))).toEqual([{ rule: "allowRaw" }]);
    expect(await sign(true)).toMatchObject({ userOperationHash: hash });
  });

  test("refuses bare hashes, typed data and operations that state nothing, unless allowRaw", async () => {
    const { settings, preparePosition } = await open();
    const operation = (await preparePosition({ intent: "x" })) as never;
    const { signer, walletAddress } = settings;
    const hash = `0x${"ab".repeat(32)}` as const;
    const typedData = {
      domain: { name: "x", chainId: 137 },
      types: { Note: [{ name: "text", type: "string" }] },
      primaryType: "Note",
      message: { text: "hello" },
    };
    const signAll = (allowRaw: boolean) => {
      const policy = createSigningPolicy({ chains: [], receivers: [], limits: [], allowRaw });
      const options = { owner: owner.address, walletAddress, chainId: 137, policy };
      return [
        () => signUserOperation(hash, signer, { policy }),
        () => signTypedData(typedData as never, signer, { policy }),
        () => signOperation(operation, signer, options),
      ];
    };
    for (const sign of signAll(false))
      expect(await rulesOf(sign())).toEqual([{ rule: "allowRaw" }]);
    for (const sign of signAll(true)) expect(await sign()).toBeDefined();
  });

  test("refuses a quote with an approval whose content is not stated", async () => {
    const { policy, quoteOf, settings } = await open();
    const { quote, expect: request } = await quoteOf();
    const requested = { ...request, individualId: "ind_1" };
    const asset = { expect: requested, approval: true, owner: owner.address, policy };
    const approval = { userOperationHash: `0x${"ab".repeat(32)}` };
    const withApproval = { ...quote, rwaApproveUserOperation: approval } as never;
    expect(await rulesOf(signQuote(withApproval, settings.signer, asset))).toEqual([
      { rule: "allowRaw" },
    ]);
    expect(await policy.preview([quote] as never)).toMatchObject([
      { code: "request", path: "quote" },
    ]);
  });

  test("keeps the first reason why it was stopped", async () => {
    const { policy } = await open();
    for (const reason of ["the first", "the second"]) await policy.freeze(reason);
    expect(await policy.frozen()).toBe("the first");
    await policy.unfreeze();
    await policy.freeze("the third");
    expect(await policy.frozen()).toBe("the third");
  });

  test("does not change with the lists that it was created from", async () => {
    const { options, quoteOf } = await open();
    const [chains, limits] = [[1], [...options.limits]];
    const policy = createSigningPolicy({ ...options, chains, limits });
    chains.push(137);
    limits.push({ token: weth, windows: [day] });
    const { quote, expect: request } = await quoteOf();
    expect(await policy.preview(quote, { expect: request })).toMatchObject([
      { policy: { rule: "chains" } },
    ]);
  });

  test("limits US dollars by the caller's price, and signs nothing without one", async () => {
    const price = vi.fn(async (): Promise<string> => "2.5");
    const limits = [{ token: usdc, windows: [{ hours: 1, max: "251" }], price }];
    const { sign } = await open({ limits });
    const deducted = { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" } as const;
    await sign(deducted);
    expect(price).toHaveBeenCalledWith(usdc, 137);
    expect(await rulesOf(sign(deducted))).toMatchObject([{ left: "1" }]);
    for (const wrong of ["0", "-1", "1e3", 2.5, undefined]) {
      price.mockImplementation(async () => wrong as never);
      expect(await failure(sign(deducted))).toMatchObject({ kind: "configuration" });
    }
    const down = new Error("no prices");
    price.mockImplementation(() => Promise.reject(down));
    expect(await failure(sign(deducted))).toBe(down);
  });
});

describe("a reservation", () => {
  /** A store whose reservations are listed. */
  function watch() {
    const inner = createMemoryPolicyStore();
    const held = new Set<string>();
    const store: PolicyStore = {
      ...inner,
      async reserve(...args) {
        const result = await inner.reserve(...args);
        if (result.id !== undefined) held.add(result.id);
        return result;
      },
      async release(key, id) {
        // As a database, which takes its time.
        await setImmediate();
        await inner.release(key, id);
        held.delete(id);
      },
    };
    return { store, held };
  }

  test("exists before the signer is called, and ends if the signer fails", async () => {
    const { store, held } = watch();
    const { sign, signMessage } = await open({ store });
    signMessage.mockImplementationOnce(async () => {
      expect(held.size).toBe(1);
      throw new Error("declined");
    });
    await failure(sign());
    expect(held.size).toBe(0);
    await sign();
    expect(held.size).toBe(1);
  });

  test("ends if the user does not confirm, and if a second window refuses", async () => {
    const { store, held } = watch();
    const windows = [
      { hours: 1, max: "500" },
      { hours: 24, max: "50" },
    ];
    const { sign, quoteOf, settings } = await open({ store, limits: [{ token: usdc, windows }] });
    expect(await rulesOf(sign())).toMatchObject([{ rule: "windows", window: windows[1] }]);
    expect(held.size).toBe(0);
    const policy = createSigningPolicy({
      chains: [137],
      receivers: [],
      limits: [{ token: usdc, windows: [day] }],
      store,
    });
    const { quote, expect: request } = await quoteOf();
    const strange = { ...quote, quoteId: `0x${"1".repeat(64)}` } as never;
    const terms = { expect: request, owner: owner.address, policy, confirm: () => false };
    expect(await failure(signQuote(strange, settings.signer, terms))).toMatchObject({
      rejected: true,
    });
    expect(held.size).toBe(0);
  });

  test("ends with release, for the object that was signed", async () => {
    const { store, held } = watch();
    const { sign, policy } = await open({ store });
    const signed = await sign();
    await policy.release({ ...signed });
    expect(held.size).toBe(1);
    await policy.release(signed);
    await policy.release(signed);
    expect(held.size).toBe(0);
  });

  const down = () => {
    throw new Error("down");
  };
  test.each([
    ["rejects", async () => down()],
    ["throws", down],
  ])("stays if release of the store %s, and hides no other error", async (_, release) => {
    const store: PolicyStore = { ...createMemoryPolicyStore(), release };
    const { sign, signMessage } = await open({ store });
    signMessage.mockImplementation(() => Promise.reject(new Error("declined")));
    expect(await failure(sign())).toMatchObject({ name: "SigningError" });
    await failure(sign());
    expect(await rulesOf(sign())).toMatchObject([{ rule: "windows" }]);
  });

  test.each([[undefined], [{ id: "1" }], [{ id: "1", used: 0 }], [{ id: "1", used: "1e3" }]])(
    "signs nothing if the store returns %j",
    async (result) => {
      const store = { ...createMemoryPolicyStore(), reserve: async () => result as never };
      const { sign, signMessage } = await open({ store });
      const message = expect.stringContaining("store: reserve");
      expect(await failure(sign())).toMatchObject({ kind: "configuration", message });
      expect(signMessage).not.toHaveBeenCalled();
    },
  );

  test("signs nothing if the store fails, and rejects with its error", async () => {
    const down = new Error("down");
    const store = { ...createMemoryPolicyStore(), reserve: () => Promise.reject(down) };
    const { sign, signMessage } = await open({ store });
    expect(await failure(sign())).toBe(down);
    expect(signMessage).not.toHaveBeenCalled();
  });

  test("ends if the store fails at one of several windows", async () => {
    const { store: inner, held } = watch();
    const down = new Error("down");
    const store: PolicyStore = {
      ...inner,
      async reserve(key, ...rest) {
        if (key.endsWith(":1")) throw down;
        await setImmediate();
        return inner.reserve(key, ...rest);
      },
    };
    const both = [day, { hours: 1, max: "500" }];
    for (const windows of [both, [...both].reverse()]) {
      const { sign } = await open({ store, limits: [{ token: usdc, windows }] });
      expect(await failure(sign())).toBe(down);
      await setImmediate();
      expect(held.size).toBe(0);
    }
  });

  test.each(["runSwap", "runOperation", "once"])(
    "of %s stays after every response, and ends only if nothing was sent",
    async (kind) => {
      const { store, held } = watch();
      const opened = await open({
        store,
        limits: [{ token: usdc, perOperation: "5000", windows: [{ hours: 1, max: "19999" }] }],
      });
      const { sandbox, settings, policy, address, prepareSwap, replace } = opened;
      const { intent: _, journal: _journal, ...given } = settings;
      const terms = { ...given, wait: brief };
      const payment: TransferRequest = {
        walletAddress: address,
        toAddress: address as Address,
        chainId: 137,
        token: usdc,
        amount: "100",
        payGasFeeToken: usdc,
        gasFeePaymentMethod: "ADD_TO_AMOUNT",
      };
      type Stage = (record?: { stage: string }) => void;
      interface How {
        onStage?: Stage;
        signal?: AbortSignal;
        execute?: typeof opened.client.operations.execute;
      }
      const runs: Record<string, (client: typeof opened.client, how: How) => Promise<unknown>> = {
        runSwap: (client, how) => {
          const { walletAddress: _, chainId: _chainId, ...limits } = terms;
          return runSwap(client, createSwapRequest(address), {
            ...limits,
            ...how,
            policy,
          } as never);
        },
        runOperation: (client, how) =>
          runOperation(client, () => opened.client.operations.transfer(payment), {
            ...terms,
            ...how,
            expect: payment,
            policy,
          }),
        once: (client, { onStage, signal }) => {
          const journal = createMemoryJournal();
          const update: typeof journal.update = (entry, from) => {
            if (entry.state === "signed") onStage?.({ stage: "signed" });
            return journal.update(entry, from);
          };
          const options = {
            ...settings,
            journal: { ...journal, update },
            policy,
            signal,
            wait: brief,
          };
          return once(client, options, prepareSwap);
        },
      };
      const run = ({ execute, ...how }: How = {}) => {
        const operations = execute && { operations: { ...opened.client.operations, execute } };
        return runs[kind]?.({ ...opened.client, ...operations } as never, how);
      };
      const atSigned =
        (act: () => void): Stage =>
        (record) => {
          if (record?.stage === "signed") act();
        };
      const whenFull = () => {
        throw new Error("the disk is full");
      };
      await failure(run({ onStage: atSigned(whenFull) }) as Promise<unknown>);
      expect(held.size).toBe(0);
      const controller = new AbortController();
      const onStage = atSigned(() => controller.abort());
      const aborted = run({ onStage, signal: controller.signal }) as Promise<unknown>;
      expect(await failure(aborted)).toMatchObject({ kind: "aborted", sent: false });
      expect(held.size).toBe(0);
      // The client sends by Node itself.
      const away = createClient({
        baseUrl: `http://127.0.0.1:${await closedPort()}`,
        apiKey: sandbox.apiKey,
        retry: 0,
      });
      const execute = away.operations.execute.bind(away.operations);
      expect(await failure(run({ execute }) as Promise<unknown>)).toMatchObject({
        kind: "connection",
        phase: "connect",
        outcome: "none",
      });
      expect(held.size).toBe(0);
      const refusals = [
        [403, { id: "UNAVAILABLE_COMPUTE_UNITS", message: "" }],
        [400, { id: "BAD_REQUEST", message: "" }],
        [400, { id: "EXECUTE_USER_OP", message: "" }],
        [500, { id: "EXECUTE_USER_OP", message: "" }],
        [429, { message: "slow down" }],
      ] as const;
      let count = 0;
      for (const [status, body] of refusals) {
        replace.execute = () => Response.json(body, { status });
        await failure(run() as Promise<unknown>);
        count += 1;
        expect([body, held.size]).toEqual([body, count]);
      }
      replace.execute = undefined as never;
      await (run() as Promise<unknown>).catch(() => {});
      expect(held.size).toBe(count + 1);
    },
  );

  test.each([
    [400, { id: "BAD_REQUEST", message: "x" }],
    [429, { message: "slow down" }],
  ])("holds although the service executes what it refuses with %i %j", async (status, body) => {
    const { client, sandbox, settings, policy, address, replace } = await open({
      limits: [{ token: usdc, windows: [{ hours: 24, max: "350" }] }],
    });
    replace.execute = async (request) => {
      await sandbox.fetch(request);
      return Response.json(body, { status });
    };
    const { signer, owner } = settings;
    const wait = brief;
    const request = createSwapRequest(address);
    for (let i = 0; i < 6; i += 1)
      await failure(runSwap(client, request, { signer, owner, policy, wait }));
    sandbox.advance(120_000);
    const records = await client.wallets.history(address).toArray({ limit: 100 });
    expect(records.filter(({ type }) => type === "SWAP")).toHaveLength(3);
  });

  test("in memory is released once, and only from its own key", async () => {
    const store = createMemoryPolicyStore();
    const window = { version: 1, hours: 1, max: "10" } as const;
    const ids = [];
    for (const amount of ["4", "3"]) ids.push((await store.reserve("a", amount, window)).id);
    await store.release("b", ids[0] as string);
    expect((await store.reserve("a", "0", window)).used).toBe("7");
    for (let i = 0; i < 2; i++) await store.release("a", ids[0] as string);
    expect(await store.reserve("a", "8", window)).toEqual({ used: "3" });
    expect(await store.reserve("a", "7", window)).toMatchObject({
      used: "3",
      id: expect.any(String),
    });
  });

  test("of preview does not exist", async () => {
    const { store, held } = watch();
    const { policy, quoteOf, sign } = await open({ store });
    const { quote, expect: request } = await quoteOf();
    for (let i = 0; i < 5; i += 1)
      expect(await policy.preview(quote, { expect: request })).toEqual([]);
    expect(held.size).toBe(0);
    await sign();
    await sign();
    expect(await policy.preview(quote, { expect: request })).toMatchObject([
      { code: "policy", path: "policy.limits[0].windows[0]" },
    ]);
  });
});

describe("createSigningPolicy rejects", () => {
  test.each<[string, object]>([
    ["chains", { chains: undefined }],
    ["chains", { chains: [137, "1"] }],
    ["receivers", { receivers: undefined }],
    ["receivers", { receivers: ["0x1"] }],
    ["limits", { limits: undefined }],
    ["limits[0]", { limits: [{ token: usdc }] }],
    ["limits[0]", { limits: [{ token: usdc, windows: [] }] }],
    ["limits[0].token", { limits: [{ perOperation: "1" }] }],
    ["limits[0].perOperation", { limits: [{ token: usdc, perOperation: 5 }] }],
    ["limits[0].perOperation", { limits: [{ token: usdc, perOperation: "1e3" }] }],
    ["limits[0].windows", { limits: [{ token: usdc, windows: [{ hours: 0, max: "1" }] }] }],
    [
      "limits[0].windows",
      { limits: [{ token: usdc, windows: [{ hours: Number.NaN, max: "1" }] }] },
    ],
    ["limits[0].windows", { limits: [{ token: usdc, windows: [{ hours: "1", max: "1" }] }] }],
    ["limits[0].windows", { limits: [{ token: usdc, windows: [{ hours: 1 }] }] }],
    [
      "limits[0]: expected one",
      { limits: [{ token: usdc, windows: [day, { ...day, max: "1" }] }] },
    ],
    ["limits[0].chainId", { limits: [{ token: usdc, chainId: 1, perOperation: "1" }] }],
    [
      "limits[1].chainId",
      { limits: [137, 1].map((chainId) => ({ token: usdc, chainId, perOperation: "1" })) },
    ],
    [
      "limits[1]",
      {
        limits: [
          { token: usdc, perOperation: "1" },
          { token: usdc.toUpperCase().replace("X", "x"), perOperation: "2" },
        ],
      },
    ],
    [
      "limits[1]",
      { limits: ["0", "e"].map((c) => ({ token: `0x${c.repeat(40)}`, perOperation: "1" })) },
    ],
    ["perOperaton", { limits: [{ token: usdc, perOperaton: "1" }] }],
    ["price", { limits: [{ token: usdc, perOperation: "1", price: "1" }] }],
    ...["reserve", "release", "freeze", "unfreeze", "frozen"].map((name): [string, object] => [
      "store",
      { store: { ...createMemoryPolicyStore(), [name]: undefined } },
    ]),
    ["name", { name: "" }],
    ["name", { name: 7 }],
    ["allowRaw", { allowRaw: "yes" }],
    ["calls", { calls: "all" }],
    ["reciever", { reciever: [] }],
  ])("an invalid %s (%j)", (name, change) => {
    const valid = { chains: [137], receivers: [], limits: [] };
    expect(() => createSigningPolicy({ ...valid, ...change } as never)).toThrow(
      expect.objectContaining({ kind: "configuration", message: expect.stringContaining(name) }),
    );
  });

  test("anything else in place of a policy, before the signer is called", async () => {
    const { quoteOf, settings, signMessage } = await open();
    const { quote, expect: request } = await quoteOf();
    const options = { expect: request, owner: owner.address, policy: { chains: [137] } as never };
    const error = await failure(signQuote(quote, settings.signer, options));
    expect(error).toMatchObject({ problems: [{ code: "request", path: "policy" }] });
    expect(signMessage).not.toHaveBeenCalled();
  });
});
