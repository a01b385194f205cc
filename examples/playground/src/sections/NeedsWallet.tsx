import { EmptyState } from "../ui/EmptyState";

/** Replaces a section that needs a wallet. */
export function NeedsWallet({ action }: { action: string }) {
  return (
    <EmptyState icon="wallet" title="No wallet yet">
      <p className="muted">Connect a wallet to {action}.</p>
      <a className="button" data-kind="primary" href="#/connect">
        Connect a wallet
      </a>
    </EmptyState>
  );
}
