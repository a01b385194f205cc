import { expect, test } from "vitest";
import { AbortedError } from "../../../src/errors/connection.js";
import { ConfigurationError } from "../../../src/errors/data.js";
import { UnsafeToSignError } from "../../../src/errors/signing.js";
import { simulateQuote } from "../../../src/signing/index.js";
import { getRejection } from "../test-signers.js";
import {
  createFakeNode,
  createQuote,
  createTypedData,
  request,
  stranger,
  tokenIn,
  wallet,
} from "./fake-node.js";

test("returns the changes of an honest quote, and no problem", async () => {
  const { client } = createFakeNode();
  const { problems, text } = await simulateQuote(createQuote(), client, { expect: request });
  expect(problems).toEqual([]);
  expect(text).toContain(`Change: -100 of ${tokenIn} at ${wallet}`);
});

test("compares the output with the caller's own minimum, without the tolerance of a quote", async () => {
  const { client } = createFakeNode();
  const codesOf = async (minAmountOut: string) => {
    const quote = createQuote({ amountOut: "101", minAmountOut: "100" });
    const { problems } = await simulateQuote(quote, client, { expect: request, minAmountOut });
    return problems.map(({ code }) => code);
  };
  // The receiver gains 99.5.
  expect(await codesOf("99.500001")).toEqual(["simulated_gain", "simulated_gain"]);
  expect(await codesOf("99.5")).toEqual(["simulated_gain"]);
});

test("rejects typed data of another hash, wallet or chain without a request", async () => {
  const { client, requests } = createFakeNode();
  const otherData = createTypedData({ callData: "0x12345678" });
  for (const [quote, expected] of [
    [createQuote({ typedData: otherData }), request],
    [createQuote(), { ...request, walletAddress: stranger }],
    [createQuote(), { ...request, chainIdIn: 1, chainIdOut: 1 } as const],
  ] as const)
    expect(await getRejection(simulateQuote(quote, client, { expect: expected }))).toBeInstanceOf(
      UnsafeToSignError,
    );
  expect(requests).toEqual([]);
});

test("rejects options and clients that are invalid", async () => {
  const { client } = createFakeNode();
  const getError = (node: unknown, options: unknown) =>
    getRejection(simulateQuote(createQuote(), node as never, options as never));
  const typo = await getError(client, { expect: request, contract: [] });
  expect(typo).toBeInstanceOf(ConfigurationError);
  expect(`${typo.message} ${typo.hint}`).toContain("contracts");
  for (const node of [undefined, null, {}, "https://node.example"])
    expect(await getError(node, { expect: request })).toBeInstanceOf(ConfigurationError);
  for (const timeout of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "1"])
    expect(await getError(client, { expect: request, timeout })).toBeInstanceOf(ConfigurationError);
  expect(await getError(client, {})).toBeInstanceOf(UnsafeToSignError);
});

test("rejects if the caller aborts", async () => {
  const { client } = createFakeNode();
  const signal = AbortSignal.abort("enough");
  const error = await getRejection(
    simulateQuote(createQuote(), client, { expect: request, signal }),
  );
  expect(error).toBeInstanceOf(AbortedError);
  expect(error.reason).toBe("enough");
});
