import { useState } from "react";
import { useApp } from "../../app/AppContext";
import { offers, type TestMoney } from "../../app/test-money";
import { chainName } from "../../app/tokens";
import { useTestMoney } from "../../app/use-test-money";
import { Amount } from "../../ui/Amount";
import { Button } from "../../ui/Button";
import { CodeNote } from "../../ui/CodeNote";
import { CopyText } from "../../ui/CopyText";
import { ErrorNote } from "../../ui/ErrorNote";
import { Note } from "../../ui/Note";
import { Panel } from "../../ui/Panel";
import { TokenMark } from "../../ui/TokenMark";
import { NeedsWallet } from "../NeedsWallet";
import { CustomFund } from "./CustomFund";
import { Deposit } from "./Deposit";

const code = `
// The sandbox adds the amount, and the history of a registered wallet shows a deposit.
sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "1500000" });`;

export function Fund() {
  const { session } = useApp();
  const add = useTestMoney();
  const [error, setError] = useState<unknown>();
  if (!session) return <NeedsWallet action="fund it" />;
  const { walletAddress } = session;
  if (!add) {
    return (
      <div className="stack wide">
        <Panel
          title="Send tokens to the wallet"
          about="This page uses your own service, which cannot create test money."
        >
          <p>
            Send tokens to <CopyText text={walletAddress} label="wallet address" full />
          </p>
        </Panel>
        <Deposit session={session} />
      </div>
    );
  }
  const fund = (given: readonly TestMoney[]) => {
    setError(undefined);
    try {
      add(given);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <div className="stack wide">
      <Panel
        title="Add test money"
        about="The sandbox adds the amount to the wallet."
        actions={
          <Button kind="primary" onClick={() => fund(offers)}>
            Fund with all of these
          </Button>
        }
      >
        <ul className="grid-cards">
          {offers.map(({ token, amount }) => (
            <li key={token.address} className="card fund-card">
              <TokenMark symbol={token.symbol} />
              <div>
                <p className="strong">
                  <Amount value={amount} symbol={token.symbol} />
                </p>
                <p className="muted small">on {chainName(token.chainId)}</p>
              </div>
              <Button
                label={`Add ${amount} ${token.symbol} on ${chainName(token.chainId)}`}
                onClick={() => fund([{ token, amount }])}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Another amount">
        <CustomFund
          action="Add tokens"
          amountLabel="Amount"
          tokenLabel="Token"
          onFund={(token, amount) => fund([{ token, amount }])}
        />
        {error !== undefined && <ErrorNote error={error} />}
        <CodeNote code={code} />
      </Panel>
      <Deposit session={session} />
      <Note>
        <p>
          See the balances in the <a href="#/portfolio">portfolio</a>, or make a{" "}
          <a href="#/swap">swap</a>.
        </p>
      </Note>
    </div>
  );
}
