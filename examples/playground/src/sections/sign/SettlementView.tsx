import { type Address, sumAmounts } from "bursar";
import { fromUnits } from "bursar/signing";
import type { Settled } from "../../app/settle";
import { chainName, tokenName } from "../../app/tokens";
import { Amount } from "../../ui/Amount";
import { shortAddress } from "../../ui/format";
import { Table } from "../../ui/Table";
import { Problems } from "./PromiseChecks";
import "./sign.css";

/** One token of an account: what was stated, and what happened. */
interface Row {
  account: string;
  token: Address;
  stated: { text: string; amount: string } | undefined;
  /** In whole tokens. */
  moved: string;
  hasLeft: boolean;
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function listRows({ settlement, statement }: Settled): Row[] {
  const { chainId, changes, decimals, accounts } = settlement;
  const [wallet = ""] = accounts;
  const leaves = statement.leaves.filter((row) => row.chainId === chainId);
  const arrives = statement.arrives.filter((row) => row.chainId === chainId);
  const moved = changes
    .filter(({ amount }) => amount !== 0n)
    .map(({ account, token, amount }): Row => {
      const places = decimals[token] ?? 18;
      const gain = arrives.find((row) => isSame(row.account, account) && isSame(row.token, token));
      const losses = leaves.filter((row) => isSame(account, wallet) && isSame(row.token, token));
      const most = losses.length > 0 ? sumAmounts(losses.map((row) => row.amount)) : undefined;
      const stated = gain
        ? { text: "at least", amount: gain.least }
        : most === undefined
          ? undefined
          : { text: "at most", amount: most };
      const hasLeft = amount < 0n;
      const moved = fromUnits(hasLeft ? -amount : amount, places);
      return { account, token, stated, moved, hasLeft };
    });
  const missing = arrives
    .filter(
      (row) =>
        !moved.some((each) => isSame(each.account, row.account) && isSame(each.token, row.token)),
    )
    .map(
      ({ account, token, least }): Row => ({
        account,
        token: token as Address,
        stated: { text: "at least", amount: least },
        moved: "0",
        hasLeft: false,
      }),
    );
  return [...moved, ...missing];
}

/** What an operation moved, compared with what was stated before it was signed. */
export function SettlementView({ settled }: { settled: Settled }) {
  const { settlement, statement, problems } = settled;
  const { chainId, accounts, notMeasured } = settlement;
  const elsewhere = statement.arrives.filter((row) => row.chainId !== chainId);
  const isClean = problems.length === 0;
  return (
    <section className="checks" aria-label="Settlement">
      <p
        className="checks-result"
        data-tone={isClean ? "good" : "bad"}
        role={isClean ? "status" : "alert"}
      >
        {isClean
          ? "Settled: no more left, and no less arrived, than was stated."
          : "Settled otherwise than stated. Stop, and report the transaction."}
      </p>
      <div className="settlement">
        <Table
          caption="What the operation moved"
          rows={listRows(settled)}
          rowKey={({ account, token }) => `${account} ${token}`}
          columns={[
            {
              id: "account",
              header: "Account",
              cell: ({ account }) =>
                isSame(account, accounts[0] ?? "") ? "Your wallet" : shortAddress(account),
            },
            {
              id: "stated",
              header: "Stated",
              numeric: true,
              cell: ({ stated, token }) =>
                stated ? (
                  <span>
                    {stated.text}{" "}
                    <Amount value={stated.amount} symbol={tokenName(token, chainId)} />
                  </span>
                ) : (
                  "nothing"
                ),
            },
            {
              id: "moved",
              header: "On the chain",
              numeric: true,
              cell: ({ moved, hasLeft, token }) => (
                <span>
                  {moved === "0" ? "" : hasLeft ? "left: " : "arrived: "}
                  <Amount value={moved} symbol={tokenName(token, chainId) ?? shortAddress(token)} />
                </span>
              ),
            },
          ]}
        />
        <div className="check-note" data-tone="bad">
          <Problems problems={problems} />
        </div>
        {elsewhere.map(({ chainId: other }) => (
          <p key={other} className="muted small">
            What arrives on {chainName(other)} is not compared: a bridge delivers it.
          </p>
        ))}
        {notMeasured.map((each) => (
          <p key={each} className="muted small">
            Not measured: {each}.
          </p>
        ))}
      </div>
    </section>
  );
}
