import { useEffect, useState, useSyncExternalStore } from "react";
import { type Session, useApp } from "../app/AppContext";
import { useRefresh } from "../app/use-refresh";
import { CodeNote } from "../ui/CodeNote";
import { EmptyState } from "../ui/EmptyState";
import { NeedsWallet } from "./NeedsWallet";
import { JournalPanel } from "./payouts/JournalPanel";
import { PayeesPanel } from "./payouts/PayeesPanel";
import { payoutsOf } from "./payouts/payouts-store";
import { firstLimits, firstPayees } from "./payouts/plan";
import { ReceiptsPanel } from "./payouts/ReceiptsPanel";
import { RunPanel } from "./payouts/RunPanel";
import "./payouts/payouts.css";

const code = `
const policy = createSigningPolicy({
  chains: [137],
  receivers: payees.map(({ address }) => address),
  limits: [{ token: usdc, perOperation: "500", windows: [{ hours: 24, max: "2000" }] }],
});
for await (const { intent, state } of recover(client, journal)) console.log(intent, state);   // after a crash

for (const { intent, amount, address } of payments) {
  const terms = { intent, journal, walletAddress, chainId: 137, signer, owner, policy, receipts };
  await once(client, terms, async (metadata) => (await client.operations.transfer({ amount, toAddress: address, metadata, /* … */ })).transfer);
}
console.log(verifyReceipts(lines.join("\\n")));`;

export function Payouts() {
  const { session, sandbox } = useApp();
  // The payees are samples, and the worker counts on a history without delay.
  if (!sandbox) {
    return (
      <EmptyState icon="payouts" title="Only in the sandbox">
        <p className="muted">
          This page pays sample addresses. Use its sandbox: remove the base URL in the settings.
        </p>
      </EmptyState>
    );
  }
  return session ? <PayoutDesk session={session} /> : <NeedsWallet action="pay a list" />;
}

function PayoutDesk({ session }: { session: Session }) {
  const { client } = useApp();
  const store = payoutsOf(session);
  const payouts = useSyncExternalStore(store.subscribe, store.snapshot);
  const { status } = payouts;
  const refresh = useRefresh();
  useEffect(() => {
    if (status !== "ready") refresh();
  }, [status, refresh]);
  const [payees, setPayees] = useState(payouts.plan?.payments ?? firstPayees);
  const [limits, setLimits] = useState(payouts.plan?.limits ?? firstLimits);
  return (
    <div className="stack wide">
      <div className="desk">
        <PayeesPanel
          payees={payees}
          onPayees={setPayees}
          limits={limits}
          onLimits={setLimits}
          isFixed={payouts.plan !== undefined}
        />
        <div className="stack">
          <RunPanel
            payouts={payouts}
            walletAddress={session.walletAddress}
            onStart={() => store.start(client, payees, limits)}
            onKill={store.kill}
            onRenew={store.renew}
          />
        </div>
      </div>
      <JournalPanel entries={payouts.entries} />
      <ReceiptsPanel lines={payouts.receipts} />
      <CodeNote code={code} />
    </div>
  );
}
