import { type ChainId, chainNames, type EvmChainId } from "bursar";

/**
 * A token with the name that this page shows. The service's name is not used: any token can be
 * named USDC.
 */
export interface KnownToken {
  chainId: EvmChainId;
  address: `0x${string}`;
  symbol: string;
  name: string;
  decimals: number;
}

export const knownTokens: readonly KnownToken[] = [
  {
    chainId: 137,
    address: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
    symbol: "USDC",
    name: "USD Coin",
    decimals: 6,
  },
  {
    chainId: 137,
    address: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
    symbol: "WETH",
    name: "Wrapped Ether",
    decimals: 18,
  },
  {
    chainId: 137,
    address: "0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6",
    symbol: "WBTC",
    name: "Wrapped Bitcoin",
    decimals: 8,
  },
  {
    chainId: 137,
    address: "0x4ed141110f6eeeaba9a1df36d8c26f684d2475dc",
    symbol: "BRZ",
    name: "Brazilian Digital",
    decimals: 18,
  },
  {
    chainId: 8453,
    address: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    symbol: "USDC",
    name: "USD Coin",
    decimals: 6,
  },
  {
    chainId: 42161,
    address: "0xaf88d065e77c8cc2239327c5edb3a432268e5831",
    symbol: "USDC",
    name: "USD Coin",
    decimals: 6,
  },
  {
    chainId: 10,
    address: "0x0b2c639c533813f4aa9d7837caf62653d097ff85",
    symbol: "USDC",
    name: "USD Coin",
    decimals: 6,
  },
  {
    chainId: 1,
    address: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
    symbol: "USDC",
    name: "USD Coin",
    decimals: 6,
  },
];

export function findToken(
  chainId: number,
  address: string | null | undefined,
): KnownToken | undefined {
  return knownTokens.find(
    (token) => token.chainId === chainId && token.address === address?.toLowerCase(),
  );
}

/** Returns a key for a token and its chain, for select options. */
export function tokenKey({ chainId, address }: KnownToken): string {
  return `${chainId}:${address}`;
}

export function tokenOfKey(key: string): KnownToken {
  return knownTokens.find((token) => tokenKey(token) === key) ?? (knownTokens[0] as KnownToken);
}

export function tokenName(address: string, chainId: number): string | undefined {
  return findToken(chainId, address)?.symbol;
}

export function chainName(id: number | null | undefined): string {
  return chainNames[id as ChainId] ?? `Chain ${id ?? "unknown"}`;
}
