import { useQuery } from "@tanstack/react-query";
import { useApp } from "../../app/AppContext";
import { type PositionTerms, positionMark, readTerms } from "../../app/position-mark";

/** A position that the wallet holds. */
export interface Position extends PositionTerms {
  tokenId: string;
  /** Such as "USDC / WETH". */
  pair: string;
}

/**
 * Returns the positions that were opened in this page: the NFTs of the wallet whose operation has
 * the terms in its metadata.
 */
export function usePositions(walletAddress: string) {
  const { client, queries } = useApp();
  const portfolio = useQuery(queries.wallets.portfolio(walletAddress, { includeNFTs: true }));
  const held = portfolio.data?.nfts?.map(({ tokenId }) => tokenId) ?? [];
  const history = useQuery({
    queryKey: [...queries.keys("wallets.history"), { walletAddress, held }],
    enabled: portfolio.isSuccess,
    queryFn: async ({ signal }) => {
      const found = held.map(async (tokenId): Promise<Position[]> => {
        const query = { nftNumber: tokenId };
        const { items } = await client.wallets.history(walletAddress, query, { signal });
        const record = items.find(
          ({ metadata }) => metadata?.[positionMark.metadataKey] === positionMark.metadataValue,
        );
        if (!record) return [];
        const terms = readTerms(record);
        return [{ ...terms, tokenId, pair: `${terms.token0.symbol} / ${terms.token1.symbol}` }];
      });
      return (await Promise.all(found)).flat();
    },
  });
  return {
    positions: history.data ?? [],
    error: portfolio.error ?? history.error,
    isPending: portfolio.isPending || history.isPending,
  };
}
