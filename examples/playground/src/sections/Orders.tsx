import { Panel } from "../ui/Panel";
import { NeedsWallet } from "./NeedsWallet";

export function Orders() {
  return (
    <Panel title="Orders">
      <NeedsWallet what="go on" />
    </Panel>
  );
}
