import { hashAuthorization } from "viem/utils";
import { describe, expect, test } from "vitest";
import { type SwapQuote, UnsafeToSignError } from "../../src/index.js";
import {
  checkQuote,
  describeQuote,
  signAuthorization,
  signOperation,
  signQuote,
} from "../../src/signing/index.js";
import {
  createCountingSigner,
  createLimitOrderQuote,
  createMarketQuote,
  stranger,
} from "./quote/test-quotes.js";
import { account, getRejection, hash, owner } from "./test-signers.js";

const getCodes = (quote: object, options: object) =>
  checkQuote(quote as SwapQuote, options as never).map(({ code }) => code);
const createDelegation = (chainId = 137) => {
  const parts = { chainId, address: stranger as `0x${string}`, nonce: 0 };
  return { ...parts, hash: hashAuthorization(parts) };
};

describe("an invalid option never allows more", () => {
  test.each([-1, Number.NaN, "abc", "5", Number.POSITIVE_INFINITY])(
    "rejects the percentage %s",
    async (limit) => {
      const { quote, options } = await createMarketQuote();
      const given = { ...options, maxLossPercent: limit };
      expect(getCodes(quote, given)).toEqual(["request"]);
    },
  );

  test.each(["0,5", ".5", " 0.5", "", "0.5 USDC", "-1", "NaN", "1e3", 0.5, Number.NaN, {}])(
    "rejects the amount %s",
    async (amount) => {
      const { quote, options } = await createMarketQuote();
      for (const name of ["maxGasFee", "minReceived"]) {
        const problems = checkQuote(quote, { ...options, [name]: amount } as never);
        expect(problems).toContainEqual(
          expect.objectContaining({ code: "request", severity: "fatal", path: name }),
        );
      }
    },
  );

  test.each(["hunter2", "secret 12", "sk_live_7", "1 USDC", `key\n1`])(
    "does not repeat the text %j at the place of an amount, because it could be a secret",
    async (text) => {
      const { quote, options } = await createMarketQuote();
      const [problem] = checkQuote(quote, { ...options, minReceived: text });
      expect(problem).toMatchObject({ path: "minReceived", received: '"string"' });
      expect(problem?.message).not.toContain(text);
    },
  );

  test("accepts the current time as a string or Date without extending an order's lifetime", async () => {
    const { quote, options } = await createLimitOrderQuote({ expiration: 60 });
    const lateQuote = { ...quote, expiresAt: options.now + 3_600_000 };
    for (const now of [options.now, String(options.now), new Date(options.now)]) {
      expect(getCodes(quote, { ...options, now })).toEqual([]);
      expect(getCodes(lateQuote, { ...options, now })).toEqual(["expiry_later"]);
    }
  });

  test.each([new Set([account.address]), account.address, {}])(
    "rejects delegates that are not a list: %j",
    async (delegates) => {
      const signOptions = { delegates, accept: ["delegate"] } as never;
      const { signer, countCalls } = createCountingSigner();
      expect(
        await getRejection(signAuthorization(createDelegation(), signer, signOptions)),
      ).toMatchObject({
        problems: [{ code: "request", path: "delegates" }, { code: "delegate" }],
      });
      expect(countCalls()).toBe(0);
    },
  );

  test.each(["minReceived", "maxGasFee", "maxLossPercent", "delegates", "margin"])(
    "rejects %s as a function or a symbol: a copy would drop the limit",
    async (name) => {
      const { quote, options } = await createMarketQuote();
      const values: unknown[] = [() => "0", Symbol("0"), { toJSON: () => undefined }];
      for (const value of values) {
        const { signer, countCalls } = createCountingSigner();
        const error = await getRejection(
          signQuote(quote, signer, { ...options, [name]: value } as never),
        );
        expect(error).toBeInstanceOf(UnsafeToSignError);
        expect(countCalls()).toBe(0);
      }
    },
  );

  test.each(["", false, 0n, Number.NEGATIVE_INFINITY, Symbol("now"), { valueOf: () => 0 }, []])(
    "rejects the time %o: an expired quote and operation would be valid",
    async (now) => {
      const { quote, options } = await createMarketQuote();
      const expired = { ...quote, expiresAt: "2020-01-01T00:00:00Z" };
      const { signer, countCalls } = createCountingSigner();
      const invalid = { ...options, now } as never;
      for (const signed of [
        signQuote(expired, signer, invalid),
        signOperation({ userOperationHash: hash, expiresAt: "2020-01-01T00:00:00Z" }, signer, {
          owner,
          now,
        } as never),
      ]) {
        const error = await getRejection(signed);
        expect(error).toBeInstanceOf(UnsafeToSignError);
        const problem = expect.objectContaining({ code: "request", path: "now" });
        expect(error).toMatchObject({ problems: expect.arrayContaining([problem]) });
      }
      expect(countCalls()).toBe(0);
    },
  );

  test.each(["", false, null])("rejects an approval with the individualId %o", async (id) => {
    const { quote, options } = await createMarketQuote();
    const forged = {
      ...quote,
      rwaApproveUserOperation: { userOperationHash: `0x${"ab".repeat(32)}` as const },
    };
    const requested = { ...options.expect, individualId: id as never };
    const expectOptions = { ...options, approval: true, expect: requested };
    expect(getCodes(forged, expectOptions)).toEqual(["not_asked"]);
  });

  test("reports a fee that throws and delegates that are no addresses, and accepts a Date as time", async () => {
    const { quote, options } = await createMarketQuote();
    const throwingFee = {
      get percentage(): number {
        throw new RangeError("unreadable");
      },
      toAddress: owner,
    };
    const withFee = { ...options, expect: { ...options.expect, extraFee: throwingFee } };
    const listProblems = (given: object) =>
      checkQuote(quote, given as never).map(({ code, path }) => `${code} ${path}`);
    expect(listProblems(withFee)).toEqual(["request options"]);
    expect(listProblems({ ...options, delegates: [stranger, Symbol("0x")] })).toEqual([
      "request delegates",
    ]);
    expect(getCodes(quote, { ...options, now: new Date(Number(options.now)) as never })).toEqual(
      [],
    );
  });

  test.each<[string, object, string]>([
    ["expect", { expect: "the request" }, "expect"],
    ["accept", { confirm: true }, "confirm"],
    ["policy", { policy: {} }, "policy"],
    ["approval", { approval: "yes" }, "approval"],
    ["mandate", { mandate: new Map() }, "mandate"],
  ])("rejects %s as %j", async (_name, given, path) => {
    const { quote, options } = await createMarketQuote();
    const { signer, countCalls } = createCountingSigner();
    const error = await getRejection(signQuote(quote, signer, { ...options, ...given } as never));
    const problem = expect.objectContaining({ code: "request", path, severity: "fatal" });
    expect(error).toMatchObject({ problems: expect.arrayContaining([problem]) });
    expect(() => describeQuote(quote, given as never)).toThrow(
      expect.objectContaining({ kind: "configuration" }),
    );
    expect(countCalls()).toBe(0);
  });
});
