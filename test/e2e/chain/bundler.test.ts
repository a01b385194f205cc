import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { encodeFunctionData, type Hex, http, parseSignature } from "viem";
import { createBundlerClient, entryPoint08Address } from "viem/account-abstraction";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { hashAuthorization } from "viem/utils";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signAuthorization, signTypedData } from "../../../src/signing/index.js";
import { killOnExit, stop, waitForOutput } from "./child.js";
import { executeAbi, gas, type Operation, oneEther, payee, typedDataOf } from "./entry-point.js";
import { artifact, type Chain, deploy, deployEntryPoint, owner, startChain } from "./evm-node.js";

const at = (path: string) => fileURLToPath(new URL(`bundler/${path}`, import.meta.url));

/** Starts the bundler on a free loopback port, with new, funded accounts. */
async function startBundler(chain: Chain, entryPoint: Hex) {
  const keys = [generatePrivateKey(), generatePrivateKey()] as const;
  for (const key of keys)
    await chain.client.setBalance({
      address: privateKeyToAccount(key).address,
      value: 1000n * oneEther,
    });
  const options = {
    entrypoints: entryPoint,
    "executor-private-keys": keys[0],
    "utility-private-key": keys[1],
    "rpc-url": chain.url,
    port: "0",
    "safe-mode": "false",
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const program = [at("node_modules/@pimlico/alto/esm/cli/alto.js"), "run", ...flags];
  const child = spawn(process.execPath, ["--import", at("loopback.mjs"), ...program], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  killOnExit(child);
  const [, port] = await waitForOutput(child, /Listening on 127\.0\.0\.1:(\d+)/);
  const client = createBundlerClient({
    chain: foundry,
    transport: http(`http://127.0.0.1:${port}`),
    pollingInterval: 50,
  });
  return { client, stop: () => stop(child) };
}

let chain: Chain;
let bundler: Awaited<ReturnType<typeof startBundler>>;
let implementation: Hex;

beforeAll(async () => {
  chain = await startChain();
  const entryPoint = await deployEntryPoint(chain.client, "08");
  implementation = await deploy(chain.client, artifact("08", "Simple7702Account").bytecode);
  bundler = await startBundler(chain, entryPoint);
});

afterAll(async () => {
  await bundler?.stop();
  await chain?.stop();
});

test("a bundler executes a wallet's first operation with its authorization, and rejects another signer's", async () => {
  const fields = { chainId: foundry.id, address: implementation, nonce: 0 };
  const signature = await signAuthorization({ ...fields, hash: hashAuthorization(fields) }, owner, {
    owner: owner.address,
    delegates: [implementation],
  });
  const { r, s, yParity } = parseSignature(signature);
  const authorization = { ...fields, r, s, yParity: yParity as number };
  const operation: Operation = {
    sender: owner.address,
    nonce: 0n,
    factory: "0x7702",
    authorization,
    callData: encodeFunctionData({
      abi: executeAbi,
      functionName: "execute",
      args: [payee, oneEther, "0x"],
    }),
    signature: "0x",
    ...gas,
  };
  const send = (signed: Operation) =>
    bundler.client.sendUserOperation({
      ...signed,
      entryPointAddress: entryPoint08Address,
    } as never);
  const typedData = typedDataOf(operation);

  const stranger = privateKeyToAccount(generatePrivateKey());
  await expect(
    send({ ...operation, signature: await signTypedData(typedData, stranger) }),
  ).rejects.toThrow(/AA24|signature/i);
  expect(await chain.client.getBalance({ address: payee })).toBe(0n);

  const hash = await send({
    ...operation,
    signature: await signTypedData(typedData, owner, { owner: owner.address }),
  });
  const { success } = await bundler.client.waitForUserOperationReceipt({ hash, timeout: 30_000 });
  expect(success).toBe(true);
  expect(await chain.client.getBalance({ address: payee })).toBe(oneEther);
});
