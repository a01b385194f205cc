import { concat, type Hex, maxUint256, pad, parseAbi, parseEther, parseUnits } from "viem";
import { entryPoint08Address } from "viem/account-abstraction";
import { foundry } from "viem/chains";
import type { MarketSwapRequest, SwapQuote } from "../../../src/contract/swap/records.js";
import {
  problemSeverities,
  type ReviewProblemCode,
  type SigningProblemCode,
} from "../../../src/shared/problem-codes.js";
import {
  type HashedOperation,
  hashTypedData,
  type OperationChanges,
  type SignOperationOptions,
  type SignQuoteOptions,
} from "../../../src/signing/index.js";
import { type Operation, typedDataOf } from "./entry-point.js";
import { artifact, deploy, deployEntryPoint, owner, startChain } from "./evm-node.js";
import {
  createOperation,
  createQuote,
  createRequest,
  deployContract,
  encode,
  encodeWithId,
  type WalletCall,
} from "./market.js";

export const stranger: Hex = "0xbad0000000000000000000000000000000000001";
export const friend: Hex = "0xf41e4d0000000000000000000000000000000001";
/** The one of `createOperation`. */
export const paymaster: Hex = "0x00000000000000000000000000000000000000fe";
export const native: Hex = "0x0000000000000000000000000000000000000000";
const permits: Hex = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

export const usd = (amount: string) => parseUnits(amount, 6);
export const ether = parseEther;

export const reviewCodes = Object.entries(problemSeverities).flatMap(([code, severity]) =>
  severity === "review" ? [code as ReviewProblemCode] : [],
);

const factoryAbi = parseAbi([
  "function getAddress(address owner, uint256 salt) view returns (address)",
  "function senderCreator() view returns (address)",
]);

/**
 * Starts a chain with a market, tokens and a deployed wallet. Its owner is another account, which
 * approved the wallet, as `friend` did.
 */
export async function createWorld() {
  const chain = await startChain();
  const { client } = chain;
  const send = async (to: Hex, data: Hex, account: Hex = client.account.address) => {
    const hash = await client.sendTransaction({ account, to, data });
    const { status } = await client.waitForTransactionReceipt({ hash });
    if (status !== "success") throw new Error(`a preparation failed: ${data}`);
  };
  await deployEntryPoint(client, "08");
  const entryPoint = pad(entryPoint08Address);
  const delegate = await deploy(client, artifact("08", "Simple7702Account").bytecode);
  const account = concat([artifact("08", "SimpleAccount").bytecode, entryPoint]);
  const code = concat([artifact("08", "SimpleAccountFactory").bytecode, entryPoint]);
  const factory = await deploy(client, code);
  const read = { address: factory, abi: factoryAbi };
  const getWallet = (salt: bigint, of: Hex = owner.address) =>
    client.readContract({ ...read, functionName: "getAddress", args: [of, salt] });
  const wallet = await getWallet(0n);
  // The factory deploys only for this contract of the EntryPoint.
  const creator = await client.readContract({ ...read, functionName: "senderCreator" });
  for (const address of [creator, friend, wallet]) {
    await client.impersonateAccount({ address });
    await client.setBalance({ address, value: ether("1") });
  }
  await send(factory, encode("createAccount", owner.address, 0n), creator);

  const world = {
    ...chain,
    send,
    mint: (token: Hex, to: Hex, amount: bigint) => send(token, encode("mint", to, amount)),
    wallet,
    getWallet,
    factory,
    delegate,
    permits,
    implementation: await deploy(client, account),
    usd: await deployContract(client, "Token", 6),
    coin: await deployContract(client, "Token", 18),
    other: await deployContract(client, "Token", 18),
    silent: await deployContract(client, "SilentToken"),
    lying: await deployContract(client, "LyingToken"),
    hook: await deployContract(client, "HookToken"),
    blind: await deployContract(client, "BlindToken"),
    feeUsd: await deployContract(client, "FeeToken", 6),
    feeCoin: await deployContract(client, "FeeToken", 18),
    wrapped: await deployContract(client, "Wrapped"),
    nft: await deployContract(client, "Nft"),
    multi: await deployContract(client, "MultiToken"),
    market: await deployContract(client, "Market"),
    router: await deployContract(client, "Router"),
    modular: await deployContract(client, "ModularWallet", owner.address),
    thief: await deployContract(client, "OwnerThief"),
    splitter: await deployContract(client, "Splitter", stranger),
  };
  const bytecode = await client.getCode({ address: await deployContract(client, "Permits") });
  await client.setCode({ address: permits, bytecode: bytecode as Hex });
  const { market, modular, nft, multi, wrapped, other } = world;
  const holders = [wallet, modular, owner.address, friend, market];
  for (const address of [...holders, wrapped])
    await client.setBalance({ address, value: ether("1000") });
  const tokens = [world.coin, other, world.silent, world.lying, world.hook, world.feeCoin, wrapped];
  for (const holder of holders) {
    for (const token of [world.usd, world.feeUsd]) await world.mint(token, holder, usd("1000"));
    for (const token of tokens) await world.mint(token, holder, ether("1000"));
  }
  for (const id of [7n, 8n]) await world.mint(nft, wallet, id);
  await world.mint(nft, owner.address, 9n);
  for (const id of [1n, 2n]) await send(multi, encodeWithId("mint", wallet, id, 10n));
  await client.sendTransaction({
    to: entryPoint08Address,
    data: encode("depositTo", wallet),
    value: ether("1"),
  });
  for (const account of [owner.address, friend]) {
    await send(other, encode("approve", wallet, maxUint256), account);
    await send(nft, encode("setApprovalForAll", wallet, true), account);
  }
  return world;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** A market swap as a service states it, and the operation that it sends. */
export interface SwapCase {
  calls?: readonly WalletCall[];
  wallet?: Hex;
  request?: Partial<MarketSwapRequest>;
  quote?: Partial<SwapQuote>;
  operation?: Partial<Operation>;
  options?: Partial<SignQuoteOptions>;
}

/** Swaps by name, each with its fatal problem. */
export type HostileSwaps = Readonly<
  Record<string, readonly [SigningProblemCode, (w: World) => SwapCase | Promise<SwapCase>]>
>;

/** Swaps by name. */
export type HonestSwaps = Readonly<Record<string, (w: World) => SwapCase | Promise<SwapCase>>>;

/** Approves exactly 100 USD to the market and swaps it for `out`. */
export function swap(
  { usd: tokenIn, coin, market }: World,
  to: Hex,
  out = "100",
  { amount = usd("100"), tokenOut = coin } = {},
): WalletCall[] {
  return [
    [tokenIn, encode("approve", market, amount)],
    [market, encode("swap", tokenIn, amount, tokenOut, ether(out), to)],
  ];
}

export const sellNative = (w: World, amount: bigint): WalletCall[] => [
  [w.market, encode("swap", native, amount, w.coin, ether("100"), w.wallet), amount],
];

/** By default, an honest swap of 100 USD for at least 99 of `coin`. */
export function createSwap(world: World, row: SwapCase) {
  const wallet = row.wallet ?? world.wallet;
  const expect = createRequest(wallet, world.usd, world.coin, row.request);
  const calls = row.calls ?? swap(world, expect.toAddress as Hex);
  const operation = createOperation(wallet, calls, row.operation);
  const options: SignQuoteOptions = { expect, owner: owner.address, ...row.options };
  return { quote: createQuote(expect, operation, row.quote), operation, options };
}

/** An operation of `signOperation`, and what the caller states. */
export interface BatchCase {
  calls: readonly WalletCall[];
  changes?: OperationChanges;
  wallet?: Hex;
  operation?: Partial<Operation>;
  options?: Partial<SignOperationOptions>;
}

export function createBatch(world: World, row: BatchCase) {
  const walletAddress = row.wallet ?? world.wallet;
  const typedData = typedDataOf(createOperation(walletAddress, row.calls, row.operation));
  const userOperationHash = hashTypedData(typedData);
  const operation = { typedData, userOperationHash, walletAddress, chain: foundry.id };
  const stated = { chainId: foundry.id, walletAddress, changes: row.changes };
  const options: SignOperationOptions = { owner: owner.address, ...stated, ...row.options };
  return { operation: operation as unknown as HashedOperation, options };
}
