import { Panel } from "../ui/Panel";
import { NeedsWallet } from "./NeedsWallet";

export function Portfolio() {
  return (
    <Panel title="Portfolio">
      <NeedsWallet what="go on" />
    </Panel>
  );
}
