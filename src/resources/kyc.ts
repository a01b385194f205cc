import { finalSessionStatuses } from "../contract/final-statuses.js";
import type * as b from "../contract/kyc/business-records.js";
import type * as t from "../contract/kyc/records.js";
import { ConfigurationError } from "../errors/data.js";
import { unchecked } from "../errors/options.js";
import type { CallOptions } from "../http/config/options.js";
import { type Call, type SafePromise, toSafePromise } from "../http/features/call.js";
import type { Transport } from "../http/features/client-transport.js";
import { type UploadFile, type UploadOptions, uploadFile } from "../http/features/upload.js";
import { type Progress, type WaitOptions, waitOptions } from "../http/features/wait.js";
import { quoteValue } from "../shared/hide-secrets.js";
import { BusinessStandard, IndividualEnhanced, IndividualStandard } from "./kyc-sessions.js";

const sessionWaitOptions = () => ({ ...waitOptions(), kind: unchecked });
/** The kind of verification of a session. */
export type SessionKind = "individual.standard" | "individual.enhanced" | "business.standard";

/** Options for waiting for a session. Times are milliseconds. */
export interface WaitForSessionOptions<Session, Kind extends SessionKind>
  extends WaitOptions<Progress<Session>> {
  /** @defaultValue `"individual.standard"` */
  kind?: Kind | undefined;
}

type GetSessionName = `kyc.${SessionKind}.get`;
type AnySession = t.IndividualSession | t.EnhancedSession | b.BusinessSession;

/** Identity verification of people and businesses. */
export class Kyc {
  readonly #transport: Transport;
  readonly individual: {
    readonly standard: IndividualStandard;
    readonly enhanced: IndividualEnhanced;
  };
  readonly business: { readonly standard: BusinessStandard };

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.individual = {
      standard: new IndividualStandard(transport),
      enhanced: new IndividualEnhanced(transport),
    };
    this.business = { standard: new BusinessStandard(transport) };
  }

  /**
   * Gets the limits of an identity by currency and period, with the remaining amounts.
   *
   * @example
   * ```ts
   * const { limits } = await client.kyc.financialLimits("ind_1");
   * for (const limit of limits) console.log(limit.currency, limit.limits?.daily?.remaining);
   * ```
   */
  financialLimits(
    identityId: string,
    options?: CallOptions,
  ): Call<t.FinancialLimits, "kyc.financialLimits"> {
    return this.#transport.call("kyc.financialLimits", { params: { identityId } }, options);
  }

  /**
   * Creates temporary URLs of a person's documents, for a back office on a server. `bursar/proxy`
   * does not forward it. A URL is absent if there is no such document.
   *
   * @example
   * ```ts
   * const { frontDocumentUrl } = await client.kyc.documentUrls({
   *   sessionId,
   *   sessionType: "STANDARD_INDIVIDUAL",
   *   expiresInSeconds: 300,
   * });
   * console.log(frontDocumentUrl ?? "no document");
   * ```
   */
  documentUrls(
    request: t.DocumentUrlsRequest,
    options?: CallOptions,
  ): Call<t.DocumentUrls, "kyc.documentUrls"> {
    return this.#transport.call("kyc.documentUrls", { body: request }, options);
  }

  /**
   * Uploads a document to an upload target, without the API key. Targets expire after 15 minutes.
   * Rejects with `UploadError` if the storage rejects the document.
   *
   * @example
   * ```ts
   * const photo = new Blob([bytes], { type: "image/jpeg" });
   * await client.kyc.uploadDocument(created.frontDocumentUpload, photo, {
   *   onProgress: ({ sent, total }) => console.log(`${Math.round((100 * sent) / total)} %`),
   * });
   * ```
   */
  uploadDocument(
    target: t.UploadTarget,
    file: UploadFile,
    options: UploadOptions = {},
  ): SafePromise<void, never> {
    return toSafePromise(uploadFile(target, file, options, this.#transport.config));
  }

  /**
   * Waits until a session is `COMPLETED`, `FAILED` or `EXPIRED`. **Check the `status` of the
   * result: not all are a success.** After `timeout`, it rejects with `WaitTimeoutError`.
   *
   * @throws `ApiError` with the id `STANDARD_SESSION_NOT_FOUND`.
   * @example
   * ```ts
   * const { status } = await client.kyc.waitForSession(sessionId, { timeout: 900_000 });
   * if (status !== "COMPLETED") console.error("not verified:", status);
   * ```
   */
  waitForSession(
    sessionId: string,
    options?: WaitForSessionOptions<t.IndividualSession, "individual.standard">,
  ): SafePromise<
    t.IndividualSession & { status: t.FinalSessionStatus },
    "kyc.individual.standard.get"
  >;
  waitForSession(
    sessionId: string,
    options: WaitForSessionOptions<t.EnhancedSession, "individual.enhanced"> & {
      kind: "individual.enhanced";
    },
  ): SafePromise<
    t.EnhancedSession & { status: t.FinalSessionStatus },
    "kyc.individual.enhanced.get"
  >;
  waitForSession(
    sessionId: string,
    options: WaitForSessionOptions<b.BusinessSession, "business.standard"> & {
      kind: "business.standard";
    },
  ): SafePromise<b.BusinessSession & { status: t.FinalSessionStatus }, "kyc.business.standard.get">;
  waitForSession(
    sessionId: string,
    options: WaitForSessionOptions<never, SessionKind> = {},
  ): SafePromise<AnySession, GetSessionName> {
    return toSafePromise(this.#waitForSession(sessionId, options));
  }

  async #waitForSession(
    sessionId: string,
    options: WaitForSessionOptions<never, SessionKind>,
  ): Promise<AnySession> {
    const { kind = "individual.standard" } = options ?? {};
    const verifications = {
      "individual.standard": this.individual.standard,
      "individual.enhanced": this.individual.enhanced,
      "business.standard": this.business.standard,
    };
    const verification = verifications[kind];
    if (!verification) {
      const kinds = Object.keys(verifications).join(", ");
      throw new ConfigurationError(
        `kyc.waitForSession: kind must be one of ${kinds}, got ${quoteValue(kind)}`,
      );
    }
    const target = {
      operation: "kyc.waitForSession",
      subject: sessionId,
      read: async (callOptions: CallOptions): Promise<AnySession | undefined> => {
        const { session } = await verification.get(sessionId, callOptions);
        return session ?? undefined;
      },
      getStatus: ({ status }: AnySession) => status ?? "",
      final: finalSessionStatuses,
      advice:
        "A PENDING session needs its documents and process. Any other session continues: wait again.",
      options: sessionWaitOptions,
    };
    return this.#transport.wait(target, options as WaitOptions<Progress<AnySession>>);
  }
}
