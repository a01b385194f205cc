import {
  createPublicClient,
  custom,
  MethodNotFoundRpcError,
  numberToHex,
  type PublicClient,
} from "viem";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { evmAddressPattern } from "../../shared/patterns.js";
import { entryPoint } from "../operations/user-operation.js";
import { evmChains } from "../world/catalogue.js";
import { toAssetKey } from "../world/ledger.js";
import { findEntry } from "../world/state.js";
import type { World } from "../world/world.js";
import { callToken, findContract } from "./call-token.js";
import { getBalanceAt } from "./chain-balances.js";
import { filterLogs } from "./chain-logs.js";
import { describeBlock, describeReceipt, describeTransaction } from "./chain-records.js";
import {
  type ChainView,
  createParamsError,
  findBlockNumber,
  findTransactionNumber,
  getBlockNumber,
  readBlockNumber,
  viewChain,
} from "./chain-view.js";
import { toUint256 } from "./to-uint256.js";

type Method = (view: ChainView, params: readonly unknown[]) => unknown;

const methods: Readonly<Record<string, Method>> = {
  eth_chainId: ({ chainId }) => numberToHex(chainId),
  eth_blockNumber: ({ blocks }) => numberToHex(blocks.length),
  eth_getBlockByNumber: (view, [block, isFull]) =>
    describeIfKnown(view, readBlockNumber(view, block), isFull),
  eth_getBlockByHash: (view, [hash, isFull]) =>
    describeIfKnown(view, findBlockNumber(view, hash), isFull),
  eth_getTransactionByHash: (view, [hash]) => findTransaction(view, hash, describeTransaction),
  eth_getTransactionReceipt: (view, [hash]) => findTransaction(view, hash, describeReceipt),
  eth_getLogs: (view, [filter]) => filterLogs(view, filter),
  eth_getBalance(view, [address, block]) {
    if (!evmAddressPattern.test(String(address)))
      throw createParamsError(`expected an address, got ${quoteValue(address)}`);
    const coin = toAssetKey(view.chainId, nativeToken);
    const number = getBlockNumber(view, block);
    return numberToHex(toUint256(getBalanceAt(view, coin, String(address), number)));
  },
  eth_getCode: ({ chainId, world }, [address]) =>
    hasCode(world, chainId, String(address).toLowerCase()) ? "0x01" : "0x",
  eth_call: (view, [call, block]) => callToken(view, call, getBlockNumber(view, block)),
};

function describeIfKnown(view: ChainView, number: number | undefined, isFull: unknown) {
  return number === undefined ? null : describeBlock(view, number, isFull === true);
}

function findTransaction<Result>(
  view: ChainView,
  hash: unknown,
  describe: (view: ChainView, number: number, block: ChainView["blocks"][number]) => Result,
): Result | null {
  const number = findTransactionNumber(view, hash);
  const block = number === undefined ? undefined : view.blocks[number - 1];
  return number === undefined || !block ? null : describe(view, number, block);
}

/** Whether there is a contract now. The sandbox does not keep when a wallet was deployed. */
function hasCode(world: World, chainId: number, address: string): boolean {
  const isDeployed = findEntry(world.wallets, address)?.deployed.includes(chainId) ?? false;
  return isDeployed || address === entryPoint || findContract(chainId, address) !== undefined;
}

/** A viem client over what a sandbox has booked on one chain. */
export function createNode(chainId: number, getWorld: () => World): PublicClient {
  if (!evmChains.some((known) => known === chainId))
    throw new ConfigurationError(
      `node: the sandbox has no EVM chain ${quoteValue(chainId)}. Use one of ${evmChains.join(", ")}.`,
    );
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const run = findEntry(methods, method);
    if (run) return run(viewChain(getWorld(), chainId), Array.isArray(params) ? params : []);
    const known = Object.keys(methods).join(", ");
    throw new MethodNotFoundRpcError(
      new ConfigurationError(
        `node: the sandbox has no method ${quoteValue(method)}. Use ${known}.`,
      ),
      { method },
    );
  };
  return createPublicClient({
    // A later read must see a later operation.
    cacheTime: 0,
    pollingInterval: 100,
    transport: custom({ request }, { name: "Sandbox", retryCount: 0 }),
  });
}
