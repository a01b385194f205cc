import { describe, expect, test, vi } from "vitest";
import { ConfigurationError, type SigningProblemCode, UnsafeToSignError } from "../../src/index.js";
import {
  cancelLimitOrder,
  problemGuide,
  type SigningDescription,
  signAuthorization,
  signCancellation,
  signOperation,
  signQuote,
  signTypedData,
  signUserOperation,
} from "../../src/signing/index.js";
import { stranger } from "./quote/test-quotes.js";
import { account, createMailTypedData, getRejection, hash, owner } from "./test-signers.js";

const allCodes = Object.keys(problemGuide) as SigningProblemCode[];

/** Every function that has the option, with valid data and the given options. */
function listSignFunctions(more: object): [subject: string, sign: () => Promise<unknown>][] {
  const options = { owner, walletAddress: owner, chainId: 137, ...more } as never;
  const own = more as never;
  const swap = { prepareCancellation: vi.fn(), cancelLimitOrder: vi.fn() };
  const operation = { userOperationHash: hash } as never;
  return [
    ["signQuote", () => signQuote({} as never, account, own)],
    ["signOperation", () => signOperation(operation, account, options)],
    ["signUserOperation", () => signUserOperation(hash, account, own)],
    ["signTypedData", () => signTypedData(createMailTypedData(), account, own)],
    ["signAuthorization", () => signAuthorization({} as never, account, own)],
    ["signCancellation", () => signCancellation({} as never, account, options)],
    ["cancelLimitOrder", () => cancelLimitOrder({ swap }, "1", account, options)],
  ];
}

describe("accept and confirm are options of every sign function:", () => {
  const lenient = { accept: allCodes, confirm: () => true };
  const typedData = (name: string) => ({
    domain: { name, version: "1", chainId: 137, verifyingContract: owner },
    types: { Kernel: [{ name: "hash", type: "bytes32" }] },
    primaryType: "Kernel",
    message: { hash },
  });
  const prepare = (name: string, chainId = 137) =>
    ({
      signData: [
        {
          type: "LIMIT_ORDER",
          typedData: { ...typedData(name), domain: { ...typedData(name).domain, chainId } },
        },
      ],
    }) as never;
  const lending = (name: string) =>
    ({
      signData: [
        { type: "USER_OPERATION", hash },
        { type: "LIMIT_ORDER", typedData: typedData(name) },
      ],
    }) as never;
  const options = { owner, walletAddress: owner, chainId: 137 } as const;

  test("signOperation asks about an order with an unknown name", async () => {
    expect(await signOperation(lending("Kernel"), account, options)).toBeDefined();
    const error = await getRejection(signOperation(lending("New"), account, options));
    expect(error).toMatchObject({ problems: [{ code: "wrapper_name", severity: "review" }] });
    const confirm = vi.fn((_problems, { text }: SigningDescription) => text.includes(hash));
    const signed = await signOperation(lending("New"), account, { ...options, confirm });
    expect(signed?.typedDataSignature).toMatch(/^0x/);
    expect(confirm).toHaveBeenCalledTimes(1);
    const declined = { ...options, confirm: () => false };
    expect(await getRejection(signOperation(lending("New"), account, declined))).toMatchObject({
      rejected: true,
    });
  });

  test("signCancellation and cancelLimitOrder ask about an order with an unknown name", async () => {
    const swap = {
      prepareCancellation: async () => prepare("New"),
      cancelLimitOrder: vi.fn(async () => ({ success: true })),
    };
    for (const more of [{}, { accept: ["fee"] as const }, { confirm: () => false }]) {
      const given = { ...options, ...more };
      for (const signed of [
        signCancellation(prepare("New"), account, given),
        cancelLimitOrder({ swap }, "1", account, given),
      ])
        expect(await getRejection(signed)).toMatchObject({ problems: [{ code: "wrapper_name" }] });
    }
    expect(swap.cancelLimitOrder).not.toHaveBeenCalled();
    for (const more of [{ accept: ["wrapper_name"] as const }, { confirm: async () => true }]) {
      const given = { ...options, ...more };
      const { signature, digests } = await signCancellation(prepare("New"), account, given);
      expect([signature, digests?.digest]).toEqual([
        expect.stringMatching(/^0x/),
        expect.stringMatching(/^0x/),
      ]);
      await cancelLimitOrder({ swap }, "1", account, given);
      expect(swap.cancelLimitOrder).toHaveBeenLastCalledWith("1", { signature }, {});
    }
    const otherChain = signCancellation(prepare("New", 1), account, { ...options, ...lenient });
    expect(await getRejection(otherChain)).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ code: "chain" })]),
    });
  });

  test("functions with only fatal problems take them without effect", async () => {
    const mail = createMailTypedData();
    const delegation = { chainId: 137, address: stranger as `0x${string}`, nonce: 0, hash };
    expect(await signUserOperation(hash, account, lenient)).toBe(
      await signUserOperation(hash, account),
    );
    expect(await signTypedData(mail, account, lenient)).toBe(await signTypedData(mail, account));
    for (const signed of [
      signUserOperation("0x12", account, lenient),
      signTypedData(mail, account, { ...lenient, chainId: 5 }),
      signAuthorization(delegation, account, lenient),
      signOperation({ userOperationHash: "0x12" }, account, { ...options, ...lenient }),
    ])
      expect(await getRejection(signed)).toBeInstanceOf(UnsafeToSignError);
  });

  test.each(["yes", true, {}])("rejects %j as confirm", async (confirm) => {
    for (const signed of [
      signUserOperation(hash, account, { confirm } as never),
      signOperation({ userOperationHash: hash }, account, { ...options, confirm } as never),
      signTypedData(createMailTypedData(), account, { confirm } as never),
    ])
      expect(await getRejection(signed)).toMatchObject({
        problems: [{ code: "request", path: "confirm", severity: "fatal" }],
      });
  });

  test.each([
    ["price_los", "price_loss"],
    ["Price_Loss", "price_loss"],
    ["recieverMissing", "receiver_missing"],
    ["minimum_ou", "minimum_out"],
  ])("rejects the unknown code %s in accept, and suggests %s", async (misspelt, meant) => {
    for (const [subject, sign] of listSignFunctions({ accept: ["fee", misspelt] })) {
      const error = await getRejection(sign());
      expect(error, subject).toBeInstanceOf(ConfigurationError);
      expect(error).toMatchObject({
        message: `${subject}: accept: unknown code "${misspelt}"`,
        hint: `Did you mean ${meant}?`,
      });
    }
  });

  test("names every code that accept lifts if an unknown code is similar to none", async () => {
    const error = await getRejection(
      signUserOperation(hash, account, { accept: ["xyz"] } as never),
    );
    for (const code of allCodes) {
      const isReview = problemGuide[code].severity === "review";
      const listed = new RegExp(`\\b${code}\\b`).test(String(error.hint));
      expect(listed, code).toBe(isReview);
    }
  });

  test.each([
    ["fee", '"fee"'],
    [new Set(["fee"]), "an object"],
    [new Map([["fee", true]]), "an object"],
    [{ 0: "fee", length: 1 }, "an object"],
    [true, "true"],
    [() => ["fee"], "an object"],
    [[1], "a list with 1"],
    [[null], "a list with null"],
    [[["fee"]], "a list with a list of 1"],
    [Object.assign(["fee"], { length: 2 }), "a list with nothing"],
  ])("rejects %j as accept and says what it received: %s", async (accept, received) => {
    for (const [subject, sign] of listSignFunctions({ accept })) {
      const error = await getRejection(sign());
      expect(error, subject).toBeInstanceOf(ConfigurationError);
      expect(error).toMatchObject({
        message: `${subject}: accept: expected an array of codes, got ${received}.`,
      });
    }
  });

  test("accepts an array of another realm, and reads each code once", async () => {
    const reads = vi.fn();
    const codes = new Proxy(["fee", "fee"], {
      get(target, name) {
        if (name === "0") reads();
        return name === "0" && reads.mock.calls.length > 1 ? "typo" : Reflect.get(target, name);
      },
    });
    expect(await signUserOperation(hash, account, { accept: codes } as never)).toMatch(/^0x/);
    expect(reads).toHaveBeenCalledTimes(1);
  });
});
