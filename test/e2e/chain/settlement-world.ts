import { readFileSync } from "node:fs";
import {
  concat,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  parseEther,
  parseUnits,
} from "viem";
import { foundry } from "viem/chains";
import { until } from "../../support/waiting.js";
import {
  deploy,
  deployEntryPoint,
  type EntryPointVersion,
  relayer,
  startChain,
} from "./evm-node.js";

/** Compiled from `contracts/Contracts.sol`. */
const bytecodes: Readonly<Record<string, Hex>> = JSON.parse(
  readFileSync(new URL("contracts/contracts.json", import.meta.url), "utf8"),
);

export const abi = parseAbi([
  "struct Call { address target; uint256 value; bytes data; }",
  "function executeBatch(Call[] calls)",
  "function mint(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
  "function transfer(address to, uint256 value)",
  "function transferFrom(address from, address to, uint256 value)",
  "function setApprovalForAll(address operator, bool approved)",
  "function swap(address tokenIn, uint256 amount, address tokenOut, uint256 minimum, address to)",
  "function deposit()",
  "function withdraw(uint256 value)",
  "function depositTo(address account)",
  "function withdrawTo(address account, uint256 value)",
  "function getNonce(address sender, uint192 key) view returns (uint256)",
]);
/** Overloads of the functions above. */
const idAbi = parseAbi([
  "function mint(address to, uint256 id, uint256 value)",
  "function transfer(address to, uint256 id, uint256 value)",
  "function transferBatch(address to, uint256[] ids, uint256[] values)",
]);

export const encode = (functionName: (typeof abi)[number]["name"], ...args: unknown[]) =>
  encodeFunctionData({ abi, functionName, args } as never);
export const encodeWithId = (functionName: (typeof idAbi)[number]["name"], ...args: unknown[]) =>
  encodeFunctionData({ abi: idAbi, functionName, args } as never);

const oldOperation =
  "struct UserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }";
const newOperation =
  "struct UserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }";
const entryPointFunctions = [
  "function handleOps(UserOperation[] operations, address beneficiary)",
  "function getUserOpHash(UserOperation operation) view returns (bytes32)",
];
const oldAbi = parseAbi([oldOperation, ...entryPointFunctions]);
const newAbi = parseAbi([newOperation, ...entryPointFunctions]);

export const usd = (amount: string) => parseUnits(amount, 6);
export const ether = parseEther;
export const native: Hex = "0x0000000000000000000000000000000000000000";
export const thief: Hex = "0xbad0000000000000000000000000000000000001";
export const friend: Hex = "0xf41e4d0000000000000000000000000000000001";
export const versions: readonly EntryPointVersion[] = ["06", "07", "08"];

/** A call that the wallet makes. */
export type WalletCall = readonly [target: Hex, data: Hex, value?: bigint];

export interface OperationToSend {
  sender: Hex;
  calls: readonly WalletCall[];
  /** Without one, the wallet pays. */
  paymaster?: Hex | undefined;
}

const word = (high: bigint, low: bigint) =>
  concat([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })]);

/** Gas is generous: no operation may fail for want of it. */
const limits = { validation: 500_000n, call: 1_500_000n, fee: 2_000_000_000n, tip: 1n };

/** An operation in the struct of its EntryPoint. */
function pack(version: EntryPointVersion, operation: OperationToSend, nonce: bigint) {
  const { sender, calls, paymaster } = operation;
  const list = calls.map(([target, data, value = 0n]) => ({ target, data, value }));
  const { validation, call, fee, tip } = limits;
  const common = {
    sender,
    nonce,
    initCode: "0x",
    callData: encode("executeBatch", list),
    preVerificationGas: 50_000n,
    signature: "0x",
  };
  const paymasterAndData = paymaster ?? "0x";
  if (version === "06")
    return {
      ...common,
      callGasLimit: call,
      verificationGasLimit: validation,
      maxFeePerGas: fee,
      maxPriorityFeePerGas: tip,
      paymasterAndData,
    };
  return {
    ...common,
    accountGasLimits: word(validation, call),
    gasFees: word(tip, fee),
    paymasterAndData: paymaster ? concat([paymaster, word(validation, validation)]) : "0x",
  };
}

/** Starts a chain with all EntryPoints, a market, tokens, and wallets that own some of each. */
export async function createWorld() {
  const chain = await startChain();
  const { client } = chain;
  /**
   * Not `waitForTransactionReceipt`, which waits for another block if the receipt is not there at
   * once. This chain has no other block.
   */
  const assertSent = async (hash: Hex, message: string) => {
    let status: string | undefined;
    await until(async () => {
      status = await client.getTransactionReceipt({ hash }).then(
        (receipt) => receipt.status,
        () => undefined,
      );
      return status !== undefined;
    }, "a receipt");
    if (status !== "success") throw new Error(message);
  };
  const send = async (to: Hex, data: Hex, more: { account?: Hex; value?: bigint } = {}) => {
    const account = more.account ?? client.account.address;
    const hash = await client.sendTransaction({ ...more, account, to, data });
    await assertSent(hash, `a preparation failed: ${data}`);
  };
  const deployContract = (name: string, argument?: number | Hex) => {
    const value = typeof argument === "number" ? numberToHex(argument) : argument;
    return deploy(client, concat([bytecodes[name] as Hex, value ? pad(value) : "0x"]));
  };
  const entryPoints = {} as Record<EntryPointVersion, Hex>;
  for (const version of versions) entryPoints[version] = await deployEntryPoint(client, version);
  const dollar = await deployContract("Token", 6);
  const world = {
    ...chain,
    send,
    entryPoints,
    dollar,
    coin: await deployContract("Token", 18),
    other: await deployContract("Token", 18),
    feeDollar: await deployContract("FeeToken", 6),
    feeCoin: await deployContract("FeeToken", 18),
    wrapped: await deployContract("Wrapped"),
    nft: await deployContract("Nft"),
    multi: await deployContract("MultiToken"),
    market: await deployContract("Market"),
    wallet: await deployContract("Wallet"),
    neighbour: await deployContract("Wallet"),
    paymaster: await deployContract("TokenPaymaster", dollar),
  };
  const { coin, other, feeDollar, feeCoin, wrapped, nft, multi } = world;
  const { market, wallet, neighbour, paymaster } = world;
  const wallets = [wallet, neighbour];
  for (const address of [...wallets, market, wrapped])
    await client.setBalance({ address, value: ether("1000") });
  for (const address of [...wallets, market]) {
    for (const token of [dollar, feeDollar])
      await send(token, encode("mint", address, usd("1000")));
    for (const token of [coin, other, feeCoin, wrapped])
      await send(token, encode("mint", address, ether("1000")));
  }
  for (const id of [7n, 8n]) await send(nft, encode("mint", wallet, id));
  for (const id of [1n, 2n]) await send(multi, encodeWithId("mint", wallet, id, 10n));
  for (const version of versions)
    for (const address of [paymaster, wallet])
      await send(entryPoints[version], encode("depositTo", address), { value: ether("1") });
  // The paymaster charges both wallets, and the neighbour may move the wallet's dollars.
  for (const address of wallets) {
    await client.impersonateAccount({ address });
    await send(dollar, encode("approve", paymaster, usd("1000000")), { account: address });
  }
  await send(dollar, encode("approve", neighbour, usd("1000000")), { account: wallet });

  /** Sends a bundle in its own block. Returns the transaction and the hash of each operation. */
  async function sendBundle(version: EntryPointVersion, operations: readonly OperationToSend[]) {
    const address = entryPoints[version];
    const entryPoint = { address, abi: version === "06" ? oldAbi : newAbi };
    const packed = await Promise.all(
      operations.map(async (operation, i) => {
        const args = [operation.sender, BigInt(i)] as const;
        const call = { address, abi, functionName: "getNonce", args } as const;
        return pack(version, operation, await client.readContract(call));
      }),
    );
    const hashes = await Promise.all(
      packed.map((each) =>
        client.readContract({
          ...entryPoint,
          functionName: "getUserOpHash",
          args: [each],
        } as never),
      ),
    );
    const hash = await client.writeContract({
      ...entryPoint,
      functionName: "handleOps",
      args: [packed, relayer.address],
      gas: 15_000_000n,
    } as never);
    await assertSent(hash, "the EntryPoint refused the bundle");
    return { transactionHash: hash, hashes: hashes as Hex[] };
  }

  return { ...world, sendBundle, chainId: foundry.id };
}

export type World = Awaited<ReturnType<typeof createWorld>>;
