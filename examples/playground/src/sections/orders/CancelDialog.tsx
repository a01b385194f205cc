import { useQuery } from "@tanstack/react-query";
import { SigningError, type Transaction } from "bursar";
import { cancelLimitOrder, describeTypedData } from "bursar/signing";
import { useEffect, useRef, useState } from "react";
import { type Session, useApp } from "../../app/AppContext";
import { serviceNow } from "../../app/clock";
import { useRefresh } from "../../app/use-refresh";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNote } from "../../ui/ErrorNote";
import { Facts } from "../../ui/Facts";
import { Note } from "../../ui/Note";
import { Spinner } from "../../ui/Spinner";

interface CancelDialogProps {
  /** The order to cancel, or undefined while the dialog is closed. */
  order: Transaction | undefined;
  session: Session;
  onClose(): void;
}

/** Shows what the user signs to cancel an order, and cancels it. */
export function CancelDialog({ order, session, onClose }: CancelDialogProps) {
  return (
    <Dialog open={order !== undefined} onClose={onClose} title="Cancel this order?" wide>
      {order && <Cancellation order={order} session={session} onClose={onClose} />}
    </Dialog>
  );
}

function Cancellation({ order, session, onClose }: CancelDialogProps & { order: Transaction }) {
  const { client, queries, notify } = useApp();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const closed = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    closed.current = controller;
    return () => controller.abort();
  }, []);
  const prepared = useQuery({ ...queries.swap.prepareCancellation(order.id), gcTime: 0 });
  const typedData = prepared.data?.signData[0]?.typedData;
  const summary = typedData ? describeTypedData(typedData) : undefined;
  const error = failure ?? prepared.error;

  const cancel = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { owner, walletAddress, signer } = session;
      // Closing the dialog during the wallet's prompt keeps the order.
      const signal = closed.current?.signal;
      await cancelLimitOrder(client, order.id, signer, {
        owner,
        walletAddress,
        chainId: order.chain?.id ?? -1,
        now: serviceNow(),
        signal,
      });
      notify("The order is cancelled.");
      refresh();
      onClose();
    } catch (problem) {
      if (problem instanceof SigningError && problem.rejected)
        notify("Declined in the wallet. The order stays open.");
      else setFailure(problem);
      setBusy(false);
    }
  };

  return (
    <>
      {prepared.isPending && <Spinner label="Preparing the cancellation" />}
      {summary && (
        <>
          <Facts
            facts={[
              ["You sign", summary.primaryType],
              ["For", summary.name ?? "Not stated"],
              ["Chain", summary.chain ?? "Every chain"],
              [
                "Contract",
                <span key="contract" className="mono break">
                  {summary.contract}
                </span>,
              ],
              ...summary.fields.map(
                ({ path, value }) =>
                  [
                    path,
                    <span key={path} className="mono break">
                      {value}
                    </span>,
                  ] as const,
              ),
            ]}
          />
          {summary.permissions.length > 0 && (
            <Note title="What it allows">
              <ul className="bullets">
                {summary.permissions.map((permission) => (
                  <li key={permission}>{permission}</li>
                ))}
              </ul>
            </Note>
          )}
        </>
      )}
      {error ? <ErrorNote error={error} title="Not cancelled" /> : undefined}
      <div className="row end dialog-actions">
        <Button onClick={onClose}>Keep the order</Button>
        <Button kind="danger" onClick={() => void cancel()} busy={busy} disabled={!summary}>
          Sign and cancel
        </Button>
      </div>
    </>
  );
}
