import { useEffect, useEffectEvent } from "react";
import { useApp } from "../app/AppContext";
import { useRouteAttack } from "../app/use-attack";
import { useStart } from "../app/use-start";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorNote } from "../ui/ErrorNote";

/**
 * Replaces a section that needs a wallet. A link with an attack creates one by itself, so that it
 * opens the page ready.
 */
export function NeedsWallet({ action }: { action: string }) {
  const { sandbox } = useApp();
  const { startFunded, busy, error } = useStart();
  const attack = useRouteAttack();
  const isReady = attack !== undefined && sandbox !== undefined;
  const open = useEffectEvent(startFunded);
  useEffect(() => {
    if (isReady) void open();
  }, [isReady]);
  return (
    <EmptyState icon="wallet" title="No wallet yet">
      <p className="muted">Connect a wallet to {action}.</p>
      <div className="row">
        {sandbox && (
          <Button kind="primary" onClick={() => void startFunded()} busy={busy !== undefined}>
            Start with a funded wallet
          </Button>
        )}
        <a className="button" data-kind={sandbox ? undefined : "primary"} href="#/connect">
          Connect a wallet
        </a>
      </div>
      {error !== undefined && <ErrorNote error={error} title="Not connected" />}
    </EmptyState>
  );
}
