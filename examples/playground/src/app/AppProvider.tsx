import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createClient } from "bursar";
import { createQueries } from "bursar/query";
import { createSandbox } from "bursar/sandbox";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { Toasts } from "../ui/Toasts";
import { type App, AppContext, type Session } from "./AppContext";
import type { Attack } from "./attacks";
import { setClockAhead } from "./clock";
import { createInterceptor } from "./interceptor";
import { withLatency } from "./latency";
import { createRequestLog } from "./request-log";

const settingName = "bursar-playground-base-url";

function connect(proxyUrl: string | undefined) {
  const log = createRequestLog();
  // This page has no key. The sandbox accepts calls as if a proxy had added one. Any other base URL
  // is a proxy.
  const sandbox = proxyUrl === undefined ? createSandbox({ keyless: true }) : undefined;
  const baseUrl = sandbox?.baseUrl ?? (proxyUrl as string);
  const interceptor = createInterceptor();
  const reach = sandbox
    ? withLatency(sandbox.fetch)
    : (request: Request) => globalThis.fetch(request);
  const createPageClient = (fetch: (request: Request) => Promise<Response>) =>
    createClient({ baseUrl, apiKey: null, hooks: log.hooks, logLevel: "off", fetch });
  const client = createPageClient(log.watch(interceptor.watch(reach)));
  const attackedClient = (attack: Attack) =>
    createPageClient(log.watch(interceptor.attackWith(attack, reach)));
  const queryClient = new QueryClient({
    defaultOptions: { queries: { refetchOnWindowFocus: false } },
  });
  const queries = createQueries(client);
  return { log, sandbox, baseUrl, client, attackedClient, queryClient, queries };
}

function savedBaseUrl(): string | undefined {
  return localStorage.getItem(settingName) ?? undefined;
}

/**
 * Creates the client and everything that depends on it, again after each change of the base URL.
 */
export function AppProvider({ children }: { children: ReactNode }) {
  const [connection, setConnection] = useState(() => {
    try {
      return connect(savedBaseUrl());
    } catch {
      // The saved base URL is invalid.
      return connect(undefined);
    }
  });
  const [session, setSession] = useState<Session>();
  const [toasts, setToasts] = useState<{ id: number; text: string }[]>([]);
  const count = useRef(0);

  const notify = useCallback((text: string) => {
    const id = ++count.current;
    setToasts((shown) => [...shown.slice(-2), { id, text }]);
    setTimeout(() => setToasts((shown) => shown.filter((toast) => toast.id !== id)), 4_500);
  }, []);

  const setBaseUrl = useCallback((url: string | undefined) => {
    const next = connect(url);
    setClockAhead(0);
    if (url === undefined) localStorage.removeItem(settingName);
    else localStorage.setItem(settingName, url);
    setSession(undefined);
    setConnection((last) => {
      last.queryClient.clear();
      return next;
    });
  }, []);

  const app = useMemo<App>(() => {
    const { client, attackedClient, queries, sandbox, baseUrl, log } = connection;
    const connected = { client, attackedClient, queries, sandbox, baseUrl, log };
    return { ...connected, session, setSession, setBaseUrl, notify };
  }, [connection, session, setBaseUrl, notify]);

  return (
    <QueryClientProvider client={connection.queryClient}>
      <AppContext value={app}>{children}</AppContext>
      <Toasts toasts={toasts} />
    </QueryClientProvider>
  );
}
