import { useEffect, useState } from "react";
import type { EIP1193Provider } from "viem";

/** A browser wallet. */
export interface InjectedWallet {
  id: string;
  name: string;
  /** A `data:` URL, as EIP-6963 requires. Other URLs are not loaded. */
  icon: string | undefined;
  provider: EIP1193Provider;
}

interface Announcement extends Event {
  detail?: { info?: { uuid?: string; name?: string; icon?: string }; provider?: EIP1193Provider };
}

/** Returns the wallets announced by EIP-6963, or `window.ethereum` if there is none. */
export function useInjectedWallets(): readonly InjectedWallet[] {
  const [wallets, setWallets] = useState<readonly InjectedWallet[]>([]);
  useEffect(() => {
    const onAnnounce = ({ detail }: Announcement) => {
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
    addEventListener("eip6963:announceProvider", onAnnounce);
    dispatchEvent(new Event("eip6963:requestProvider"));
    return () => removeEventListener("eip6963:announceProvider", onAnnounce);
  }, []);
  const { ethereum } = globalThis as { ethereum?: EIP1193Provider };
  if (wallets.length > 0 || !ethereum) return wallets;
  return [{ id: "window.ethereum", name: "Browser wallet", icon: undefined, provider: ethereum }];
}
