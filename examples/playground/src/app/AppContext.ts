import type { Address, Client } from "bursar";
import type { Queries } from "bursar/query";
import type { Sandbox } from "bursar/sandbox";
import type { Signer } from "bursar/signing";
import { createContext, useContext } from "react";
import type { Attack } from "./attacks";
import type { RequestLogStore } from "./request-log";

/** A connected smart wallet and its signer. */
export interface Session {
  owner: Address;
  signer: Signer;
  walletAddress: Address;
  factory: Address;
  /** The signer: a key generated in this page, or a browser wallet. */
  kind: "generated" | "injected";
  /** The name of the browser wallet. */
  walletName?: string | undefined;
}

/** The state that all sections share. */
export interface App {
  client: Client;
  /** Returns a client whose responses an attacker changes on their way. */
  attackedClient(attack: Attack): Client;
  queries: Queries;
  /** Undefined if the page uses another base URL. */
  sandbox: Sandbox | undefined;
  session: Session | undefined;
  setSession(session: Session | undefined): void;
  /** The base URL of the client. */
  baseUrl: string;
  /** Pass undefined to use the sandbox in the page. */
  setBaseUrl(url: string | undefined): void;
  log: RequestLogStore;
  /** Shows a message in the corner of the page and announces it to screen readers. */
  notify(text: string): void;
}

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("useApp: AppProvider is missing");
  return app;
}
