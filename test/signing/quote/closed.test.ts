import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import type { Address } from "../../../src/index.js";
import { checkQuote } from "../../../src/signing/index.js";
import {
  otherToken,
  stranger,
  tokenIn,
  tokenOut,
  wallet as walletAddress,
} from "../simulation/fake-node.js";
import { expectFatal } from "./expect-problems.js";
import { createOptions, createPricedQuote, order, orderRequest } from "./priced-quotes.js";

const router: Address = "0x1111111111111111111111111111111111111111";
const contracts = [router];
const path = "typedData.message.callData";
const walletAbi = parseAbi([
  "function execute(address to, uint256 value, bytes data)",
  "function executeBatch((address to, uint256 value, bytes data)[] calls)",
  "function upgradeToAndCall(address implementation, bytes data)",
]);
const tokenAbi = parseAbi([
  "function approve(address spender, uint256 value)",
  "function increaseAllowance(address spender, uint256 value)",
  "function transfer(address to, uint256 value)",
  "function transferFrom(address from, address to, uint256 value)",
  "function permit(address owner, address spender, uint256 value)",
]);

interface Call {
  to: Address;
  data?: Hex;
  value?: bigint;
}
const read = ({ to, data = "0x", value = 0n }: Call) => ({ to, data, value });
const execute = (call: Call): Hex => {
  const { to, value, data } = read(call);
  return encodeFunctionData({ abi: walletAbi, functionName: "execute", args: [to, value, data] });
};
const executeBatch = (...calls: Call[]): Hex =>
  encodeFunctionData({ abi: walletAbi, functionName: "executeBatch", args: [calls.map(read)] });

type TokenFunction = "approve" | "increaseAllowance" | "transfer";
const encode = (functionName: TokenFunction, to: Address): Hex =>
  encodeFunctionData({ abi: tokenAbi, functionName, args: [to, 5n] });
const transferFrom = (from: Address, to: Address): Hex =>
  encodeFunctionData({ abi: tokenAbi, functionName: "transferFrom", args: [from, to, 5n] });
const permit = encodeFunctionData({
  abi: tokenAbi,
  functionName: "permit",
  args: [walletAddress, router, 5n],
});

const quoteOf = (callData: Hex) => createPricedQuote({}, { callData });
const optionsOf = (more: object = {}) => createOptions({ contracts, ...more });

describe("with contracts, the wallet may", () => {
  test.each<[string, Hex]>([
    ["call no contract", "0x"],
    ["call a named contract", execute({ to: router, data: "0x12345678" })],
    ["pay a named contract", execute({ to: router, value: 5n })],
    ["approve the input token to it", execute({ to: tokenIn, data: encode("approve", router) })],
    ["raise its allowance", execute({ to: tokenIn, data: encode("increaseAllowance", router) })],
    ["approve the output token to it", execute({ to: tokenOut, data: encode("approve", router) })],
    ["transfer the input token to it", execute({ to: tokenIn, data: encode("transfer", router) })],
    [
      "transfer its own tokens to it by transferFrom",
      execute({ to: tokenIn, data: transferFrom(walletAddress, router) }),
    ],
    [
      "do all of that in one batch",
      executeBatch(
        { to: tokenIn, data: encode("approve", router) },
        { to: router, data: "0x12345678" },
        { to: tokenIn, data: encode("transfer", router) },
      ),
    ],
  ])("%s", (_what, callData) => {
    expect(checkQuote(quoteOf(callData), optionsOf())).toEqual([]);
  });

  test("approve the token of the gas", () => {
    const callData = execute({ to: otherToken, data: encode("approve", router) });
    const options = optionsOf({ expect: { payGasFeeToken: otherToken } });
    expect(checkQuote(quoteOf(callData), options)).toEqual([]);
  });

  test("call contracts in any letter case", () => {
    const upperCased = `0x${otherToken.slice(2).toUpperCase()}` as const;
    const options = optionsOf({ contracts: [upperCased] });
    expect(checkQuote(quoteOf(execute({ to: otherToken })), options)).toEqual([]);
  });
});

describe("with contracts, an operation is never signed that", () => {
  test.each<[string, Hex, string]>([
    ["calls another contract", execute({ to: stranger }), `a call of ${stranger}`],
    ["pays another account", execute({ to: stranger, value: 1n }), `a call of ${stranger}`],
    [
      "calls the wallet",
      execute({ to: walletAddress, data: "0x12345678" }),
      `a call of ${walletAddress}`,
    ],
    [
      "approves to another contract",
      execute({ to: tokenIn, data: encode("approve", stranger) }),
      `an approval of ${tokenIn} to ${stranger}`,
    ],
    [
      "raises another allowance",
      execute({ to: tokenIn, data: encode("increaseAllowance", stranger) }),
      `an approval of ${tokenIn} to ${stranger}`,
    ],
    [
      "transfers to another account",
      execute({ to: tokenIn, data: encode("transfer", stranger) }),
      `a transfer of ${tokenIn} to ${stranger}`,
    ],
    [
      "transfers to another account by transferFrom",
      execute({ to: tokenIn, data: transferFrom(walletAddress, stranger) }),
      `a transfer of ${tokenIn} to ${stranger}`,
    ],
    [
      "transfers the tokens of another account",
      execute({ to: tokenIn, data: transferFrom(stranger, router) }),
      `a transfer of ${tokenIn} from ${stranger}`,
    ],
    [
      "approves another token",
      execute({ to: otherToken, data: encode("approve", router) }),
      `a call of ${otherToken}`,
    ],
    [
      "transfers another token",
      execute({ to: otherToken, data: encode("transfer", router) }),
      `a call of ${otherToken}`,
    ],
    [
      "calls another function of a token",
      execute({ to: tokenIn, data: permit }),
      `a call of ${tokenIn}`,
    ],
    [
      "pays a token",
      execute({ to: tokenIn, data: encode("approve", router), value: 1n }),
      `a call of ${tokenIn}`,
    ],
    [
      "calls a token with more bytes",
      execute({ to: tokenIn, data: `${encode("approve", router)}00` }),
      `a call of ${tokenIn}`,
    ],
    [
      "has one other call in a batch",
      executeBatch({ to: router }, { to: stranger }, { to: router }),
      `a call of ${stranger}`,
    ],
  ])("%s", async (_what, callData, received) => {
    const quote = quoteOf(callData);
    await expectFatal(quote, optionsOf(), "other_contract", path);
    expect(checkQuote(quote, optionsOf())).toMatchObject([{ received: `"${received}"` }]);
    expect(checkQuote(quote, createOptions())).toEqual([]);
  });

  test.each<[string, Hex]>([
    ["an unknown function of the wallet", "0x12345678"],
    [
      "an upgrade of the wallet",
      encodeFunctionData({
        abi: walletAbi,
        functionName: "upgradeToAndCall",
        args: [router, "0x"],
      }),
    ],
    ["a function without arguments", "0x34fcd5be"],
    ["arguments that are followed by bytes", `${execute({ to: router })}00`],
    ["three bytes", "0x123456"],
  ])("cannot be read: %s", async (_what, callData) => {
    await expectFatal(quoteOf(callData), optionsOf(), "other_contract", path);
  });

  test("is not stated", async () => {
    const quotes = [{ typedData: null }, { typedData: order.typedData }];
    for (const changes of quotes)
      await expectFatal(createPricedQuote(changes), optionsOf(), "other_contract", path);
  });

  test("belongs to a limit order, whose operation is never stated", async () => {
    const options = optionsOf({ expect: orderRequest });
    await expectFatal(createPricedQuote(order), options, "other_contract", path);
  });

  test("is an approval of a real-world asset, which is never stated", async () => {
    const approval = { userOperationHash: `0x${"12".repeat(32)}` };
    const quote = createPricedQuote({ rwaApproveUserOperation: approval }, { callData: "0x" });
    const options = optionsOf({ expect: { individualId: "1" } });
    expect(checkQuote(quote, { ...options, contracts: undefined })).toEqual([]);
    await expectFatal(quote, options, "other_contract", `rwaApproveUserOperation.${path}`);
  });
});

test("with an empty list, the wallet may call no contract", async () => {
  const options = optionsOf({ contracts: [] });
  expect(checkQuote(quoteOf("0x"), options)).toEqual([]);
  for (const call of [{ to: router }, { to: tokenIn, data: encode("approve", router) }])
    await expectFatal(quoteOf(execute(call)), options, "other_contract", path);
});

test("names each other contract once", () => {
  const callData = executeBatch({ to: stranger }, { to: stranger }, { to: otherToken });
  expect(checkQuote(quoteOf(callData), optionsOf()).map(({ received }) => received)).toEqual([
    `"a call of ${stranger}"`,
    `"a call of ${otherToken}"`,
  ]);
});

test.each([router, [""], ["router"], [1], [undefined], {}, "all"])(
  "requires a list of addresses, and not %j",
  async (given) => {
    const options = optionsOf({ contracts: given });
    await expectFatal(quoteOf(execute({ to: router })), options, "request", "contracts");
  },
);
