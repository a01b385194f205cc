import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  concat,
  createTestClient,
  createWalletClient,
  getContractAddress,
  type Hex,
  http,
  pad,
  publicActions,
  walletActions,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { killOnExit, stop, waitForOutput } from "./child.js";

const installed = (path: string) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));

/** The first of anvil's published accounts, funded on a new chain. It relays transactions. */
export const relayer = privateKeyToAccount(
  "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
);

/**
 * The second account, which is under test. The node has its key too and signs over JSON-RPC, as a
 * browser wallet does.
 */
export const owner = privateKeyToAccount(
  "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
);

/** Starts a new chain on a free loopback port, with the rules of the Prague fork (EIP-7702). */
export async function startChain() {
  const child = spawn(
    installed("@foundry-rs/anvil-linux-amd64/bin/anvil"),
    ["--hardfork", "prague", "--host", "127.0.0.1", "--port", "0"],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  killOnExit(child);
  const [, port] = await waitForOutput(child, /Listening on 127\.0\.0\.1:(\d+)/);
  const url = `http://127.0.0.1:${port}`;
  const client = createTestClient({
    account: relayer,
    chain: foundry,
    mode: "anvil",
    transport: http(url),
    pollingInterval: 10,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
  const wallet = createWalletClient({
    account: owner.address,
    chain: foundry,
    transport: http(url),
  });
  return { url, client, wallet, stop: () => stop(child) };
}

export type Chain = Awaited<ReturnType<typeof startChain>>;
export type ChainClient = Chain["client"];

export type EntryPointVersion = "06" | "07" | "08";

/** Reads a compiled contract of @account-abstraction/contracts. */
export function artifact(version: EntryPointVersion, name: string): { bytecode: Hex } {
  return JSON.parse(
    readFileSync(installed(`entry-point-${version}/artifacts/${name}.json`), "utf8"),
  );
}

/** The salts of the EntryPoints on the public chains, for the common CREATE2 deployer. */
const salts: Record<EntryPointVersion, Hex> = {
  "06": pad("0x"),
  "07": "0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3",
  "08": "0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9",
};

/**
 * Deploys the EntryPoint as on the public chains. The address depends on the code, so only the same
 * code gets it.
 */
export async function deployEntryPoint(
  client: ChainClient,
  version: EntryPointVersion,
): Promise<Hex> {
  const deployer = "0x4e59b44847b379578588920cA78FbF26c0B4956C";
  const { bytecode } = artifact(version, "EntryPoint");
  const hash = await client.sendTransaction({
    to: deployer,
    data: concat([salts[version], bytecode]),
  });
  await client.waitForTransactionReceipt({ hash });
  return getContractAddress({ opcode: "CREATE2", from: deployer, salt: salts[version], bytecode });
}

export async function deploy(client: ChainClient, bytecode: Hex): Promise<Hex> {
  const hash = await client.sendTransaction({ data: bytecode });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error("the receipt has no contract address");
  return contractAddress;
}
