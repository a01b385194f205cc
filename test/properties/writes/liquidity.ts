import type {
  LiquidityEcho,
  LiquidityOperation,
} from "../../../src/contract/liquidity/operation-records.js";
import { type Client, hasSomethingToSign, type Transaction } from "../../../src/index.js";
import type { World } from "../../../src/sandbox/world/world.js";
import { usdc } from "../../sandbox/open-sandbox.js";
import { positionOf } from "../../sandbox/prepare.js";
import {
  type CallOptions,
  executeHash,
  isExecutionOf,
  type Prepare,
  type PreparedWrite,
  registerWallet,
  type Scene,
  type Writes,
} from "./prepared-write.js";

interface Result {
  readonly operation: LiquidityOperation | LiquidityEcho;
}

interface Change {
  readonly scene: Scene;
  readonly address: `0x${string}`;
  /** The path of the request below `/liquidity`. */
  readonly path: string;
  readonly call: (client: Client, options: CallOptions) => PromiseLike<Result>;
  /** The position, if it exists before the write. */
  readonly tokenId?: string;
  /** Whether a record of the history is the change. */
  readonly isChange: (record: Transaction & { previousNftNumber?: unknown }) => boolean;
}

/**
 * A call prepares an operation, and the position changes when the operation is signed and executed.
 * A caller that gets the operation does so at once. Each write has a wallet of its own.
 */
function describeChange(change: Change): PreparedWrite {
  const { scene, address, path: endOfPath, tokenId, isChange } = change;
  let hash: string | undefined;
  return {
    key: `liquidity${endOfPath} ${address}`,
    async send(client, options) {
      const { operation } = await change.call(client, options);
      if (!hasSomethingToSign(operation)) throw new TypeError("nothing to sign");
      hash = operation.userOperationHash;
      await executeHash(scene, operation.userOperationHash);
    },
    lookup: async (client) => {
      const query = tokenId === undefined ? {} : { nftNumber: tokenId };
      return (await client.wallets.history(address, query).toArray({ limit: 10 })).some(isChange);
    },
    matches: (method, path, body) =>
      method === "POST" && path.endsWith(`/v1/liquidity${endOfPath}`) && body.includes(address),
    executes: (_method, path, body) => hash !== undefined && isExecutionOf(path, body, hash),
    isDone: (world) => countExecuted(world, address) > (tokenId === undefined ? 0 : 1),
  };
}

const countExecuted = ({ operations }: World, address: string) =>
  Object.values(operations).filter(
    ({ wallet, state }) => wallet === address.toLowerCase() && state === "executed",
  ).length;

const amountIn = "100";

const prepareCreation =
  (method: "create" | "createWithSwap"): Prepare =>
  async (scene, n) => {
    const address = await registerWallet(scene, n);
    const request = { ...positionOf({ address }), amountIn };
    return describeChange({
      scene,
      address,
      path: method === "create" ? "/create" : "",
      call: (client, options) => client.liquidity[method](request, options),
      isChange: ({ type }) => type === "ADD_LIQUIDITY",
    });
  };

const prepareCreate = prepareCreation("create");
const prepareCreateWithSwap = prepareCreation("createWithSwap");

/** Longer than the settlement of an operation, and shorter than its lifetime. */
const untilSettled = 5_000;

async function openPosition(scene: Scene, n: number) {
  const address = await registerWallet(scene, n);
  const request = { ...positionOf({ address }), amountIn };
  const { operation } = await scene.client.liquidity.create(request);
  if (!hasSomethingToSign(operation)) throw new TypeError("nothing to sign");
  await executeHash(scene, operation.userOperationHash);
  scene.sandbox.advance(untilSettled);
  const { nfts } = await scene.client.wallets.portfolio(address, { includeNFTs: true });
  const tokenId = nfts?.[0]?.tokenId as string;
  return { address, tokenId, position: { walletAddress: address, chainId: 137 } as const };
}

const prepareRebalance: Prepare = async (scene, n) => {
  const { address, tokenId, position } = await openPosition(scene, n);
  const newPosition = { minPrice: 0.0003, maxPrice: 0.0007 };
  const request = { ...position, toAddress: address, tokenId, newPosition };
  return describeChange({
    scene,
    address,
    tokenId,
    path: "/rebalance",
    call: (client, options) => client.liquidity.rebalance(request, options),
    isChange: ({ type }) => type === "REBALANCE_LIQUIDITY",
  });
};

const prepareChange: Prepare = async (scene, n) => {
  const { address, tokenId, position } = await openPosition(scene, n);
  const gas = { payGasFeeToken: usdc, gasFeePaymentMethod: "ADD_TO_AMOUNT" } as const;
  const request = { ...position, ...gas, tokenId, change: { percentage: 25 } };
  return describeChange({
    scene,
    address,
    tokenId,
    path: "/change",
    call: (client, options) => client.liquidity.change(request, options),
    isChange: ({ type }) => type === "REMOVE_LIQUIDITY",
  });
};

const prepareCollect: Prepare = async (scene, n) => {
  const { address, tokenId, position } = await openPosition(scene, n);
  const request = { ...position, nftId: tokenId, payGasFeeToken: usdc } as const;
  return describeChange({
    scene,
    address,
    tokenId,
    path: "/collect",
    call: (client, options) => client.liquidity.collectFees(request, options),
    isChange: ({ type }) => type === "COLLECT_LIQUIDITY_FEES",
  });
};

export const liquidityWrites = {
  "liquidity.createWithSwap": prepareCreateWithSwap,
  "liquidity.create": prepareCreate,
  "liquidity.rebalance": prepareRebalance,
  "liquidity.change": prepareChange,
  "liquidity.collectFees": prepareCollect,
} satisfies Writes;
