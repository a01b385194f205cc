import { hashAuthorization } from "viem/utils";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { digestRequest } from "../../src/contract/shared/digest-request.js";
import { JournalError } from "../../src/errors/intents.js";
import {
  createMandate,
  createMemoryPolicyStore,
  createSigningPolicy,
  describeMandate,
  signMandate,
} from "../../src/policy/index.js";
import { type DecisionReceipt, type Receipt, summarizeReceipts } from "../../src/receipts/index.js";
import { signReading } from "../../src/signing/skeleton/sign.js";
import {
  cancelLimitOrder,
  type Signer,
  signAuthorization,
  signCancellation,
  signOperation,
  signQuote,
  signTypedData,
  signUserOperation,
} from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { owner as sandboxOwner } from "../sandbox/open-sandbox.js";
import { createLimitOrderQuote, createMarketQuote } from "../signing/quote/test-quotes.js";
import { account, createMailTypedData, hash, key, owner } from "../signing/test-signers.js";
import { collect, createDecider, isChain } from "./receipt-kit.js";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const delegate = "0xd6CEDDe84be40893d153Be9d467CD6aD37875b28";
const createDelegation = () => {
  const tuple = { chainId: 137, address: delegate, nonce: 0 } as const;
  return { ...tuple, hash: hashAuthorization(tuple) } as never;
};
const order = {
  signData: [
    {
      type: "LIMIT_ORDER",
      typedData: {
        domain: { name: "Kernel", version: "1", chainId: 137, verifyingContract: owner },
        types: { Kernel: [{ name: "hash", type: "bytes32" }] },
        primaryType: "Kernel",
        message: { hash },
      },
    },
  ],
} as never;
const target = { owner, walletAddress: owner, chainId: 137 } as const;

/** Every sign function with valid data, by what its receipt calls it. */
async function listSignFunctions(more: { receipts?: (receipt: Receipt) => void | Promise<void> }) {
  const market = await createMarketQuote();
  const limit = await createLimitOrderQuote();
  const swap = {
    prepareCancellation: async () => order,
    cancelLimitOrder: vi.fn(async () => ({ success: true })),
  };
  const delegates = [delegate] as const;
  return [
    ["swap quote", (s: Signer) => signQuote(market.quote, s, { ...market.options, ...more })],
    ["swap quote", (s: Signer) => signQuote(limit.quote, s, { ...limit.options, ...more })],
    [
      "operation",
      (s: Signer) => signOperation({ userOperationHash: hash }, s, { ...target, ...more }),
    ],
    ["user operation", (s: Signer) => signUserOperation(hash, s, more)],
    ["typed data", (s: Signer) => signTypedData(createMailTypedData(), s, more)],
    [
      "authorization",
      (s: Signer) => signAuthorization(createDelegation(), s, { delegates, ...more }),
    ],
    ["cancellation", (s: Signer) => signCancellation(order, s, { ...target, ...more })],
    ["cancellation", (s: Signer) => cancelLimitOrder({ swap }, "1", s, { ...target, ...more })],
  ] as const;
}

/** The quotes are of the owner in the sandbox. */
const signerOf = (call: string): Signer => (call === "swap quote" ? sandboxOwner : account);

/** Settles a call, and returns its error. */
const settle = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a receipt of a decision", () => {
  test("is written by every sign function, before the signature is returned", async () => {
    const { lines, list, receipts } = collect();
    const steps: string[] = [];
    const functions = await listSignFunctions({
      async receipts(receipt) {
        await receipts(receipt);
        steps.push("receipt");
      },
    });
    for (const [call, sign] of functions) {
      const error = await settle(sign(signerOf(call)));
      expect(error, call).toBeUndefined();
      steps.push("returned");
    }
    expect(steps).toEqual(functions.flatMap(() => ["receipt", "returned"]));
    expect(list.map(({ call }) => call)).toEqual(functions.map(([call]) => call));
    for (const receipt of list) {
      expect(receipt).toMatchObject({ version: 1, kind: "decision", decision: "signed" });
      const { digests, time } = receipt as DecisionReceipt;
      expect(Object.values(digests ?? {}).length).toBeGreaterThan(0);
      expect(new Date(time).toISOString()).toBe(time);
    }
    expect(isChain(lines)).toBe(true);
  });

  test("has the request, the statement, the hashes and the mandate of a quote", async () => {
    const { list, receipts } = collect();
    const { quote, options, expect: request } = await createMarketQuote();
    const fees = ["0x5555555555555555555555555555555555555555"];
    const limits = [{ token: usdc, perOperation: "5000" }] as const;
    const approval = { above: [], approvers: [account.address] };
    const policy = createSigningPolicy({ chains: [137], receivers: fees, limits, approval });
    const until = Date.now() + 300 * 86_400_000;
    const terms = createMandate({ request, until, policy: "policy", intent: "order 17" });
    const mandate = await signMandate(terms, account);
    const given = { ...options, receipts, policy, mandate };
    const signed = await signQuote(quote, signerOf("swap quote"), given);
    expect(list).toEqual([
      {
        version: 1,
        kind: "decision",
        time: expect.any(String),
        call: "swap quote",
        decision: "signed",
        request: digestRequest(request),
        statement: signed.statement,
        digests: signed.digests,
        mandate: describeMandate(terms).digest,
        walletAddress: signed.walletAddress,
        owner: (options as { owner?: string }).owner,
        problems: [],
      },
    ]);
  });

  test("has why nothing was signed, and no statement that a check has refused", async () => {
    const { list, receipts } = collect();
    const { quote, options } = await createMarketQuote();
    const forged = { ...quote, toAddress: `0x${"b".repeat(40)}` };
    const given = { ...options, receipts };
    expect(await failure(signQuote(forged as never, account, given))).toMatchObject({
      name: "UnsafeToSignError",
    });
    expect(list).toMatchObject([
      {
        decision: "refused",
        request: expect.stringMatching(/^0x/),
        problems: [
          {
            code: "receiver",
            path: "toAddress",
            severity: "fatal",
            expected: (quote as { toAddress?: string }).toAddress,
            received: `"${forged.toAddress}"`,
          },
        ],
      },
    ]);
    expect(list[0]?.error).toEqual({ name: "UnsafeToSignError" });
    expect(Object.keys(list[0] as object)).not.toContain("statement");
    expect(Object.keys(list[0] as object)).not.toContain("digests");
  });

  test("has the rule of the policy, and what was left", async () => {
    const { list, receipts } = collect();
    const { quote, options } = await createMarketQuote();
    const policy = createSigningPolicy({
      chains: [137],
      receivers: [],
      limits: [{ token: usdc, windows: [{ hours: 24, max: "1" }] }],
    });
    const given = { ...options, receipts, policy };
    await failure(signQuote(quote, signerOf("swap quote"), given));
    const [receipt] = list as DecisionReceipt[];
    expect(receipt).toMatchObject({
      decision: "refused",
      statement: { leaves: expect.any(Array) },
      problems: expect.arrayContaining([
        expect.objectContaining({
          policy: { rule: "windows", window: { hours: 24, max: "1" }, left: "1" },
          expected: "at most 1, which is left of 1 in 24 hours",
        }),
      ]),
    });
  });

  test("says what was accepted, confirmed and declined", async () => {
    const unknown = JSON.parse(
      JSON.stringify(order).replace('"Kernel","version"', '"New","version"'),
    );
    const { list, receipts } = collect();
    const sign = (more: object) =>
      settle(signCancellation(unknown, account, { ...target, ...more, receipts }));
    await sign({ accept: ["wrapper_name", "fee"] });
    await sign({ confirm: () => true });
    await sign({ confirm: () => false });
    await sign({});
    const problems = [expect.objectContaining({ code: "wrapper_name" })];
    expect(list).toEqual([
      expect.objectContaining({ decision: "signed", problems, accepted: ["wrapper_name"] }),
      expect.objectContaining({ decision: "signed", problems, confirmed: true }),
      expect.objectContaining({ decision: "refused", problems, declined: true }),
      expect.objectContaining({ decision: "refused", problems }),
    ]);
    const { quote, options } = await createMarketQuote();
    const doubtful = { ...quote, quoteId: hash, amountOutUSD: "50" };
    const given = { ...options, receipts, accept: ["quote_id"] as const, confirm: () => true };
    await signQuote(doubtful, sandboxOwner, given);
    expect(list.pop()).toMatchObject({
      problems: [{ code: "quote_id" }, { code: "price_loss" }],
      accepted: ["quote_id"],
      confirmed: true,
    });
    expect(list.map((each) => "confirmed" in each)).toEqual([false, true, false, false]);
    expect(list.map((each) => "accepted" in each)).toEqual([true, false, false, false]);
    expect(list.map((each) => "declined" in each)).toEqual([false, false, true, false]);
  });

  test("is written of what cannot be read, of a wrong option, and of a signer that fails", async () => {
    const { list, receipts } = collect();
    const failing = { ...account, signMessage: async () => Promise.reject(new Error("no device")) };
    const denied = Object.assign(new Error("denied"), { code: 4001 });
    const declining = { ...account, signMessage: async () => Promise.reject(denied) };
    await failure(signTypedData({} as never, account, { receipts }));
    await failure(signQuote({} as never, account, { receipts, nothing: 1 } as never));
    await failure(signUserOperation(hash, failing, { receipts }));
    await failure(signUserOperation(hash, declining, { receipts }));
    await failure(
      signUserOperation(
        hash,
        { ...account, signMessage: async () => `0x${"1".repeat(130)}` },
        { receipts },
      ),
    );
    expect(list.map((each) => "decision" in each && each.decision)).toEqual([
      "refused",
      "failed",
      "failed",
      "refused",
      "failed",
    ]);
    expect(list.map(({ error }) => error?.name)).toEqual([
      "UnsafeToSignError",
      "ConfigurationError",
      "SigningError",
      "SigningError",
      expect.stringMatching(/Error$/),
    ]);
    expect(list[1]?.error?.message).toContain('unknown option "nothing"');
  });

  test("shows only addresses where one is expected, by the code or the path", async () => {
    const { list, receipts } = collect();
    const cases = [
      ["wallet", "a"],
      ["receiver", "a"],
      ["owner", "a"],
      ["chain", "toAddress"],
      ["chain", "owner"],
      ["chain", "a"],
    ] as const;
    const call = signReading("operation", account, { receipts }, (report) => {
      for (const [code, path] of cases) report(code, path, owner, "Ada Lovelace");
      return undefined;
    });
    await settle(call);
    const [shown, hidden] = ['"Ada Lovelace"', "… (not shown)"];
    const problems = list[0]?.problems ?? [];
    expect(problems.map(({ expected }) => expected)).toEqual(cases.map(() => owner));
    expect(problems.map(({ received }) => received)).toEqual([
      ...cases.slice(1).map(() => hidden),
      shown,
    ]);
  });

  test("of a refusal is written before the call rejects", async () => {
    const steps: string[] = [];
    const receipts = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      steps.push("written");
    };
    await settle(signUserOperation("0x12", account, { receipts }));
    expect(steps).toEqual(["written"]);
  });

  test("is not written if there is nothing to sign", async () => {
    const { list, receipts } = collect();
    for (const signData of [null, []])
      expect(
        await signOperation({ walletAddress: owner, signData } as never, account, {
          ...target,
          receipts,
        }),
      ).toBeUndefined();
    expect(list).toEqual([]);
  });

  test("is not written by an option that cannot be read, which does not replace the error", async () => {
    const options = {
      get receipts(): never {
        throw new RangeError("closed");
      },
    };
    expect(await failure(signUserOperation(hash, account, options))).toMatchObject({
      name: "UnsafeToSignError",
      problems: [{ code: "request", path: "options" }],
    });
  });

  test("rejects a value that is no function, like every option", async () => {
    for (const receipts of ["file.jsonl", {}, []])
      expect(await failure(signUserOperation(hash, account, { receipts } as never))).toMatchObject({
        problems: [{ code: "request", path: "receipts" }],
      });
    for (const receipts of [undefined, null])
      expect(await signUserOperation(hash, account, { receipts } as never)).toMatch(/^0x/);
  });
});

describe("an appender that fails", () => {
  const full = new Error("the disk is full");

  test("drops the signature, with its own error, in every sign function", async () => {
    const receipts = vi.fn(() => Promise.reject(full));
    for (const [call, sign] of await listSignFunctions({ receipts }))
      expect(await settle(sign(signerOf(call))), call).toBe(full);
    const throwing = () => {
      throw full;
    };
    expect(await settle(signUserOperation(hash, account, { receipts: throwing }))).toBe(full);
  });

  test("is not its own cause, if its error is one of the package", async () => {
    const lost = new JournalError("the file is damaged");
    const receipts = () => Promise.reject(lost);
    expect(await failure(signUserOperation(hash, account, { receipts }))).toBe(lost);
    expect(lost.cause).toBeUndefined();
  });

  test("changes no error of the caller's own code", async () => {
    const down = new Error("the store is down");
    const store = { ...createMemoryPolicyStore(), frozen: () => Promise.reject(down) };
    const policy = createSigningPolicy({
      chains: [],
      receivers: [],
      limits: [],
      allowRaw: true,
      store,
    });
    const receipts = () => Promise.reject(full);
    expect(await failure(signUserOperation(hash, account, { policy, receipts }))).toBe(down);
    expect(down.cause).toBeUndefined();
  });

  test("releases the amounts of the policy", async () => {
    const { quote, options } = await createMarketQuote();
    const policy = createSigningPolicy({
      chains: [137],
      receivers: ["0x5555555555555555555555555555555555555555"],
      limits: [{ token: usdc, windows: [{ hours: 24, max: "150" }] }],
    });
    const sign = async (receipts?: () => Promise<void>) =>
      signQuote(quote, signerOf("swap quote"), { ...options, policy, receipts });
    for (let i = 0; i < 3; i++) expect(await settle(sign(() => Promise.reject(full)))).toBe(full);
    await sign();
    // Only one fits.
    expect(await settle(sign())).toMatchObject({ problems: [{ code: "policy" }] });
  });

  test("does not hide a refusal, and is its cause", async () => {
    const receipts = () => Promise.reject(full);
    expect(await failure(signUserOperation("0x12", account, { receipts }))).toMatchObject({
      name: "UnsafeToSignError",
      cause: full,
    });
    const confirm = () => {
      throw new Error("own cause");
    };
    const unknown = JSON.parse(
      JSON.stringify(order).replace('"Kernel","version"', '"New","version"'),
    );
    const given = { ...target, receipts, confirm };
    expect(await failure(signCancellation(unknown, account, given))).toMatchObject({
      cause: { message: "own cause" },
    });
  });

  test("returns no signature that the caller aborted while it wrote, and releases its amounts", async () => {
    const { quote, options } = await createMarketQuote();
    const policy = createSigningPolicy({
      chains: [137],
      receivers: ["0x5555555555555555555555555555555555555555"],
      limits: [{ token: usdc, windows: [{ hours: 24, max: "150" }] }],
    });
    const sign = (more: object) =>
      signQuote(quote, sandboxOwner, { ...options, policy, ...more } as never);
    const decisions: unknown[] = [];
    const controller = new AbortController();
    const { signal } = controller;
    const receipts = async (receipt: Receipt) => {
      decisions.push("decision" in receipt && receipt.decision);
      controller.abort();
    };
    expect(await failure(sign({ receipts, signal }))).toMatchObject({ kind: "aborted" });
    expect(decisions).toEqual(["signed", "failed"]);
    await sign({});
  });

  test("returns no signature that expired while it wrote", async () => {
    const { quote, options } = await createMarketQuote();
    vi.useFakeTimers({ toFake: ["performance", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const receipts = () => void vi.advanceTimersByTime(24 * 3_600_000);
    const given = { ...options, receipts };
    expect(await failure(signQuote(quote, sandboxOwner, given))).toMatchObject({
      message: expect.stringContaining("the signature was discarded"),
      problems: [{ code: "expired" }],
    });
  });
});

describe("nothing secret is in a receipt", () => {
  const digits = key.slice(2);

  test("also if a key is in every place where a caller can put it", async () => {
    const { lines, list, receipts } = collect();
    const { quote, options, expect: request } = await createMarketQuote();
    const given = { ...options, receipts };
    const marked = (more: object) => ({ ...given, expect: { ...request, ...more } }) as never;
    const fails = { ...account, signMessage: async () => Promise.reject(new Error(`key ${key}`)) };
    const calls = [
      signQuote(quote, account, marked({ walletAddress: key })),
      signQuote(quote, account, marked({ tokenIn: key, payGasFeeToken: key })),
      signQuote({ ...quote, toAddress: undefined } as never, account, marked({ toAddress: key })),
      signQuote(key as never, account, given as never),
      signQuote(quote, account, { ...given, owner: key } as never),
      signUserOperation(hash, fails, { receipts }),
      signUserOperation(hash, account, { receipts, owner: digits as never }),
      signUserOperation(hash, account, { receipts, owner: { key } as never }),
      signUserOperation(hash, account, { receipts, owner: BigInt(key) as never }),
      signQuote(quote, account, marked({ amountIn: 1n, walletAddress: 1n })),
      signTypedData(key as never, account, { receipts }),
      signTypedData(createMailTypedData(), account, { receipts, chainId: key as never }),
      signAuthorization(createDelegation(), account, { receipts, delegates: [key] as never }),
      signOperation({ userOperationHash: hash, walletAddress: key } as never, account, {
        ...target,
        receipts,
      }),
    ];
    for (const call of calls) await settle(call);
    expect(list).toHaveLength(calls.length);
    expect(lines.join("\n").toLowerCase()).not.toContain(digits.slice(12, 40));
  });

  test.each([
    ["words of a wallet", "test test test test test test test test test test test junk"],
    ["a name", "Ada Lovelace, ada@example.org"],
    ["a name as long as an address", "Ada Lovelace, ada.lovelace.1@example.org.."],
  ])("nor %s in place of an address", async (_, text) => {
    const { lines, list, receipts } = collect();
    const { quote, options, expect: request } = await createMarketQuote();
    const given = { ...options, receipts };
    const operation = { userOperationHash: hash };
    const calls = [
      signUserOperation(hash, account, { owner: text as never, receipts }),
      signQuote(quote, account, { ...given, owner: text } as never),
      signQuote(quote, account, { ...given, expect: { ...request, walletAddress: text } }),
      signQuote({ ...quote, walletAddress: text } as never, account, given),
      signQuote(quote, account, { ...given, expect: { ...request, toAddress: text } } as never),
      signQuote({ ...quote, toAddress: text } as never, account, given),
      signOperation(operation, account, { ...target, walletAddress: text, receipts }),
      signOperation(operation, account, { ...target, owner: text as never, receipts }),
      signOperation({ ...operation, walletAddress: text } as never, account, {
        ...target,
        receipts,
      }),
    ];
    for (const call of calls) await settle(call);
    expect(list).toHaveLength(calls.length);
    expect(lines.join("\n")).not.toMatch(/Lovelace|junk/);
    const problem = { code: "wallet", expected: owner, received: "… (not shown)" };
    expect(list.flatMap(({ problems }) => problems)).toContainEqual(
      expect.objectContaining(problem),
    );
  });

  test.each([65, 64])(
    "nor a signature of %d bytes that a signer puts into its error",
    async (bytes) => {
      const { lines, list, receipts } = collect();
      const signature = await account.signMessage({ message: { raw: hash } });
      const shown = signature.slice(0, 2 + 2 * bytes);
      const signMessage = async () => Promise.reject(new Error(`returned ${shown} late`));
      await settle(signUserOperation(hash, { ...account, signMessage }, { receipts }));
      await settle(signUserOperation(hash, account, { receipts }));
      expect(list).toHaveLength(2);
      expect(list[0]?.error?.message).toContain("returned 0x… (not shown) late");
      expect(lines.join("\n")).not.toContain(signature.slice(20, 60));
    },
  );

  test("but amounts of any length are", async () => {
    const { lines, receipts } = collect();
    const leaves = ["1", "1.", "12."].flatMap((start) =>
      [63, 64, 130].map((length) => start.padEnd(length, "7")),
    );
    const decide = createDecider(() => 0, receipts, leaves);
    expect(await decide()).toBe("signed");
    expect(JSON.parse(lines[0] as string).statement.leaves).toMatchObject(
      leaves.map((amount) => ({ amount })),
    );
    expect(summarizeReceipts(lines.join("\n"))).toMatchObject({ unstated: 0 });
  });

  test("nor a name of the metadata of a request", async () => {
    const { lines, receipts } = collect();
    const metadata = { name: "Ada Lovelace", note: "MARKER" };
    const { quote, options } = await createMarketQuote({ metadata } as never);
    await settle(signQuote(quote, signerOf("swap quote"), { ...options, receipts }));
    expect(lines.join("\n")).not.toMatch(/Lovelace|MARKER/);
  });
});
