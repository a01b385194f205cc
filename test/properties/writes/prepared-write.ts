import { privateKeyToAccount } from "viem/accounts";
import type { EndpointName } from "../../../src/contract/endpoints.js";
import type { Client } from "../../../src/index.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
import type { World } from "../../../src/sandbox/world/world.js";
import { factory, usdc } from "../../sandbox/open-sandbox.js";

export const owner = privateKeyToAccount(
  "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
);

export interface CallOptions {
  readonly signal: AbortSignal;
}

type Matches = (method: string, path: string, body: string) => boolean;

/** One write, before it is sent. */
export interface PreparedWrite {
  /** Unique in its plan. */
  readonly key: string;
  /** Also signs and executes what the call returned, if the call only prepares an operation. */
  readonly send: (client: Client, options: CallOptions) => PromiseLike<unknown>;
  /**
   * Follows the `lookup` of the error. Returns whether the write was executed, or throws if a
   * request failed. Absent if no call shows the outcome, so that `lookup` is a question to the
   * service.
   */
  readonly lookup?: (client: Client) => Promise<boolean>;
  /** Whether `lookup` says that sending the write again is safe now and shows its outcome. */
  readonly canRetry?: () => boolean;
  /** Whether a request is this write. */
  readonly matches: Matches;
  /** Whether a request that the service accepts executes the write. Default: `matches`. */
  readonly executes?: Matches;
  /** Whether the state of the sandbox shows the write. */
  readonly isDone: (world: World) => boolean;
}

export interface Scene {
  readonly sandbox: Sandbox;
  /** Not affected by faults. */
  readonly client: Client;
}

/** `n` is unique in a run. */
export type Prepare = (scene: Scene, n: number) => Promise<PreparedWrite>;

/** The writes of a domain, by operation. */
export type Writes = Readonly<Partial<Record<EndpointName, Prepare>>>;

/** Registers a wallet of its own for a write, with 1,000 USDC on Polygon. */
export async function registerWallet({ client, sandbox }: Scene, salt: number) {
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
    salt,
  });
  sandbox.fund({ account: wallet.walletAddress, chainId: 137, token: usdc, amount: "1000" });
  return wallet.walletAddress;
}

export async function executeHash({ client }: Scene, userOperationHash: `0x${string}`) {
  const signature = await owner.signMessage({ message: { raw: userOperationHash } });
  await client.operations.execute({ userOperationHash, signature });
}

export const isExecutionOf = (path: string, body: string, hash: string) =>
  path.endsWith("/execute-user-op") && body.includes(hash);
