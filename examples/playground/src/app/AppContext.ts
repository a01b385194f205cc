import type { Address, Client } from "bursar";
import type { Queries } from "bursar/query";
import type { Sandbox } from "bursar/sandbox";
import type { Signer } from "bursar/signing";
import { createContext, useContext } from "react";
import type { RequestLogStore } from "./request-log";

/** A smart wallet, and who signs for it. */
export interface Session {
  owner: Address;
  signer: Signer;
  walletAddress: Address;
  factory: Address;
  /** A key made in this page, or a wallet of the browser. */
  kind: "generated" | "injected";
  /** The browser wallet's own name. */
  walletName?: string | undefined;
}

/** What every section works with. */
export interface App {
  client: Client;
  queries: Queries;
  /** Undefined where the page talks to another base URL. */
  sandbox: Sandbox | undefined;
  session: Session | undefined;
  setSession(session: Session | undefined): void;
  /** Where the client sends its calls. */
  baseUrl: string;
  /** Undefined means the sandbox in the page. */
  setBaseUrl(url: string | undefined): void;
  log: RequestLogStore;
  /** Says something in the corner of the page, and to screen readers. */
  notify(text: string): void;
}

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("useApp wants an AppProvider above it");
  return app;
}
