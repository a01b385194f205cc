import { chainName } from "../../app/tokens";
import { Panel } from "../../ui/Panel";
import { Table } from "../../ui/Table";
import { plainNumber } from "../pools/range";
import { type Position, usePositions } from "./use-positions";

/** The price range in token1 per token0. */
export const rangeOf = ({ minPrice, maxPrice, token0, token1 }: Position) =>
  `${plainNumber(minPrice)} to ${plainNumber(maxPrice)} ${token1.symbol} per ${token0.symbol}`;

/** The positions of a wallet beside its tokens. Nothing is shown without one. */
export function PositionsPanel({ walletAddress }: { walletAddress: string }) {
  const { positions } = usePositions(walletAddress);
  if (positions.length === 0) return undefined;
  return (
    <Panel
      title="Positions"
      about="Liquidity in a price range. Its value is not in the total above."
      actions={
        <a className="button" href="#/positions">
          Manage the positions
        </a>
      }
    >
      <Table
        caption="Positions of the wallet"
        rows={positions}
        rowKey={({ tokenId }) => tokenId}
        columns={[
          {
            id: "pair",
            header: "Pool",
            cell: ({ pair, feePercent }) => (
              <span>
                <span className="strong">{pair}</span>{" "}
                <span className="muted small">{feePercent} %</span>
              </span>
            ),
          },
          { id: "chain", header: "Chain", cell: ({ chainId }) => chainName(chainId) },
          { id: "range", header: "Price range", cell: rangeOf },
          { id: "id", header: "Position", numeric: true, cell: ({ tokenId }) => tokenId },
        ]}
      />
    </Panel>
  );
}
