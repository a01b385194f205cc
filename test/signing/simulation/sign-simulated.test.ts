import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ConfigurationError } from "../../../src/errors/data.js";
import { type SigningProblem, UnsafeToSignError } from "../../../src/errors/signing.js";
import { type SignQuoteOptions, signOperation, signQuote } from "../../../src/signing/index.js";
import { problemGuide } from "../../../src/signing/shared/problem-guide.js";
import { getRejection } from "../test-signers.js";
import {
  allowance,
  balance,
  createCountingSigner,
  createFakeNode,
  createLog,
  createQuote,
  createTypedData,
  type FakeChain,
  honestValues,
  otherToken,
  owner,
  request,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";

const everything = [
  ...["simulated_gain", "simulated_loss", "simulated_approval", "simulated_control"],
  ...["simulated_unmeasured", "simulated_change", "simulated_revert"],
  ...["call_data_missing", "not_simulated"],
] as SigningProblem["code"][];

interface Given {
  chain?: FakeChain;
  quote?: Parameters<typeof createQuote>[0];
  operation?: Parameters<typeof createQuote>[1];
  options?: Partial<SignQuoteOptions>;
}

/** Signs with a simulation, and counts the requests and the calls of the signer. */
async function sign({ chain, quote, operation, options }: Given = {}) {
  const { client, requests } = createFakeNode(chain);
  const { signer, countCalls } = createCountingSigner();
  const outcome = await signQuote(createQuote(quote, operation), signer, {
    expect: request,
    owner: owner.address,
    simulate: client,
    ...options,
  }).then(
    ({ signature }) => ({ signature, error: undefined }),
    (error: UnsafeToSignError) => ({ signature: undefined, error }),
  );
  const codes = outcome.error?.problems?.map(({ code }) => code);
  return { ...outcome, codes, calls: countCalls(), requests };
}

const changed = (values: FakeChain["values"], logs: FakeChain["logs"] = []): FakeChain => ({
  values: { ...honestValues, ...values },
  logs,
});

test("signs a quote that the simulation confirms", async () => {
  const { signature, calls, requests } = await sign();
  expect(signature).toMatch(/^0x[0-9a-f]{130}$/);
  expect(calls).toBe(1);
  expect(requests.map(({ method }) => method)).toContain("eth_simulateV1");
});

test("simulates nothing without the option", async () => {
  for (const simulate of [undefined, null as never]) {
    const chain = changed({ [balance(tokenOut)]: [0n, 0n] });
    const { signature, requests } = await sign({ chain, options: { simulate } });
    expect(signature).toBeDefined();
    expect(requests).toEqual([]);
  }
});

describe("a fatal problem of the simulation", () => {
  test.each<[string, FakeChain]>([
    ["simulated_gain", changed({ [balance(tokenOut)]: [0n, 50_000_000n] })],
    ["simulated_loss", changed({ [balance(tokenIn)]: [500_000_000n, 0n] })],
    [
      "simulated_approval",
      changed({ [allowance(otherToken, stranger)]: [0n, 1n] }, [
        createLog(otherToken, "approval", wallet, stranger),
      ]),
    ],
    [
      "simulated_control",
      changed({}, [
        {
          address: wallet,
          topics: ["0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0"],
          data: "0x",
        },
      ]),
    ],
  ])("%s is never signed, although everything is accepted and confirmed", async (code, chain) => {
    const options = { accept: everything, confirm: () => true };
    for (const given of [{ chain }, { chain, options }]) {
      const { error, codes, calls } = await sign(given);
      expect(error).toBeInstanceOf(UnsafeToSignError);
      expect(codes).toEqual([code]);
      expect(error?.problems[0]?.severity).toBe("fatal");
      expect(calls).toBe(0);
    }
  });
});

describe("a quote that is not simulated", () => {
  const noMethod: FakeChain = {
    respond() {
      throw Object.assign(new Error("no"), { code: -32601, message: "Method not found" });
    },
  };
  const revert = { status: "0x0", returnData: "0x", error: { code: 3, message: "no" } };
  const cases = [
    ["not_simulated", { chain: noMethod }],
    ["call_data_missing", { quote: { typedData: null } }],
    ["simulated_revert", { chain: { operation: revert } }],
  ] as const;

  test.each(cases)(
    "has the review problem %s, which only its own code lifts",
    async (code, given) => {
      const { error, codes, calls } = await sign(given);
      expect(codes).toEqual([code]);
      expect(error?.problems[0]?.severity).toBe("review");
      expect(error?.hint).toContain(code);
      expect(calls).toBe(0);
      expect((await sign({ ...given, options: { accept: [code] } })).signature).toBeDefined();
      const accept = everything.filter((other) => other !== code);
      expect((await sign({ ...given, options: { accept } })).calls).toBe(0);
    },
  );

  test.each(cases)(
    "with the problem %s is signed only if the user confirms",
    async (code, given) => {
      const asked: [readonly SigningProblem[], string][] = [];
      const confirm =
        (result: () => boolean): SignQuoteOptions["confirm"] =>
        (problems, { text }) => {
          asked.push([problems, text]);
          return result();
        };
      expect((await sign({ ...given, options: { confirm: confirm(() => true) } })).calls).toBe(1);
      expect((await sign({ ...given, options: { confirm: confirm(() => false) } })).calls).toBe(0);
      const fail = () => {
        throw new Error("closed");
      };
      expect((await sign({ ...given, options: { confirm: confirm(fail) } })).calls).toBe(0);
      expect(asked).toHaveLength(3);
      expect(asked[0]?.[0]).toMatchObject([{ code }]);
      expect(asked[0]?.[1]).toContain(`Problem: ${problemGuide[code].meaning}`);
    },
  );

  test("is one whose approval for a real-world asset comes without data", async () => {
    const approval = { userOperationHash: `0x${"34".repeat(32)}` as const };
    const given = { quote: { rwaApproveUserOperation: approval } };
    const expected = { ...request, individualId: "1" };
    const { error } = await sign({ ...given, options: { expect: expected } });
    expect(error?.problems).toMatchObject([
      { code: "call_data_missing", path: "rwaApproveUserOperation" },
    ]);
  });
});

test("never signs an operation that cannot be measured", async () => {
  const logs = Array.from({ length: 300 }, (_, i) =>
    createLog(`0x${String(i).padStart(40, "f")}`, "transfer", wallet, stranger),
  );
  const options = { accept: everything, confirm: () => true };
  const { codes, calls } = await sign({ chain: { logs }, options });
  expect(codes).toEqual(["simulated_unmeasured"]);
  expect(calls).toBe(0);
});

describe("a change that is not asked for", () => {
  const chain = changed({ [balance(otherToken)]: [0n, 5n] }, [
    createLog(otherToken, "transfer", stranger, wallet),
  ]);

  test("is shown to the user with the simulated changes", async () => {
    let shown = "";
    const confirm: SignQuoteOptions["confirm"] = (_problems, { text, simulation }) => {
      shown = text;
      return simulation?.changes.length === 3;
    };
    const { calls } = await sign({ chain, options: { confirm } });
    expect(calls).toBe(1);
    expect(shown).toContain(`Problem: ${problemGuide.simulated_change.meaning}`);
    expect(shown).toContain(`Simulated on: Polygon (137)\nChange: -100 of ${tokenIn} at ${wallet}`);
  });

  test("is accepted by its own code", async () => {
    expect((await sign({ chain })).codes).toEqual(["simulated_change"]);
    expect((await sign({ chain, options: { accept: ["simulated_change"] } })).calls).toBe(1);
  });
});

test("does not simulate a quote with a fatal problem", async () => {
  const { codes, requests } = await sign({ quote: { toAddress: stranger } });
  expect(codes).toContain("receiver");
  expect(requests).toEqual([]);
});

test("does not sign a quote that expired during the simulation", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const chain: FakeChain = {
    respond: async () => {
      vi.setSystemTime(Date.now() + 300);
      throw new Error("late");
    },
  };
  const trySigning = (left: number) =>
    sign({
      chain,
      quote: { expiresAt: Date.now() + left },
      options: { accept: ["not_simulated"] },
    });
  // The margin is five seconds.
  expect(await trySigning(5_200)).toMatchObject({ codes: ["expired"], calls: 0 });
  expect(await trySigning(60_000)).toMatchObject({ codes: undefined, calls: 1 });
});

test("rejects a value that is not a client", async () => {
  for (const simulate of ["https://node.example", {}, true] as never[]) {
    const { error, calls } = await sign({ options: { simulate } });
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(calls).toBe(0);
  }
});

describe("signOperation with a simulation", () => {
  const changes = {
    losses: [{ token: tokenIn, amount: "100" }],
    gains: [{ token: tokenOut, amount: "99", receiver: wallet }],
  };
  const { typedData, userOperationHash } = createQuote();
  const operation = { typedData, userOperationHash, walletAddress: wallet, chain: 137 } as const;
  const options = { owner: owner.address, walletAddress: wallet, chainId: 137 };

  test("signs an operation that changes what it may", async () => {
    const simulate = createFakeNode().client;
    const signed = await signOperation(operation as never, owner, {
      ...options,
      simulate,
      changes,
    });
    expect(signed?.signature).toBeDefined();
  });

  test("rejects a loss that is not listed, and a gain that is missing", async () => {
    const logs = [createLog(tokenIn, "transfer", wallet, stranger)];
    const simulate = createFakeNode({ logs }).client;
    const getCodes = async (expected: object | undefined) => {
      const given = { ...options, simulate, changes: expected };
      const error = await getRejection(signOperation(operation as never, owner, given));
      return (error.problems as SigningProblem[]).map(({ code }) => code);
    };
    const losses = [{ token: tokenIn, amount: "99" }];
    const gains = [{ token: tokenOut, amount: "100", receiver: wallet }];
    expect(await getCodes({ ...changes, losses })).toEqual(["simulated_loss"]);
    expect(await getCodes({ ...changes, gains })).toEqual(["simulated_gain"]);
    expect(await getCodes({ gains: changes.gains })).toEqual(["simulated_loss"]);
    // The caller's own limit has no tolerance.
    expect(await getCodes({ ...changes, losses: [{ token: tokenIn, amount: "99.99" }] })).toEqual([
      "simulated_loss",
    ]);
  });

  test("reports an operation without typed data, and one of another chain", async () => {
    const simulate = createFakeNode({ chainId: 1 }).client;
    for (const [given, code] of [
      [operation, "not_simulated"],
      [{ ...operation, typedData: undefined }, "call_data_missing"],
    ] as const) {
      const error = await getRejection(
        signOperation(given as never, owner, { ...options, simulate, changes }),
      );
      expect(error.problems).toMatchObject([{ code, severity: "review" }]);
      if (!given.typedData) expect(error.message).toContain("as typed data, got nothing");
    }
    const other = { ...operation, typedData: createTypedData({ nonce: 7n }) };
    const error = await getRejection(
      signOperation(other as never, owner, { ...options, simulate }),
    );
    expect(error.message).toContain("userOperationHash");
  });

  test("rejects a misspelt field of the changes", async () => {
    const simulate = createFakeNode().client;
    const given = { ...options, simulate, changes: { gain: changes.gains } as never };
    const error = await getRejection(signOperation(operation as never, owner, given));
    expect(error).toBeInstanceOf(ConfigurationError);
  });
});
