import { useState } from "react";
import { useApp } from "./AppContext";
import { connectWallet } from "./connect-wallet";
import { type InjectedWallet, useInjectedWallets } from "./injected";
import { generateOwner, injectedOwner, isDeclined, type Owner } from "./owners";
import { addTestMoney, offers } from "./test-money";

/** Connects a wallet. `busy` names what is in progress. */
export function useStart() {
  const { client, sandbox, setSession, notify } = useApp();
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<unknown>();

  const start = async (id: string, open: () => Promise<Owner>, from?: InjectedWallet) => {
    setBusy(id);
    setError(undefined);
    try {
      const { session, newlyRegistered } = await connectWallet(client, await open(), from);
      if (id === "funded" && sandbox) addTestMoney(sandbox, session.walletAddress, offers);
      setSession(session);
      notify(
        newlyRegistered
          ? "The smart wallet is registered."
          : "The smart wallet was already registered.",
      );
      return true;
    } catch (failure) {
      if (isDeclined(failure)) notify("Declined in the wallet. Nothing is connected.");
      else setError(failure);
      return false;
    } finally {
      setBusy(undefined);
    }
  };

  return {
    busy,
    error,
    injected: useInjectedWallets(),
    /** Generates a key, registers its wallet and adds test money. Needs the sandbox. */
    startFunded: () => start("funded", generateOwner),
    generate: () => start("generated", generateOwner),
    connect: (wallet: InjectedWallet) => start(wallet.id, () => injectedOwner(wallet), wallet),
  };
}
