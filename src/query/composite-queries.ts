import type { Client } from "../client.js";
import type { EndpointName } from "../contract/endpoints.js";
import { finalSessionStatuses, finalTransactionStatuses } from "../contract/final-statuses.js";
import type * as business from "../contract/kyc/business-records.js";
import type * as kyc from "../contract/kyc/records.js";
import type { Transaction } from "../contract/wallets/history-records.js";
import type { RegisterWalletRequest } from "../contract/wallets/records.js";
import type { CallOptions } from "../http/config/options.js";
import type { UploadFile, UploadOptions } from "../http/features/upload.js";
import type { Progress, WaitOptions } from "../http/features/wait.js";
import type { EnsuredWallet } from "../resources/ensure-wallet.js";
import type { SessionKind } from "../resources/kyc.js";
import type { Hex } from "../shared/patterns.js";
import { createDataKey, type KeyFactory } from "./query-key.js";
import type { WaitContext, WaitQueryOptions, WriteOptions } from "./query-options.js";
import { createWriteOptions } from "./write-options.js";

/** Options of a wait. The query sets `signal` and `onProgress`. */
export interface WaitSettings extends Omit<WaitOptions<never>, "signal" | "onProgress"> {}

/** Options of a wait for a session. */
export interface SessionWaitSettings<Kind extends SessionKind> extends WaitSettings {
  /** @defaultValue `"individual.standard"` */
  kind?: Kind | undefined;
}

/** The record of each kind of session. */
export interface SessionOf {
  "individual.standard": kyc.IndividualSession;
  "individual.enhanced": kyc.EnhancedSession;
  "business.standard": business.BusinessSession;
}

/** Options for the client's methods that combine several operations. */
export interface CompositeQueries {
  "wallets.ensure": (
    options?: Omit<CallOptions, "signal">,
  ) => WriteOptions<EnsuredWallet, RegisterWalletRequest, "wallets.check" | "wallets.register">;
  "wallets.waitForTransaction": (
    walletAddress: string,
    subject: { readonly userOperationHash: Hex },
    settings?: WaitSettings,
  ) => WaitQueryOptions<Transaction, "wallets.history">;
  "swap.waitForLimitOrder": (
    walletAddress: string,
    subject: { readonly userOperationHash: Hex },
    settings?: WaitSettings,
  ) => WaitQueryOptions<Transaction, "wallets.history">;
  "kyc.uploadDocument": (
    options?: Omit<UploadOptions, "signal">,
  ) => WriteOptions<void, readonly [target: kyc.UploadTarget, file: UploadFile]>;
  "kyc.waitForSession": <Kind extends SessionKind = "individual.standard">(
    sessionId: string,
    settings?: SessionWaitSettings<Kind>,
  ) => WaitQueryOptions<SessionOf[Kind], `kyc.${Kind}.get`>;
}

export function createCompositeQueries(client: Client, createKey: KeyFactory): CompositeQueries {
  return {
    "wallets.ensure": (options) =>
      createWriteOptions(createKey("wallets.ensure"), (request) =>
        client.wallets.ensure(request, options),
      ),
    "wallets.waitForTransaction": (walletAddress, subject, settings) =>
      createWaitOptions(
        createKey("wallets.waitForTransaction"),
        { ...subject, walletAddress },
        finalTransactionStatuses,
        (callbacks) =>
          client.wallets.waitForTransaction(walletAddress, subject, { ...settings, ...callbacks }),
      ),
    "swap.waitForLimitOrder": (walletAddress, subject, settings) =>
      createWaitOptions(
        createKey("swap.waitForLimitOrder"),
        { ...subject, walletAddress },
        finalTransactionStatuses,
        (callbacks) =>
          client.swap.waitForLimitOrder(walletAddress, subject, { ...settings, ...callbacks }),
      ),
    "kyc.uploadDocument": (options) =>
      createWriteOptions(createKey("kyc.uploadDocument"), ([target, file]) =>
        client.kyc.uploadDocument(target, file, options),
      ),
    "kyc.waitForSession": (sessionId, settings) =>
      createWaitOptions(
        createKey("kyc.waitForSession"),
        { sessionId, kind: settings?.kind },
        finalSessionStatuses,
        // TypeScript cannot select an overload for a generic kind.
        (callbacks) =>
          client.kyc.waitForSession(sessionId, { ...settings, ...callbacks } as never) as never,
      ),
  };
}

interface WaitCallbacks<Data> {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress<Data>) => void;
}

function createWaitOptions<Data extends { status?: unknown }, Name extends EndpointName>(
  prefix: readonly string[],
  params: object,
  finalStatuses: ReadonlySet<string>,
  wait: (callbacks: WaitCallbacks<Data>) => Promise<Data>,
): WaitQueryOptions<Data, Name> {
  return {
    queryKey: createDataKey(prefix, { params }),
    queryFn({ signal, client, queryKey: ownKey }: WaitContext) {
      const onProgress = ({ record }: Progress<Data>) => {
        if (record !== undefined && !signal.aborted) client?.setQueryData(ownKey, record);
      };
      return wait({ signal, onProgress });
    },
    retry: false,
    // A persister may restore a record that is not final. The query then waits again.
    staleTime: ({ state }) =>
      finalStatuses.has(String(state.data?.status)) ? Number.POSITIVE_INFINITY : 0,
  };
}
