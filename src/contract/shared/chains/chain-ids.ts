/** The chain ids of the service, by chain name. */
export const chainIds = {
  arbitrum: 42161,
  avalanche: 43114,
  base: 8453,
  bnb: 56,
  ethereum: 1,
  gnosis: 100,
  optimism: 10,
  polygon: 137,
  xLayer: 196,
  bitcoin: 0,
} as const;

/** The nine EVM chains. */
export type EvmChainId = Exclude<ChainId, 0>;
/** The nine EVM chains and Bitcoin (0). */
export type ChainId = (typeof chainIds)[keyof typeof chainIds];
/** The chains on which fiat orders settle: Polygon, Arbitrum One, Base and Ethereum. */
export type FiatChainId = 137 | 42161 | 8453 | 1;

/** The token address that represents a chain's native coin. */
export const nativeToken = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
