import {
  decodeFunctionData,
  ExecutionRevertedError,
  encodeFunctionResult,
  erc20Abi,
  isAddress,
} from "viem";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Hex } from "../../shared/patterns.js";
import { entryPoint } from "../operations/user-operation.js";
import { findToken, type KnownToken } from "../world/catalogue.js";
import { getBalanceAt, getSupplyAt } from "./chain-balances.js";
import { type ChainView, createParamsError } from "./chain-view.js";
import { toUint256 } from "./to-uint256.js";

/** A token with a contract, which a chain's coin does not have. */
export function findContract(chainId: number, address: unknown): KnownToken | undefined {
  const token = findToken(chainId, String(address));
  return token?.address === nativeToken ? undefined : token;
}

interface Call {
  readonly to?: unknown;
  readonly data?: Hex;
  readonly input?: Hex;
}

/**
 * Calls the contract of a token, or the EntryPoint. An address without a contract returns nothing,
 * as on a chain.
 */
export function callToken(view: ChainView, call: unknown, number: number): Hex {
  const { to, input, data = input ?? "0x" } = (call ?? {}) as Call;
  if (!isAddress(String(to), { strict: false }))
    throw createParamsError("eth_call needs the address of a token as `to`");
  const token = findContract(view.chainId, to);
  const isEntryPoint = String(to).toLowerCase() === entryPoint;
  if (!token && !isEntryPoint) return "0x";
  const { functionName, args } = decode(data);
  const encode = (result: unknown) =>
    encodeFunctionResult({ abi: erc20Abi, functionName, result } as never);
  if (!token) {
    // No wallet has a deposit there.
    if (functionName === "balanceOf") return encode(0n);
    throw createRevert(functionName);
  }
  if (functionName === "decimals") return encode(token.decimals);
  if (functionName === "symbol") return encode(token.symbol);
  if (functionName === "name") return encode(token.name);
  if (functionName === "balanceOf")
    return encode(toUint256(getBalanceAt(view, token.asset, args?.[0] as string, number)));
  if (functionName === "totalSupply")
    return encode(toUint256(getSupplyAt(view, token.asset, number)));
  // The sandbox books no approvals.
  if (functionName === "allowance") return encode(0n);
  throw createRevert(functionName);
}

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi: erc20Abi, data });
  } catch {
    throw createRevert(data.slice(0, 10));
  }
}

function createRevert(called: string): ExecutionRevertedError {
  return new ExecutionRevertedError({ message: `the sandbox's tokens do not have ${called}` });
}
