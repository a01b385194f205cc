import { Panel } from "../ui/Panel";
import { NeedsWallet } from "./NeedsWallet";

export function Fund() {
  return (
    <Panel title="Fund">
      <NeedsWallet what="go on" />
    </Panel>
  );
}
