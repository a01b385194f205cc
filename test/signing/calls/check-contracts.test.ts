import { concat, encodeFunctionData, erc20Abi, type Hex, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import { checkContracts } from "../../../src/signing/calls/check-contracts.js";
import { findProblems } from "../../../src/signing/shared/problems.js";

const wallet: Hex = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const router: Hex = "0xcccc000000000000000000000000000000000003";
const token: Hex = "0xaaaa000000000000000000000000000000000001";
const stranger: Hex = "0xbad0000000000000000000000000000000000001";

const walletAbi = parseAbi([
  "struct Call { address to; uint256 value; bytes data; }",
  "function executeBatch(Call[] calls)",
]);
const tokenAbi = [
  ...erc20Abi,
  ...parseAbi(["function increaseAllowance(address spender, uint256 amount)"]),
];
type Call = readonly [to: Hex, data: Hex, value?: bigint];
const encodeToken = (functionName: string, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi: tokenAbi, functionName, args } as never);

const encodeBatch = (calls: readonly Call[]): Hex =>
  encodeFunctionData({
    abi: walletAbi,
    args: [calls.map(([to, data, value = 0n]) => ({ to, value, data }))],
  });

function check(callData: Hex | undefined) {
  const rules = {
    contracts: [router.toUpperCase().replace("X", "x") as Hex],
    tokens: [token],
    wallet,
  };
  return findProblems((report) =>
    checkContracts({ operationData: { message: { callData } } }, rules, report),
  ).problems;
}
const checkCalls = (...calls: Call[]) => check(encodeBatch(calls));

describe("a closed operation may", () => {
  test.each<[string, Call]>([
    ["call a named contract", [router, "0x12345678", 5n]],
    ["send native coins to a named contract", [router, "0x", 5n]],
    ["approve a named contract", [token, encodeToken("approve", router, 5n)]],
    ["raise its approval", [token, encodeToken("increaseAllowance", router, 5n)]],
    ["transfer a token to a named contract", [token, encodeToken("transfer", router, 5n)]],
    [
      "let a named contract have its own tokens",
      [token, encodeToken("transferFrom", wallet, router, 5n)],
    ],
  ])("%s", (_, call) => {
    expect(checkCalls(call)).toEqual([]);
  });

  test("make no call", () => {
    expect(check("0x")).toEqual([]);
    expect(checkCalls()).toEqual([]);
  });
});

describe("a closed operation may not", () => {
  test.each<[string, Call, string]>([
    ["call another contract", [stranger, "0x12345678"], `a call of ${stranger}`],
    ["send native coins", [stranger, "0x", 5n], `a call of ${stranger}`],
    ["call the wallet itself", [wallet, "0x12345678"], `a call of ${wallet}`],
    [
      "approve another account",
      [token, encodeToken("approve", stranger, 5n)],
      `an approval of ${token} to ${stranger}`,
    ],
    [
      "raise the approval of another account",
      [token, encodeToken("increaseAllowance", stranger, 5n)],
      `an approval of ${token} to ${stranger}`,
    ],
    [
      "transfer a token to another account",
      [token, encodeToken("transfer", stranger, 5n)],
      `a transfer of ${token} to ${stranger}`,
    ],
    [
      "transfer its own tokens to another account",
      [token, encodeToken("transferFrom", wallet, stranger, 5n)],
      `a transfer of ${token} to ${stranger}`,
    ],
    [
      "take the tokens of another account",
      [token, encodeToken("transferFrom", stranger, router, 5n)],
      `a transfer of ${token} from ${stranger}`,
    ],
    ["call other functions of a token", [token, "0x12345678"], `a call of ${token}`],
    [
      "send native coins to a token",
      [token, encodeToken("approve", router, 5n), 1n],
      `a call of ${token}`,
    ],
    [
      "call a token with bytes after the arguments",
      [token, concat([encodeToken("approve", router, 5n), "0x00"])],
      `a call of ${token}`,
    ],
    [
      "approve another token",
      [stranger, encodeToken("approve", router, 5n)],
      `a call of ${stranger}`,
    ],
  ])("%s", (_, call, received) => {
    const honest: Call = [router, "0x12345678"];
    for (const calls of [[call], [honest, call], [call, call, honest]])
      expect(checkCalls(...calls)).toMatchObject([
        { code: "other_contract", severity: "fatal", received: `"${received}"` },
      ]);
  });

  test("have calls that cannot be read, or none that are known", () => {
    for (const callData of [undefined, "0x12345678", "0x8dd7712f"] as const)
      expect(check(callData)).toMatchObject([
        {
          code: "other_contract",
          path: "typedData.message.callData",
          expected: "calls of the wallet that can be read",
        },
      ]);
  });
});

describe("the code that sets a wallet up", () => {
  const findCodes = (initCode: Hex, contracts: Hex[]) => {
    const rules = { contracts, tokens: [token], wallet };
    const { problems } = findProblems((report) =>
      checkContracts({ operationData: { message: { callData: "0x", initCode } } }, rules, report),
    );
    return problems.map(({ code, path }) => [code, path]);
  };
  const problem = ["other_contract", "typedData.message.initCode"];

  test("is called only at a contract that the caller names", () => {
    const initCode = concat([stranger, "0x12345678"]);
    expect(findCodes(initCode, [router])).toEqual([problem]);
    expect(findCodes(initCode, [router, stranger])).toEqual([]);
  });

  test("is no call if it names only the contract of a delegation", () => {
    expect(findCodes(stranger, [router])).toEqual([]);
    expect(findCodes("0x", [router])).toEqual([]);
  });
});
