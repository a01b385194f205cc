import { useApp } from "../app/AppContext";
import { EmptyState } from "../ui/EmptyState";
import { Panel } from "../ui/Panel";

export function Kyc() {
  const { baseUrl } = useApp();
  return (
    <Panel title="Identity check">
      <EmptyState icon="kyc" title="No session yet">
        <p className="muted">Sessions are opened at {baseUrl}.</p>
      </EmptyState>
    </Panel>
  );
}
