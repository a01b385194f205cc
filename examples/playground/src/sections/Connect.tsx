import { useState } from "react";
import { useApp } from "../app/AppContext";
import { type InjectedWallet, useInjectedWallets } from "../app/injected";
import { generateOwner, injectedOwner, isDeclined, type Owner } from "../app/owners";
import { Button } from "../ui/Button";
import { CodeNote } from "../ui/CodeNote";
import { ErrorNote } from "../ui/ErrorNote";
import { Panel } from "../ui/Panel";
import { ConnectedWallet } from "./ConnectedWallet";

/** Makes the wallets of the page. The service supports it. */
const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";

const code = `
const owner = privateKeyToAccount(generatePrivateKey());   // or a WalletClient of a browser wallet

// Looks first, registers when needed, and takes "already registered" for success.
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
          : "The smart wallet was registered already.",
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
        <Panel title="A key made in this page" about="The quickest way to try everything.">
          <p className="muted">
            It stays in this page's memory only. It is never shown, stored or sent, and a reload
            forgets it. Use it for nothing of value.
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
        <Panel title="A wallet of your browser" about="By EIP-6963, or the one at window.ethereum.">
          <p className="muted">
            The key stays in the wallet: this page asks it to sign, and you see there what you sign.
          </p>
          {injected.length === 0 ? (
            <p className="muted">No wallet has announced itself. Install one, or generate a key.</p>
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
      <ol className="how" aria-label="How it goes on">
        <li>
          <strong>Own</strong>
          <span className="muted">A key signs. It owns a smart wallet, which holds the money.</span>
        </li>
        <li>
          <strong>Register</strong>
          <span className="muted">
            The service computes the wallet's address. Nothing is deployed yet.
          </span>
        </li>
        <li>
          <strong>Fund</strong>
          <span className="muted">In the sandbox, money comes from nowhere.</span>
        </li>
        <li>
          <strong>Trade</strong>
          <span className="muted">Quote, read, sign, execute, and wait for the end.</span>
        </li>
      </ol>
      <CodeNote code={code} />
    </>
  );
}
