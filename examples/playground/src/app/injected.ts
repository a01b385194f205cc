import { useEffect, useState } from "react";
import type { EIP1193Provider } from "viem";

/** A wallet that lives in the browser. */
export interface InjectedWallet {
  id: string;
  name: string;
  /** A `data:` address by EIP-6963; anything else is not loaded. */
  icon: string | undefined;
  provider: EIP1193Provider;
}

interface Announcement extends Event {
  detail?: { info?: { uuid?: string; name?: string; icon?: string }; provider?: EIP1193Provider };
}

/** The wallets that announce themselves by EIP-6963, or the one at `window.ethereum` where none does. */
export function useInjectedWallets(): readonly InjectedWallet[] {
  const [wallets, setWallets] = useState<readonly InjectedWallet[]>([]);
  useEffect(() => {
    const hear = ({ detail }: Announcement) => {
      const { info, provider } = detail ?? {};
      if (!info?.uuid || !provider) return;
      const { uuid: id, name = "Browser wallet", icon } = info;
      const wallet = {
        id,
        name,
        icon: icon?.startsWith("data:image/") ? icon : undefined,
        provider,
      };
      setWallets((known) => [...known.filter((other) => other.id !== id), wallet]);
    };
    addEventListener("eip6963:announceProvider", hear);
    dispatchEvent(new Event("eip6963:requestProvider"));
    return () => removeEventListener("eip6963:announceProvider", hear);
  }, []);
  const { ethereum } = globalThis as { ethereum?: EIP1193Provider };
  if (wallets.length > 0 || !ethereum) return wallets;
  return [{ id: "window.ethereum", name: "Browser wallet", icon: undefined, provider: ethereum }];
}
