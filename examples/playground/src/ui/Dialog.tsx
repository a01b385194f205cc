import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./Icon";

interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  wide?: boolean | undefined;
  children: ReactNode;
}

/** A modal dialog. The browser's dialog element traps the focus and restores it. */
export function Dialog({ open, onClose, title, wide, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    if (open && !current?.open) current?.showModal();
    if (!open && current?.open) current.close();
  }, [open]);
  return (
    // Escape hides the dialog after its cancel event and before its close event. A signature that
    // arrives between the two is too late. The close event can arrive after the dialog was opened
    // again.
    <dialog
      ref={dialog}
      className="dialog"
      data-wide={wide}
      aria-labelledby={id}
      onCancel={onClose}
      onClose={() => dialog.current?.open || onClose()}
    >
      {open && (
        <>
          <div className="dialog-head">
            <h2 id={id}>{title}</h2>
            <button className="icon-button" type="button" onClick={onClose} aria-label="Close">
              <Icon name="close" />
            </button>
          </div>
          <div className="dialog-body">{children}</div>
        </>
      )}
    </dialog>
  );
}
