import { Panel } from "../ui/Panel";
import { NeedsWallet } from "./NeedsWallet";

export function Connect() {
  return (
    <Panel title="Connect">
      <NeedsWallet what="go on" />
    </Panel>
  );
}
