import { useApp } from "../app/AppContext";
import { factory } from "../app/connect-wallet";
import { useStart } from "../app/use-start";
import { Button } from "../ui/Button";
import { CodeNote } from "../ui/CodeNote";
import { ErrorNote } from "../ui/ErrorNote";
import { Icon } from "../ui/Icon";
import { Panel } from "../ui/Panel";
import { ConnectedWallet } from "./ConnectedWallet";

const code = `
const owner = privateKeyToAccount(generatePrivateKey());   // or a WalletClient of a browser wallet

// Checks first, registers if needed, and treats "already registered" as success.
const { wallet, newlyRegistered } = await client.wallets.ensure({
  externallyOwnedAccount: owner.address,
  factory: "${factory}",
});`;

export function Connect() {
  const { sandbox, session, setSession } = useApp();
  const { busy, error, injected, startFunded, generate, connect } = useStart();
  if (session)
    return <ConnectedWallet session={session} onForget={() => setSession(undefined)} code={code} />;
  const start = async () => {
    if (await startFunded()) location.hash = "#/swap";
  };
  return (
    <>
      {sandbox && (
        <section className="hero" aria-label="Start">
          <h2>Try a swap, then attack it</h2>
          <ul className="hero-points">
            <li>
              <Icon name="check" />
              The service runs inside this page. You need no account, no key and no money.
            </li>
            <li>
              <Icon name="check" />
              Each quote is checked against your request before the key signs it.
            </li>
            <li>
              <Icon name="check" />
              Attack a quote, and see which check refuses it.
            </li>
          </ul>
          <div className="row">
            <Button
              kind="primary"
              onClick={() => void start()}
              busy={busy === "funded"}
              disabled={busy !== undefined}
            >
              Start with a funded wallet
            </Button>
            <a className="button" href="#/swap?attack=receiver">
              See an attack refused
            </a>
          </div>
        </section>
      )}
      <div className="grid-2">
        <Panel title="Generate a key in this page" about="Without money, step by step.">
          <p className="muted">
            The key stays in the memory of this page. It is never shown, stored or sent, and a
            reload deletes it. Use it for test money only.
          </p>
          <div>
            <Button
              kind={sandbox ? "plain" : "primary"}
              onClick={() => void generate()}
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
                    onClick={() => void connect(wallet)}
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
