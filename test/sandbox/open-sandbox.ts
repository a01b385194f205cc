import { privateKeyToAccount } from "viem/accounts";
import { expect, onTestFinished } from "vitest";
import { type Client, type ClientOptions, createClient } from "../../src/client.js";
import type { Drift } from "../../src/index.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.js";
import type { World } from "../../src/sandbox/world/world.js";
import { inBrowser } from "../support/in-browser.js";

export const owner = privateKeyToAccount(
  "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
);
export const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";
export const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
export const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";

/** A client with strict validation and without retries, for Node and browsers. */
export function createSandboxClient(sandbox: Sandbox, options: ClientOptions = {}): Client {
  const { baseUrl, apiKey, fetch } = sandbox;
  const settings: ClientOptions = {
    baseUrl,
    apiKey,
    fetch,
    validation: "strict",
    retry: false,
    logLevel: "off",
  };
  return createClient({ ...settings, dangerouslyAllowBrowser: inBrowser, ...options });
}

/** The start of the clock in tests, so that their times are reproducible. */
export const testStart = Date.UTC(2026, 0, 1);

/** A sandbox with a strict client. Any schema drift fails the test. */
export function openSandbox(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: testStart, ...options });
  const drifts: Drift[] = [];
  const client = createSandboxClient(sandbox, { onDrift: (drift) => drifts.push(drift) });
  /** For tests that share the sandbox of another one. */
  const failOnDrift = () => onTestFinished(() => expect(drifts).toEqual([]));
  failOnDrift();
  return { sandbox, client, failOnDrift };
}

/** Registers a wallet and funds it on Polygon. Returns its address. */
async function registerFunded({ sandbox, client }: ReturnType<typeof openSandbox>) {
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
  });
  const address = wallet.walletAddress;
  sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "10000" });
  sandbox.fund({ account: address, chainId: 137, token: weth, amount: "4" });
  return address;
}

async function createFunded() {
  const opened = openSandbox();
  const address = await registerFunded(opened);
  return { address, snapshot: opened.sandbox.snapshot() };
}
let funded: ReturnType<typeof createFunded> | undefined;

/** Restores the state that hundreds of tests start with. It is created once. */
async function restoreFunded({ sandbox }: ReturnType<typeof openSandbox>) {
  funded ??= createFunded();
  const { address, snapshot } = await funded;
  sandbox.restore(snapshot);
  return address;
}

/**
 * A sandbox with a registered wallet that is funded on Polygon. Without options, its `requests` do
 * not have the registration.
 */
export async function openWallet(options: SandboxOptions = {}) {
  const opened = openSandbox(options);
  const { sandbox, client, failOnDrift } = opened;
  const isPlain = Object.keys(options).length === 0;
  const address = await (isPlain ? restoreFunded(opened) : registerFunded(opened));
  const execute = async (userOperationHash: `0x${string}`) => {
    const signature = await owner.signMessage({ message: { raw: userOperationHash } });
    await client.operations.execute({ userOperationHash, signature });
    sandbox.advance(60_000);
    const { items } = await client.wallets.history(address, { userOperationHash }).firstPage();
    expect(items).toHaveLength(1);
    return items[0] as (typeof items)[number];
  };
  const held = async (token: string) => {
    const { tokens } = await client.wallets.portfolio(address);
    return Number(tokens?.find((balance) => balance.address === token)?.balanceFormatted ?? "0");
  };
  return { sandbox, client, failOnDrift, address, execute, held };
}

/** Executes operations one after the other and returns their final statuses. */
export async function executeAll(
  opened: Awaited<ReturnType<typeof openWallet>>,
  hashes: readonly `0x${string}`[],
): Promise<string[]> {
  const { client, sandbox, address } = opened;
  const statuses: string[] = [];
  for (const userOperationHash of hashes) {
    await client.operations.execute({
      userOperationHash,
      signature: await owner.signMessage({ message: { raw: userOperationHash } }),
    });
    sandbox.advance(5_000);
    statuses.push(
      (await client.wallets.history(address, { userOperationHash }).firstPage()).items[0]
        ?.status as string,
    );
  }
  return statuses;
}

/** Reads or changes the state of a sandbox directly. */
export function inWorld<T>(sandbox: Sandbox, look: (world: World) => T): T {
  const world = sandbox.snapshot() as unknown as World;
  const result = look(world);
  sandbox.restore(world as never);
  return result;
}

/** Intercepts each request. A returned `Response` replaces the sandbox's response. */
export function interceptRequests(
  look: (request: Request) => unknown,
  sandbox: Sandbox,
): Sandbox["fetch"] {
  return async (request) => {
    const replacement = await look(request);
    return replacement instanceof Response ? replacement : sandbox.fetch(request);
  };
}
