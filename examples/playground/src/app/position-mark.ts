import type { Address, EvmChainId, LiquidityPool, Metadata, Transaction } from "bursar";

/** The metadata that marks the operations that open a position. */
export const positionMark = { metadataKey: "kind", metadataValue: "position" } as const;

/** The terms of a position that the portfolio does not contain. */
export interface PositionTerms {
  chainId: EvmChainId;
  token0: { address: Address; symbol: string };
  token1: { address: Address; symbol: string };
  feePercent: number;
  minPrice: number;
  maxPrice: number;
}

/** Returns the terms of a position in a pool. */
export function termsOfPool(
  { chain, tokens, fee }: LiquidityPool,
  range: { min: number; max: number },
): PositionTerms {
  const [token0, token1] = [0, 1].map((i) => ({
    address: tokens?.[i]?.address as Address,
    symbol: tokens?.[i]?.symbol ?? "?",
  })) as [PositionTerms["token0"], PositionTerms["token1"]];
  return {
    chainId: chain?.id as EvmChainId,
    token0,
    token1,
    feePercent: fee as number,
    minPrice: range.min,
    maxPrice: range.max,
  };
}

/** Writes the terms into the metadata of an operation. */
export function toMetadata(terms: PositionTerms): Metadata {
  const { chainId, token0, token1, feePercent, minPrice, maxPrice } = terms;
  return {
    [positionMark.metadataKey]: positionMark.metadataValue,
    token0: `${token0.symbol} ${token0.address}`,
    token1: `${token1.symbol} ${token1.address}`,
    chainId: String(chainId),
    feePercent: String(feePercent),
    minPrice: String(minPrice),
    maxPrice: String(maxPrice),
  };
}

/** Reads the terms from the metadata of a record. */
export function readTerms({ metadata }: Pick<Transaction, "metadata">): PositionTerms {
  const number = (field: string) => Number(metadata?.[field]);
  const token = (field: string) => {
    const [symbol = "?", address = ""] = String(metadata?.[field] ?? "").split(" ");
    return { symbol, address: address as Address };
  };
  return {
    chainId: number("chainId") as EvmChainId,
    token0: token("token0"),
    token1: token("token1"),
    feePercent: number("feePercent"),
    minPrice: number("minPrice"),
    maxPrice: number("maxPrice"),
  };
}
