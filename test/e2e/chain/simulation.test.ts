import { encodeFunctionData, type Hex, maxUint256, parseAbi, parseEther, parseUnits } from "viem";
import { entryPoint08Address } from "viem/account-abstraction";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MarketSwapRequest, SwapQuote } from "../../../src/contract/swap/types.js";
import { UnsafeToSignError } from "../../../src/errors/signing.js";
import {
  type SignQuoteOptions,
  type SimulateQuoteOptions,
  signQuote,
  signTypedData,
  simulateQuote,
} from "../../../src/signing/index.js";
import { entryPointAt, type Operation } from "./entry-point.js";
import { artifact, type Chain, deploy, deployEntryPoint, owner, startChain } from "./evm-node.js";
import {
  abi,
  createOperation,
  createQuote,
  createRequest,
  deployContract,
  encode,
  encodeWithId,
  nativeToken,
  type WalletCall,
} from "./market.js";

const stranger: Hex = "0xbad0000000000000000000000000000000000001";
const friend: Hex = "0xf41e4d0000000000000000000000000000000001";
const wallet = owner.address;
const usd = (amount: string) => parseUnits(amount, 6);

let chain: Chain;
let clean: Hex;
let [tokenIn, tokenOut, other, market]: Hex[] = [];
let request: MarketSwapRequest;

beforeAll(async () => {
  chain = await startChain();
  const { client } = chain;
  await deployEntryPoint(client, "08");
  const implementation = await deploy(client, artifact("08", "Simple7702Account").bytecode);
  // The wallet is delegated already. Its first operation, with an authorization, is tested below.
  await client.setCode({ address: wallet, bytecode: `0xef0100${implementation.slice(2)}` });
  await client.setBalance({ address: wallet, value: parseEther("10") });
  market = await deployContract(client, "Market");
  tokenIn = await deployContract(client, "Token", 6);
  tokenOut = await deployContract(client, "Token", 18);
  other = await deployContract(client, "Token", 18);
  for (const token of [tokenIn, tokenOut, other]) await mint(token, market, parseEther("100000"));
  await mint(tokenIn, wallet, usd("1000"));
  await mint(other, wallet, parseEther("1000"));
  request = createRequest(wallet, tokenIn, tokenOut);
  clean = await client.snapshot();
});

afterAll(() => chain?.stop());

beforeEach(async () => {
  await chain.client.revert({ id: clean });
  clean = await chain.client.snapshot();
});

async function send(address: Hex, data: Hex) {
  const hash = await chain.client.sendTransaction({ to: address, data });
  await chain.client.waitForTransactionReceipt({ hash });
}

const mint = (token: Hex, to: Hex, value: bigint) => send(token, encode("mint", to, value));
const balanceOf = (token: Hex, account: Hex) =>
  chain.client.readContract({ address: token, abi, functionName: "balanceOf", args: [account] });

/** Approves exactly the amount and swaps it. */
const swap = (out = "100", to: Hex = wallet, amount = "100"): WalletCall[] => [
  [tokenIn as Hex, encode("approve", market, usd(amount))],
  [market as Hex, encode("swap", tokenIn, usd(amount), tokenOut, parseEther(out), to)],
];

async function simulate(
  calls: readonly WalletCall[],
  changes: Partial<SwapQuote> = {},
  options: Partial<SimulateQuoteOptions> = {},
  over: Partial<Operation> = {},
) {
  const expected = options.expect ?? request;
  const quote = createQuote(
    expected as MarketSwapRequest,
    createOperation(wallet, calls, over),
    changes,
  );
  return simulateQuote(quote, chain.client, { expect: expected, ...options });
}

async function findCodes(...parameters: Parameters<typeof simulate>) {
  return (await simulate(...parameters)).problems.map(({ code }) => code);
}

describe("the simulation of an honest swap", () => {
  test("has no problem and lists the changes", async () => {
    const { problems, isSimulated, changes, text } = await simulate(swap());
    expect(problems).toEqual([]);
    expect(isSimulated).toBe(true);
    const lowerCase = changes.map(({ token, amount }) => [token.toLowerCase(), amount]);
    expect(lowerCase).toEqual([
      [tokenIn, "-100"],
      [tokenOut, "+100"],
    ]);
    expect(text).toContain("Simulated on: chain 31337");
  });

  test("predicts what the EntryPoint then executes", async () => {
    const operation = createOperation(wallet, swap(), { paymaster: undefined });
    const expected = { ...request, payGasFeeToken: nativeToken as Hex };
    const quote = createQuote(expected, operation, {
      estimatedGasFees: { maxGasFeeToken: "1" } as never,
    });
    const options = { expect: expected, maxGasFee: "0.01" };
    expect((await simulateQuote(quote, chain.client, options)).problems).toEqual([]);
    const signature = await signTypedData(quote.typedData as never, owner);
    const before = await balanceOf(tokenOut as Hex, wallet);
    const receipt = await entryPointAt(chain.client, entryPoint08Address).send({
      ...operation,
      signature,
    });
    expect(receipt.status).toBe("success");
    expect((await balanceOf(tokenOut as Hex, wallet)) - before).toBe(parseEther("100"));
  });

  test("has no problem for another receiver, if the request states it", async () => {
    const expected = { ...request, toAddress: friend };
    expect(await findCodes(swap("100", friend), {}, { expect: expected })).toEqual([]);
  });

  test("has no problem with the native coin on either side", async () => {
    const sold = { ...request, tokenIn: nativeToken, amountIn: "1" };
    const native = "0x0000000000000000000000000000000000000000";
    const sell: WalletCall[] = [
      [
        market as Hex,
        encode("swap", native, parseEther("1"), tokenOut, parseEther("99"), wallet),
        parseEther("1"),
      ],
    ];
    expect(await findCodes(sell, {}, { expect: sold })).toEqual([]);
    await chain.client.setBalance({ address: market as Hex, value: parseEther("100") });
    const bought = { ...request, tokenOut: nativeToken };
    const buy: WalletCall[] = [
      [tokenIn as Hex, encode("approve", market, usd("100"))],
      [market as Hex, encode("swap", tokenIn, usd("100"), native, parseEther("99"), friend)],
    ];
    const toFriend = { ...bought, toAddress: friend };
    expect(await findCodes(buy, {}, { expect: toFriend })).toEqual([]);
    expect(await findCodes(buy, {}, { expect: bought })).toEqual(["simulated_gain"]);
  });

  test("allows the stated fees and gas, and an allowance of the paymaster for the gas", async () => {
    const paymaster: Hex = "0x00000000000000000000000000000000000000fe";
    const calls: WalletCall[] = [
      ...swap(),
      [tokenIn as Hex, encode("transfer", friend, usd("2"))],
      [tokenIn as Hex, encode("approve", paymaster, usd("3"))],
    ];
    const fees = [
      { amount: "2", token: tokenIn as Hex, toAddress: friend, type: "PROJECT", percentage: "2" },
    ];
    const gasFees = { payGasFeeToken: tokenIn, maxGasFeeToken: "3", maxGasFeeNative: "0.1" };
    const quote = { fees, estimatedGasFees: gasFees as never };
    expect(await findCodes(calls, quote)).toEqual([]);
    expect(await findCodes(calls, { ...quote, fees: [] })).toContain("simulated_approval");
    expect(await findCodes(calls, quote, { maxGasFee: "2.5" })).toEqual(["simulated_approval"]);
    expect(await findCodes(calls, {})).toEqual(["simulated_loss", "simulated_approval"]);
  });
});

describe("signQuote with a simulation", () => {
  const sign = (calls: readonly WalletCall[], options: Partial<SignQuoteOptions> = {}) =>
    signQuote(createQuote(request, createOperation(wallet, calls)), owner, {
      expect: request,
      owner: wallet,
      ...options,
    });

  test("signs an honest swap", async () => {
    const { signature } = await sign(swap(), { simulate: chain.client });
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/);
  });

  test.each<[string, string, () => WalletCall[]]>([
    ["to another receiver", "simulated_gain", () => swap("100", stranger)],
    [
      "with an extra transfer",
      "simulated_loss",
      () => [...swap(), [tokenIn as Hex, encode("transfer", stranger, usd("50"))]],
    ],
    [
      "with an unlimited approval",
      "simulated_approval",
      () => [...swap(), [tokenIn as Hex, encode("approve", stranger, maxUint256)]],
    ],
    ["with half of the output", "simulated_gain", () => swap("50")],
  ])("does not sign a swap %s whose hash is correct", async (_name, code, list) => {
    // The fields and the hash are consistent, so it is signed without a simulation.
    expect((await sign(list())).signature).toBeDefined();
    const codes = ["simulated_gain", "simulated_loss", "simulated_approval"] as const;
    const options = { simulate: chain.client, accept: codes, confirm: () => true };
    const error = await sign(list(), options).catch((reason) => reason);
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(error.problems).toMatchObject([{ code, severity: "fatal" }]);
  });
});

describe("the simulation of a forged operation with a recomputed hash", () => {
  test.each<[string, () => WalletCall[], string[]]>([
    ["a swap to another receiver", () => swap("100", stranger), ["simulated_gain"]],
    [
      "an extra transfer of the token",
      () => [...swap(), [tokenIn as Hex, encode("transfer", stranger, usd("50"))]],
      ["simulated_loss"],
    ],
    [
      "an extra transfer of another token",
      () => [...swap(), [other as Hex, encode("transfer", stranger, 1n)]],
      ["simulated_loss"],
    ],
    [
      "an extra transfer of the native coin",
      () => [...swap(), [stranger, "0x", 1n]],
      ["simulated_loss"],
    ],
    [
      "an unlimited approval",
      () => [...swap(), [tokenIn as Hex, encode("approve", stranger, maxUint256)]],
      ["simulated_approval"],
    ],
    [
      "an approval of another token",
      () => [...swap(), [other as Hex, encode("approve", stranger, 1n)]],
      ["simulated_approval"],
    ],
    ["half of the output", () => swap("50"), ["simulated_gain"]],
    ["twice the input", () => swap("100", wallet, "200"), ["simulated_loss"]],
    ["nothing", () => [], ["simulated_gain"]],
  ])("finds %s", async (_name, list, codes) => {
    const { problems } = await simulate(list());
    expect(problems.map(({ code }) => code)).toEqual(codes);
    expect(problems.every(({ severity }) => severity === "fatal")).toBe(true);
    expect(problems[0]?.message).toContain("all changes: ");
  });

  test("finds a token that was sent without an event", async () => {
    const silent = await deployContract(chain.client, "SilentToken");
    await mint(silent, wallet, 5n);
    const calls: WalletCall[] = [...swap(), [silent, encode("transfer", stranger, 5n)]];
    // The address of the token is the target of a call.
    expect(await findCodes(calls)).toEqual(["simulated_loss"]);
  });

  test("finds an approval of the token sold that was given without an event", async () => {
    const silent = await deployContract(chain.client, "SilentToken");
    await mint(silent, wallet, parseEther("1000"));
    const expected = { ...request, tokenIn: silent, payGasFeeToken: silent };
    const calls: WalletCall[] = [
      [silent, encode("approve", market, parseEther("100"))],
      [
        market as Hex,
        encode("swap", silent, parseEther("100"), tokenOut, parseEther("100"), wallet),
      ],
    ];
    expect(await findCodes(calls, {}, { expect: expected })).toEqual([]);
    calls.push([silent, encode("approve", stranger, maxUint256)]);
    expect(await findCodes(calls, {}, { expect: expected })).toEqual(["simulated_approval"]);
  });

  test("measures the output, although the token emits the right event", async () => {
    const lying = await deployContract(chain.client, "LyingToken");
    await mint(lying, market as Hex, parseEther("1000"));
    const calls: WalletCall[] = [
      [tokenIn as Hex, encode("approve", market, usd("100"))],
      [market as Hex, encode("swap", tokenIn, usd("100"), lying, parseEther("100"), wallet)],
    ];
    const expected = { ...request, tokenOut: lying };
    expect(await findCodes(calls, {}, { expect: expected })).toEqual(["simulated_gain"]);
  });

  test("finds tokens of the receiver that are taken by the wallet's approval", async () => {
    const expected = { ...request, toAddress: friend };
    await chain.client.impersonateAccount({ address: friend });
    await chain.client.setBalance({ address: friend, value: parseEther("1") });
    await mint(other as Hex, friend, 10n);
    const hash = await chain.client.sendTransaction({
      account: friend,
      to: other as Hex,
      data: encode("approve", wallet, maxUint256),
    });
    await chain.client.waitForTransactionReceipt({ hash });
    const codesOf = (to: Hex, amount: bigint) => {
      const pulled = encode("transferFrom", friend, to, amount);
      const calls: WalletCall[] = [...swap("100", friend), [other as Hex, pulled]];
      return findCodes(calls, {}, { expect: expected });
    };
    expect(await codesOf(stranger, 10n)).toEqual(["simulated_loss"]);
    expect(await codesOf(wallet, 1n)).toEqual(["simulated_loss"]);
    expect(await codesOf(stranger, 0n)).toEqual([]);
  });

  test("finds NFTs that are sent or approved", async () => {
    const nft = await deployContract(chain.client, "Nft");
    await mint(nft, wallet, 7n);
    await mint(nft, wallet, 8n);
    const codesOf = (data: Hex, options = {}) => findCodes([...swap(), [nft, data]], {}, options);
    expect(await codesOf(encode("transferFrom", wallet, stranger, 7n))).toEqual(["simulated_loss"]);
    expect(await codesOf(encode("approve", stranger, 7n))).toEqual(["simulated_approval"]);
    const approveAll = encode("setApprovalForAll", stranger, true);
    expect(await codesOf(approveAll)).toEqual(["simulated_approval"]);
    expect(await codesOf(approveAll, { approvals: [stranger] })).toEqual([]);
  });

  test("finds tokens of a contract with many that are sent alone or in a batch", async () => {
    const tokens = await deployContract(chain.client, "MultiToken");
    for (const id of [1n, 2n]) await send(tokens, encodeWithId("mint", wallet, id, 10n));
    const codesOf = (data: Hex) => findCodes([...swap(), [tokens, data]]);
    expect(await codesOf(encodeWithId("transfer", stranger, 1n, 3n))).toEqual(["simulated_loss"]);
    const batch = encodeWithId("transferBatch", stranger, [1n, 2n], [3n, 4n]);
    expect(await codesOf(batch)).toEqual(["simulated_loss", "simulated_loss"]);
  });

  test("finds an approval that a permit contract stores", async () => {
    const permits = await deployContract(chain.client, "Permits");
    const data = encodeWithId("approve", tokenIn, stranger, 5n, 2_000_000_000);
    const { problems, approvals } = await simulate([...swap(), [permits, data]]);
    expect(problems.map(({ code }) => code)).toEqual(["simulated_approval"]);
    expect(approvals).toMatchObject([{ spender: stranger, isAllowed: false }]);
  });

  test("finds a withdrawal of the wallet's deposit in the EntryPoint", async () => {
    const depositAbi = parseAbi([
      "function depositTo(address account) payable",
      "function withdrawTo(address account, uint256 amount)",
    ]);
    const hash = await chain.client.sendTransaction({
      to: entryPoint08Address,
      value: 1_000n,
      data: encodeFunctionData({ abi: depositAbi, functionName: "depositTo", args: [wallet] }),
    });
    await chain.client.waitForTransactionReceipt({ hash });
    const data = encodeFunctionData({
      abi: depositAbi,
      functionName: "withdrawTo",
      args: [stranger, 1_000n],
    });
    expect(await findCodes([...swap(), [entryPoint08Address, data]])).toEqual(["simulated_loss"]);
  });

  test("finds gas above the stated maximum if no paymaster pays", async () => {
    const own = { paymaster: undefined };
    const stated = { estimatedGasFees: { maxGasFeeNative: "0.01", maxGasFeeToken: "3" } as never };
    // The request pays the gas in a token.
    expect(await findCodes(swap(), stated, {}, own)).toEqual(["simulated_gas"]);
    expect(await findCodes(swap(), stated, { maxGasFee: "3" }, own)).toEqual(["simulated_loss"]);
    const greedy = { ...own, preVerificationGas: 10n ** 18n };
    expect(await findCodes(swap(), stated, {}, greedy)).toEqual(["simulated_loss"]);
    expect(await findCodes(swap(), {}, {}, own)).toEqual(["simulated_gas"]);
  });

  test("runs the operation with its own gas limit", async () => {
    // Succeeds only with more than 5,000,000 gas.
    const bytecode: Hex = "0x5a624c4b4010600e5760006000fd5b00";
    const probe: Hex = "0x9a50000000000000000000000000000000000001";
    await chain.client.setCode({ address: probe, bytecode });
    const calls: WalletCall[] = [...swap(), [probe, "0x"]];
    expect(await findCodes(calls)).toEqual(["simulated_revert"]);
    expect(await findCodes(calls, {}, {}, { callGasLimit: 8_000_000n })).toEqual([]);
  });
});
