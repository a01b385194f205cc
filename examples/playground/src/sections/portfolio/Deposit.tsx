import type { DepositRequest, DepositResponse, SigningProblem } from "bursar";
import { checkDeposit } from "bursar/signing";
import { useState } from "react";
import { type Session, useApp } from "../../app/AppContext";
import type { KnownToken } from "../../app/tokens";
import { CodeNote } from "../../ui/CodeNote";
import { CopyText } from "../../ui/CopyText";
import { ErrorNote } from "../../ui/ErrorNote";
import { Facts } from "../../ui/Facts";
import { Note } from "../../ui/Note";
import { Panel } from "../../ui/Panel";
import { ProblemsNote } from "../../ui/ProblemsNote";
import { CustomFund } from "./CustomFund";

const code = `
const expect = { amount: "25.5", chainId: 137, token: usdc, fromAddress: owner };
const prepared = await client.wallets.deposit(walletAddress, expect);
const problems = await checkDeposit(prepared, { expect, walletAddress, decimals: 6 });
if (problems.length === 0) await ownersWallet.sendTransaction(prepared.transfer);`;

/** A prepared deposit, and the problems that its check found. */
interface CheckedDeposit {
  prepared: DepositResponse;
  problems: readonly SigningProblem[];
}

/** Prepares the transfer with which the owner's own account funds the wallet, and checks it. */
export function Deposit({ session }: { session: Session }) {
  const { client, sandbox } = useApp();
  const [deposit, setDeposit] = useState<CheckedDeposit>();
  const [error, setError] = useState<unknown>();
  const { owner, walletAddress } = session;

  const prepare = async ({ chainId, address, decimals }: KnownToken, amount: string) => {
    setDeposit(undefined);
    setError(undefined);
    try {
      // In the sandbox, the owner's account gets the amount first.
      sandbox?.fund({ account: owner, chainId, token: address, amount });
      const expect: DepositRequest = { amount, chainId, token: address, fromAddress: owner };
      const prepared = await client.wallets.deposit(walletAddress, expect);
      const problems = await checkDeposit(prepared, { expect, walletAddress, decimals });
      setDeposit({ prepared, problems });
    } catch (failure) {
      setError(failure);
    }
  };

  return (
    <Panel
      title="Deposit from the owner's account"
      about="Prepares and checks a transfer. This page does not send it."
    >
      <CustomFund
        action="Prepare the deposit"
        amountLabel="Deposit"
        tokenLabel="Token to deposit"
        onFund={(token, amount) => void prepare(token, amount)}
      />
      {error !== undefined && <ErrorNote error={error} title="No deposit was prepared" />}
      {deposit && <CheckedTransfer {...deposit} />}
      <CodeNote code={code} />
    </Panel>
  );
}

function CheckedTransfer({ prepared, problems }: CheckedDeposit) {
  const { from, to, value, data } = prepared.transfer;
  if (problems.length > 0)
    return <ProblemsNote problems={problems} title="Do not send this transfer" />;
  return (
    <>
      <Note tone="good" title="The transfer is what you asked for" />
      <Facts
        facts={[
          ["From", <CopyText key="from" text={from} label="paying account" full />],
          ["To", <CopyText key="to" text={to} label="called address" full />],
          ["Value", value],
          [
            "Data",
            <span key="data" className="mono break">
              {data}
            </span>,
          ],
        ]}
      />
    </>
  );
}
