import { useState } from "react";
import { useApp } from "../app/AppContext";
import { type InjectedWallet, useInjectedWallets } from "../app/injected";
import { generateOwner, injectedOwner, isDeclined, type Owner } from "../app/owners";
import { Button } from "../ui/Button";
import { CodeNote } from "../ui/CodeNote";
import { ErrorNote } from "../ui/ErrorNote";
import { Panel } from "../ui/Panel";
import { ConnectedWallet } from "./ConnectedWallet";

/** The factory of the wallets. The service supports it. */
const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";

const code = `
const owner = privateKeyToAccount(generatePrivateKey());   // or a WalletClient of a browser wallet

// Checks first, registers if needed, and treats "already registered" as success.
const { wallet, newlyRegistered } = await client.wallets.ensure({
  externallyOwnedAccount: owner.address,
  factory: "${factory}",
});`;

export function Connect() {
  const { client, session, setSession, notify } = useApp();
  const injected = useInjectedWallets();
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<unknown>();

  const connect = async (id: string, open: () => Promise<Owner>, from?: InjectedWallet) => {
    setBusy(id);
    setError(undefined);
    try {
      const { owner, signer } = await open();
      const { wallet, newlyRegistered } = await client.wallets.ensure({
        externallyOwnedAccount: owner,
        factory,
      });
      setSession({
        owner,
        signer,
        factory,
        walletAddress: wallet.walletAddress,
        kind: from ? "injected" : "generated",
        walletName: from?.name,
      });
      notify(
        newlyRegistered
          ? "The smart wallet is registered."
          : "The smart wallet was already registered.",
      );
    } catch (failure) {
      if (isDeclined(failure)) notify("Declined in the wallet. Nothing is connected.");
      else setError(failure);
    } finally {
      setBusy(undefined);
    }
  };

  if (session)
    return <ConnectedWallet session={session} onForget={() => setSession(undefined)} code={code} />;
  return (
    <>
      <div className="grid-2">
        <Panel title="Generate a key in this page" about="The quickest way to try everything.">
          <p className="muted">
            The key stays in the memory of this page. It is never shown, stored or sent, and a
            reload deletes it. Use it for test money only.
          </p>
          <div>
            <Button
              kind="primary"
              onClick={() => void connect("generated", generateOwner)}
              busy={busy === "generated"}
              disabled={!!busy}
            >
              Generate a key
            </Button>
          </div>
        </Panel>
        <Panel title="Use a browser wallet" about="Found by EIP-6963 or window.ethereum.">
          <p className="muted">
            The key stays in the wallet. This page requests signatures, and the wallet shows what
            you sign.
          </p>
          {injected.length === 0 ? (
            <p className="muted">No browser wallet found. Install one, or generate a key.</p>
          ) : (
            <ul className="stack">
              {injected.map((wallet) => (
                <li key={wallet.id} className="row">
                  {wallet.icon && (
                    <img className="wallet-icon" src={wallet.icon} alt="" width={24} height={24} />
                  )}
                  <Button
                    onClick={() => void connect(wallet.id, () => injectedOwner(wallet), wallet)}
                    busy={busy === wallet.id}
                    disabled={!!busy}
                  >
                    Connect {wallet.name}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
      {error !== undefined && (
        <div className="gap-above">
          <ErrorNote error={error} title="Not connected" />
        </div>
      )}
      <ol className="how" aria-label="Steps">
        <li>
          <strong>Connect</strong>
          <span className="muted">A key signs. It owns a smart wallet, which has the money.</span>
        </li>
        <li>
          <strong>Register</strong>
          <span className="muted">
            The service computes the wallet's address. Nothing is deployed yet.
          </span>
        </li>
        <li>
          <strong>Fund</strong>
          <span className="muted">The sandbox can create test money.</span>
        </li>
        <li>
          <strong>Trade</strong>
          <span className="muted">Quote, review, sign, execute, and wait for the result.</span>
        </li>
      </ol>
      <CodeNote code={code} />
    </>
  );
}
