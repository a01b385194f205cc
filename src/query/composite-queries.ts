import type { Client } from "../client.js";
import type * as kyc from "../contract/kyc/types.js";
import {
  finalSessionStatuses,
  finalTransactionStatuses,
} from "../contract/shared/final-statuses.js";
import type { Hex } from "../contract/shared/primitives.js";
import type { RegisterWalletRequest, Transaction } from "../contract/wallets/types.js";
import type { UploadFile, UploadOptions } from "../http/features/upload.js";
import type { Progress, WaitOptions } from "../http/features/wait.js";
import type { CallOptions } from "../http/options.js";
import type { SessionKind } from "../resources/kyc.js";
import type { EnsuredWallet } from "../resources/wallets.js";
import { type KeyFactory, normalizeInput } from "./query-key.js";
import type { DataKey, WaitContext, WaitQueryOptions, WriteOptions } from "./query-options.js";
import { createWriteOptions } from "./write-options.js";

/** How a wait goes about it: the client's own options, without those that the query sees to. */
export interface WaitSettings extends Omit<WaitOptions<never>, "signal" | "onProgress"> {}

/** How to wait for a session. */
export interface SessionWaitSettings<Kind extends SessionKind> extends WaitSettings {
  /** @defaultValue `"individual.standard"` */
  kind?: Kind | undefined;
}

/** The record of each kind of session. */
export interface SessionOf {
  "individual.standard": kyc.IndividualSession;
  "individual.enhanced": kyc.EnhancedSession;
  "business.standard": kyc.BusinessSession;
}

/** Options for the client's methods that are no single operation of the service. */
export interface CompositeQueries {
  "wallets.ensure": (
    options?: Omit<CallOptions, "signal">,
  ) => WriteOptions<EnsuredWallet, RegisterWalletRequest>;
  "wallets.waitForTransaction": (
    walletAddress: string,
    subject: { readonly userOperationHash: Hex },
    settings?: WaitSettings,
  ) => WaitQueryOptions<Transaction>;
  "kyc.uploadDocument": (
    options?: Omit<UploadOptions, "signal">,
  ) => WriteOptions<void, readonly [target: kyc.UploadTarget, file: UploadFile]>;
  "kyc.waitForSession": <Kind extends SessionKind = "individual.standard">(
    sessionId: string,
    settings?: SessionWaitSettings<Kind>,
  ) => WaitQueryOptions<SessionOf[Kind]>;
}

export function createCompositeQueries(client: Client, keyOf: KeyFactory): CompositeQueries {
  return {
    "wallets.ensure": (options) =>
      createWriteOptions(keyOf("wallets.ensure"), 1, (request) =>
        client.wallets.ensure(request as never, options),
      ),
    "wallets.waitForTransaction": (walletAddress, subject, settings) =>
      createWaitOptions(
        [
          ...keyOf("wallets.waitForTransaction"),
          normalizeInput({ params: { walletAddress, ...subject } }),
        ],
        finalTransactionStatuses,
        (watch) =>
          client.wallets.waitForTransaction(walletAddress, subject, { ...settings, ...watch }),
      ),
    "kyc.uploadDocument": (options) =>
      createWriteOptions(keyOf("kyc.uploadDocument"), 2, (target, file) =>
        client.kyc.uploadDocument(target as never, file as never, options),
      ),
    "kyc.waitForSession": (sessionId, settings) =>
      createWaitOptions(
        [
          ...keyOf("kyc.waitForSession"),
          normalizeInput({ params: { sessionId, kind: settings?.kind } }),
        ],
        finalSessionStatuses,
        (watch) =>
          client.kyc.waitForSession(sessionId, { ...settings, ...watch } as never) as never,
      ),
  };
}

/** What a query adds to a wait. */
interface WaitCallbacks<Data> {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress<Data>) => void;
}

function createWaitOptions<Data extends { status?: unknown }>(
  queryKey: readonly unknown[],
  final: ReadonlySet<string>,
  wait: (watch: WaitCallbacks<Data>) => Promise<Data>,
): WaitQueryOptions<Data> {
  return {
    queryKey: queryKey as DataKey<Data>,
    queryFn({ signal, client, queryKey: watched }: WaitContext) {
      const onProgress = ({ record }: Progress<Data>) => {
        if (record !== undefined && !signal.aborted) client?.setQueryData(watched, record);
      };
      return wait({ signal, onProgress });
    },
    retry: false,
    // What was kept from a wait that did not end, by a persister, is waited for again.
    staleTime: ({ state }) =>
      final.has(String((state.data as Data | undefined)?.status)) ? Number.POSITIVE_INFINITY : 0,
  };
}
