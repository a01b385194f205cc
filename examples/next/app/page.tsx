"use client";

// Shows how to connect a wallet with wagmi, and how to get the smart wallet that it owns.

import { useQuery } from "@tanstack/react-query";
import type { Address } from "bursar";
import { useConnect, useConnection, useConnectors } from "wagmi";
import { Swap } from "./swap";

/** The server registers the smart wallet of this owner and starts a session. */
async function startSession(owner: Address): Promise<Address> {
  const response = await fetch("/api/session", { method: "POST", body: JSON.stringify({ owner }) });
  if (!response.ok) throw new Error(`no session: ${response.status}`);
  const { wallet }: { wallet: Address } = await response.json();
  return wallet;
}

export default function Page() {
  const { address: owner } = useConnection();
  const connectors = useConnectors();
  const { mutate: connect } = useConnect();
  const { data: walletAddress } = useQuery({
    queryKey: ["session", owner],
    queryFn: () => (owner ? startSession(owner) : null),
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (owner && walletAddress) return <Swap owner={owner} walletAddress={walletAddress} />;
  return (
    <main>
      {connectors.map((connector) => (
        <button key={connector.uid} type="button" onClick={() => connect({ connector })}>
          Connect {connector.name}
        </button>
      ))}
    </main>
  );
}
