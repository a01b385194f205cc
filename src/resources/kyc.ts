import type * as t from "../contract/kyc/types.js";
import { finalSessionStatuses } from "../contract/shared/final-statuses.js";
import type { Call } from "../http/call.js";
import { uploadLazily } from "../http/features/lazy-upload.js";
import type { UploadFile, UploadOptions } from "../http/features/upload.js";
import { type Progress, pollUntilFinal, type WaitOptions } from "../http/features/wait.js";
import type { CallOptions } from "../http/options.js";
import type { Transport } from "../http/transport.js";

/** Which verification a session belongs to. */
export type SessionKind = "individual.standard" | "individual.enhanced" | "business.standard";

/** Options of reading a person's session. */
export interface GetSessionOptions extends CallOptions, t.SessionLanguages {}

/** How to wait for a session. Times are milliseconds. */
export interface WaitForSessionOptions<Session, Kind extends SessionKind>
  extends WaitOptions<Progress<Session>> {
  /** @defaultValue `"individual.standard"` */
  kind?: Kind | undefined;
}

/** Standard verification of a person. */
export class IndividualStandard {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Starts the verification of a person. Upload the documents to the targets in the answer within 15 minutes, then call `process`.
   *
   * @example
   * ```ts
   * const created = await client.kyc.individual.standard.create({
   *   firstName: "Ana",
   *   lastName: "Silva",
   *   birthDate: "1990-05-17",
   *   documentCategory: "PASSPORT",
   *   documentCountry: "BRAZIL",
   *   documentId: "123456789",
   *   livenessRequired: false,
   *   email: "ana@example.com",
   *   address: "Rua Augusta 1",
   *   city: "Sao Paulo",
   *   state: "SP",
   *   postalCode: "01000000",
   * });
   * await client.kyc.uploadDocument(created.frontDocumentUpload, new Blob(["…"], { type: "image/jpeg" }));
   * await client.kyc.individual.standard.process(created.session.id);
   * ```
   */
  create(
    request: t.CreateIndividualSessionRequest,
    options?: CallOptions,
  ): Call<t.CreatedIndividualSession> {
    return this.#transport.call("kyc.individual.standard.create", { body: request }, options);
  }

  /**
   * Reads a session. Only `COMPLETED`, `FAILED` and `EXPIRED` are final. Do not hand the whole session to a browser: it may hold the reason
   * of a failure.
   *
   * @example
   * ```ts
   * const { session } = await client.kyc.individual.standard.get(sessionId, { acceptLanguage: "pt" });
   * console.log(session.status, session.individualId);
   * ```
   */
  get(sessionId: string, options: GetSessionOptions = {}): Call<t.IndividualSessionAnswer> {
    const { acceptLanguage, language, ...callOptions } = options;
    return this.#transport.call(
      "kyc.individual.standard.get",
      { params: { sessionId }, headers: { acceptLanguage, language } },
      callOptions,
    );
  }

  /**
   * Starts the check of the uploaded documents.
   *
   * @example
   * ```ts
   * await client.kyc.individual.standard.process(sessionId);
   * ```
   */
  process(sessionId: string, options?: CallOptions): Call<void> {
    return this.#transport.call(
      "kyc.individual.standard.process",
      { params: { sessionId } },
      options,
    );
  }
}

/**
 * Enhanced verification of a person. Experimental: paths and fields are inferred. Correct a path with the client option `paths`.
 *
 * @experimental
 */
export class IndividualEnhanced {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Starts the enhanced verification of a person. Its fields have not been published: they are sent as given.
   *
   * @example
   * ```ts
   * const { session } = await client.kyc.individual.enhanced.create({ individualId: "ind_1" });
   * console.log(session?.id);
   * ```
   */
  create(
    request: t.CreateEnhancedSessionRequest,
    options?: CallOptions,
  ): Call<t.EnhancedSessionAnswer> {
    return this.#transport.call("kyc.individual.enhanced.create", { body: request }, options);
  }

  /**
   * Reads an enhanced session.
   *
   * @example
   * ```ts
   * const { session } = await client.kyc.individual.enhanced.get(sessionId);
   * console.log(session?.status);
   * ```
   */
  get(sessionId: string, options?: CallOptions): Call<t.EnhancedSessionAnswer> {
    return this.#transport.call("kyc.individual.enhanced.get", { params: { sessionId } }, options);
  }

  /**
   * Starts the check of the documents uploaded for an enhanced session.
   *
   * @example
   * ```ts
   * await client.kyc.individual.enhanced.process(sessionId);
   * ```
   */
  process(sessionId: string, options?: CallOptions): Call<void> {
    return this.#transport.call(
      "kyc.individual.enhanced.process",
      { params: { sessionId } },
      options,
    );
  }
}

/** Standard verification of a business. */
export class BusinessStandard {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Starts the verification of a business with its owners. The answer holds upload targets for the company's documents and for each owner's.
   *
   * @example
   * ```ts
   * const created = await client.kyc.business.standard.create({
   *   legalName: "Padaria Silva Ltda",
   *   email: "office@example.com",
   *   documentId: "12345678000195",
   *   legalNature: "LTDA",
   *   phoneNumber: "5511999990000",
   *   city: "Sao Paulo",
   *   country: "BRAZIL",
   *   postalCode: "01000000",
   *   state: "SP",
   *   streetLine1: "Rua Augusta 1",
   *   owners: [
   *     {
   *       firstName: "Ana",
   *       lastName: "Silva",
   *       documentId: "123456789",
   *       documentCategory: "PASSPORT",
   *       documentCountry: "BRAZIL",
   *       birthDate: "1990-05-17",
   *       nationality: "BRAZILIAN",
   *       address: "Rua Augusta 1",
   *       city: "Sao Paulo",
   *       state: "SP",
   *       postalCode: "01000000",
   *     },
   *   ],
   * });
   * console.log(created.session.id, created.ownersDocuments?.length);
   * ```
   */
  create(
    request: t.CreateBusinessSessionRequest,
    options?: CallOptions,
  ): Call<t.CreatedBusinessSession> {
    return this.#transport.call("kyc.business.standard.create", { body: request }, options);
  }

  /**
   * Reads a session. The path is inferred: correct it with the client option `paths` where it differs.
   *
   * @example
   * ```ts
   * const { session } = await client.kyc.business.standard.get(sessionId);
   * console.log(session.status);
   * ```
   */
  get(sessionId: string, options?: CallOptions): Call<t.BusinessSessionAnswer> {
    return this.#transport.call("kyc.business.standard.get", { params: { sessionId } }, options);
  }
}

/** Identity checks of people and businesses. */
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
   * Reads how much an identity may move in each currency and period, and how much of that is left.
   *
   * @example
   * ```ts
   * const { limits } = await client.kyc.financialLimits("ind_1");
   * for (const { currency, limits: periods } of limits) console.log(currency, periods?.daily?.remaining);
   * ```
   */
  financialLimits(identityId: string, options?: CallOptions): Call<t.FinancialLimits> {
    return this.#transport.call("kyc.financialLimits", { params: { identityId } }, options);
  }

  /**
   * Uploads a document to an upload target: all fields first, in their order, the file last. The API key never goes there.
   * Targets expire after 15 minutes.
   *
   * @example
   * ```ts
   * await client.kyc.uploadDocument(created.frontDocumentUpload, new Blob([bytes], { type: "image/jpeg" }), {
   *   onProgress: ({ sent, total }) => console.log(`${Math.round((100 * sent) / total)} %`),
   * });
   * ```
   */
  async uploadDocument(
    target: t.UploadTarget,
    file: UploadFile,
    options: UploadOptions = {},
  ): Promise<void> {
    return uploadLazily(target, file, options, this.#transport.config);
  }

  /**
   * Waits until a session has come to its end: `COMPLETED`, `FAILED` or `EXPIRED`. **Not every end is a success: look at `status`.**
   *
   * @example
   * ```ts
   * const session = await client.kyc.waitForSession(sessionId, { timeout: 900_000, onProgress: ({ status }) => console.log(status) });
   * if (session.status !== "COMPLETED") console.error("not verified:", session.status);
   * ```
   */
  waitForSession(
    sessionId: string,
    options?: WaitForSessionOptions<t.IndividualSession, "individual.standard">,
  ): Promise<t.IndividualSession & { status: t.FinalSessionStatus }>;
  waitForSession(
    sessionId: string,
    options: WaitForSessionOptions<t.EnhancedSession, "individual.enhanced"> & {
      kind: "individual.enhanced";
    },
  ): Promise<t.EnhancedSession & { status: t.FinalSessionStatus }>;
  waitForSession(
    sessionId: string,
    options: WaitForSessionOptions<t.BusinessSession, "business.standard"> & {
      kind: "business.standard";
    },
  ): Promise<t.BusinessSession & { status: t.FinalSessionStatus }>;
  async waitForSession(
    sessionId: string,
    options: WaitForSessionOptions<never, SessionKind> = {},
  ): Promise<never> {
    const { kind = "individual.standard", ...waitOptions } = options;
    const readers = {
      "individual.standard": (call: CallOptions) => this.individual.standard.get(sessionId, call),
      "individual.enhanced": (call: CallOptions) => this.individual.enhanced.get(sessionId, call),
      "business.standard": (call: CallOptions) => this.business.standard.get(sessionId, call),
    };
    const read = async (call: CallOptions) =>
      ((await readers[kind](call)) as { session?: { status?: string } }).session ?? undefined;
    const target = {
      operation: "kyc.waitForSession",
      subject: sessionId,
      read,
      getStatus: (found: { status?: string }) => found.status ?? "",
      final: finalSessionStatuses,
      advice:
        "A PENDING session waits for its documents and for process; any other goes on by itself: wait again.",
    };
    return (await pollUntilFinal(
      this.#transport,
      target,
      waitOptions as WaitOptions<Progress<{ status?: string }>>,
    )) as never;
  }
}
