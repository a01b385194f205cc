import { EmptyState } from "../ui/EmptyState";

/** Stands where a wallet is wanted. */
export function NeedsWallet({ what }: { what: string }) {
  return (
    <EmptyState icon="wallet" title="No wallet yet">
      <p className="muted">Connect a wallet to {what}.</p>
      <a className="button" data-kind="primary" href="#/connect">
        Connect a wallet
      </a>
    </EmptyState>
  );
}
