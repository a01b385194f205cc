"use client";

// Shows the client of the page: it has no key and calls your own server.

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createClient } from "bursar";
import { createQueries } from "bursar/query";
import { type ReactNode, useState } from "react";
import { createConfig, http, WagmiProvider } from "wagmi";
import { polygon } from "wagmi/chains";

export const client = createClient({ baseUrl: "/api/bursar" });
export const queries = createQueries(client);

/** Finds every browser wallet that announces itself (EIP-6963). */
const config = createConfig({ chains: [polygon], transports: { [polygon.id]: http() }, ssr: true });

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </WagmiProvider>
  );
}
