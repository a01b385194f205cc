import type { Chain, Transaction } from "bursar";
import { memo } from "react";
import { chainName } from "../../app/tokens";
import { Amount } from "../../ui/Amount";
import { CopyText } from "../../ui/CopyText";
import { when, words } from "../../ui/format";
import { Icon } from "../../ui/Icon";
import { StatusBadge } from "../../ui/StatusBadge";
import { useNear } from "./use-near";

const icons: Record<string, string> = {
  CRYPTO_DEPOSIT: "fund",
  TRANSFER: "transfer",
  BATCH: "transfer",
  SWAP: "swap",
  CROSS_SWAP: "swap",
  ADD_LIQUIDITY: "pools",
};

/**
 * One page of transactions. It renders only near the viewport and keeps its height otherwise, for
 * speed.
 */
export const TransactionRows = memo(function TransactionRows({
  items,
  first,
}: {
  items: readonly Transaction[];
  first: number;
}) {
  const { element, near, height } = useNear<HTMLDivElement>();
  return (
    <div ref={element} style={near ? undefined : { height }}>
      {near && (
        <ol start={first} aria-label={`Transactions ${first} to ${first + items.length - 1}`}>
          {items.map((item) => (
            <TransactionRow key={item.id} item={item} />
          ))}
        </ol>
      )}
    </div>
  );
});

/** The chains of a cross-chain transaction. Only some records have these fields. */
interface Crossing {
  chainIn?: Chain | number | null;
  chainOut?: Chain | number | null;
  nftNumber?: string | null;
}

const idOf = (chain: Chain | number | null | undefined) =>
  typeof chain === "object" ? chain?.id : chain;

function where(item: Transaction): string {
  const { chainIn, chainOut } = item as Transaction & Crossing;
  const from = idOf(chainIn) ?? item.chain?.id;
  const to = idOf(chainOut);
  if (from === undefined) return "";
  return to === undefined || to === from
    ? chainName(from)
    : `${chainName(from)} to ${chainName(to)}`;
}

function about(item: Transaction): string {
  const { nftNumber } = item as Transaction & Crossing;
  const invoice = Object.entries(item.metadata ?? {}).find(([key]) => key !== "positionId");
  return [
    where(item),
    nftNumber && `position ${nftNumber}`,
    invoice && `${invoice[0]}: ${invoice[1]}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

function TransactionRow({ item }: { item: Transaction }) {
  const { type, status, createdAt, receivedAmount, transactionHash, userOperationHash } = item;
  const hash = transactionHash?.hash ?? userOperationHash;
  return (
    <li className="tx" data-failed={status === "FAILED"}>
      <span className="tx-icon">
        <Icon name={icons[type] ?? (type.startsWith("LENDING") ? "portfolio" : "history")} />
      </span>
      <div className="tx-what">
        <p className="tx-type">{words(type)}</p>
        <p className="muted small break">{about(item)}</p>
      </div>
      <div className="tx-amount">
        {receivedAmount?.amount && (
          <>
            <span className="tx-plus">+</span>
            <Amount
              value={receivedAmount.amount}
              symbol={receivedAmount.token?.symbol ?? undefined}
              decimals={4}
            />
          </>
        )}
      </div>
      <div className="tx-status">
        <StatusBadge status={status} />
      </div>
      <div className="tx-when small">
        <time dateTime={createdAt ?? undefined}>{when(createdAt)}</time>
        {hash ? (
          <CopyText
            text={hash}
            label={transactionHash?.hash ? "transaction hash" : "operation hash"}
          />
        ) : (
          <span className="muted">No hash yet</span>
        )}
      </div>
    </li>
  );
}
