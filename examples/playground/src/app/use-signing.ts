import { SigningError } from "bursar";
import { useEffect, useRef, useState } from "react";
import { useApp } from "./AppContext";

/** The state of a dialog that signs. */
export type Signing = Omit<ReturnType<typeof useSigning>, "sign">;

/**
 * Signs in a dialog. Closing the dialog during the wallet's prompt cancels: a signature that
 * arrives later is discarded.
 */
export function useSigning<T>(onSigned: (signed: T) => void) {
  const { notify } = useApp();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  // Here, because the dialog describes anew what has expired.
  const [expired, setExpired] = useState<string | number>();
  const open = useRef(true);

  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const sign = async (run: () => Promise<T>) => {
    setBusy(true);
    setError(undefined);
    try {
      const signed = await run();
      if (open.current) onSigned(signed);
      else notify("The dialog was closed. The signature was discarded and nothing was submitted.");
    } catch (failure) {
      if (failure instanceof SigningError && failure.rejected)
        notify("Declined in the wallet. Nothing was signed.");
      else if (open.current) setError(failure);
      setBusy(false);
    }
  };

  return { busy, error, sign, expired, setExpired };
}
