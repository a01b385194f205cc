import type { Session } from "../app/AppContext";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { CodeNote } from "../ui/CodeNote";
import { CopyText } from "../ui/CopyText";
import { Facts } from "../ui/Facts";
import { Icon } from "../ui/Icon";
import { Note } from "../ui/Note";
import { Panel } from "../ui/Panel";

/** The connected wallet. */
export function ConnectedWallet({
  session,
  onForget,
  code,
}: {
  session: Session;
  onForget(): void;
  code: string;
}) {
  const { walletAddress, owner, factory, kind, walletName } = session;
  return (
    <Panel
      title="Your smart wallet"
      about="It has the money. The owner's key signs for it."
      actions={
        <>
          <Badge tone="good">
            <Icon name="check" /> Registered
          </Badge>
          <Button onClick={onForget}>Disconnect</Button>
        </>
      }
    >
      <Facts
        facts={[
          [
            "Wallet address",
            <CopyText key="wallet" text={walletAddress} label="wallet address" full />,
          ],
          ["Owner", <CopyText key="owner" text={owner} label="owner address" full />],
          ["Factory", <CopyText key="factory" text={factory} label="factory address" full />],
          [
            "Signs with",
            kind === "generated"
              ? "A key in this page's memory"
              : (walletName ?? "A browser wallet"),
          ],
        ]}
      />
      {kind === "generated" && (
        <Note tone="warn" title="A reload deletes the key">
          <p>
            The key is only in the memory of this page. After a reload you cannot sign for this
            wallet again. Use it for test money only.
          </p>
        </Note>
      )}
      <div className="row">
        <a className="button" data-kind="primary" href="#/fund">
          Fund it <Icon name="arrow" />
        </a>
        <a className="button" href="#/swap">
          Go to swaps
        </a>
      </div>
      <CodeNote code={code} />
    </Panel>
  );
}
