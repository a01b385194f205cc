import { Panel } from "../ui/Panel";
import { NeedsWallet } from "./NeedsWallet";

export function Swap() {
  return (
    <Panel title="Swap">
      <NeedsWallet what="go on" />
    </Panel>
  );
}
