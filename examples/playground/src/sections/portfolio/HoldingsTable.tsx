import type { TokenBalance } from "bursar";
import { chainName, findToken } from "../../app/tokens";
import { Amount } from "../../ui/Amount";
import { Money } from "../../ui/Money";
import { Table } from "../../ui/Table";
import { TokenMark } from "../../ui/TokenMark";

/** The tokens of a wallet. */
export function HoldingsTable({ tokens }: { tokens: readonly TokenBalance[] }) {
  return (
    <Table
      caption="Tokens of the wallet"
      rows={tokens}
      rowKey={({ address, chain }) => `${chain?.id}:${address}`}
      columns={[
        {
          id: "token",
          header: "Token",
          cell: ({ address, symbol, chain }) => {
            const known = findToken(chain?.id ?? -1, address);
            const name = known?.symbol ?? symbol?.toUpperCase() ?? "?";
            return (
              <span className="row tight nowrap">
                <TokenMark symbol={name} />
                <span className="strong">{name}</span>
              </span>
            );
          },
        },
        { id: "chain", header: "Chain", cell: ({ chain }) => chainName(chain?.id) },
        {
          id: "price",
          header: "Price",
          numeric: true,
          cell: ({ priceUsd }) => <Money value={priceUsd} />,
        },
        {
          id: "balance",
          header: "Balance",
          numeric: true,
          cell: ({ balanceFormatted }) => <Amount value={balanceFormatted} />,
        },
        {
          id: "worth",
          header: "Value",
          numeric: true,
          cell: ({ balanceUsd }) => <Money value={balanceUsd} />,
        },
        {
          id: "profit",
          header: "Profit",
          numeric: true,
          cell: ({ pnl }) => {
            const profit = Number(pnl?.profitAbsUsd ?? 0);
            return (
              <span
                className="profit"
                data-tone={profit > 0 ? "good" : profit < 0 ? "bad" : "none"}
              >
                {profit > 0 ? "+" : ""}
                <Money value={pnl?.profitAbsUsd} />
              </span>
            );
          },
        },
      ]}
    />
  );
}
