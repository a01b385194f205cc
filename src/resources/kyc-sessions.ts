import type * as b from "../contract/kyc/business-records.js";
import type * as t from "../contract/kyc/records.js";
import type { CallOptions } from "../http/config/options.js";
import type { Call } from "../http/features/call.js";
import type { Transport } from "../http/features/client-transport.js";

/** Options for getting the session of a person. */
export interface GetSessionOptions extends CallOptions, t.SessionLanguages {}

/** Standard verification of a person. */
export class IndividualStandard {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Starts the verification of a person. Returns upload targets for the documents. Upload them
   * within 15 minutes, then call {@link IndividualStandard.process}.
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
   * const photo = new Blob([bytes], { type: "image/jpeg" });
   * await client.kyc.uploadDocument(created.frontDocumentUpload, photo);
   * await client.kyc.individual.standard.process(created.session.id);
   * ```
   */
  create(
    request: t.CreateIndividualSessionRequest,
    options?: CallOptions,
  ): Call<t.CreatedIndividualSession, "kyc.individual.standard.create"> {
    return this.#transport.call("kyc.individual.standard.create", { body: request }, options);
  }

  /**
   * Gets a session. Only `COMPLETED`, `FAILED` and `EXPIRED` are final. Do not send the session to
   * a browser, because it may contain the reason of a failure.
   *
   * @throws `ApiError` with the id `STANDARD_SESSION_NOT_FOUND`.
   * @example
   * ```ts
   * const { session } = await client.kyc.individual.standard.get(sessionId);
   * console.log(session.status, session.individualId);
   * ```
   */
  get(
    sessionId: string,
    options: GetSessionOptions = {},
  ): Call<t.IndividualSessionResponse, "kyc.individual.standard.get"> {
    const { acceptLanguage, language, ...callOptions } = options ?? {};
    return this.#transport.call(
      "kyc.individual.standard.get",
      {
        params: { sessionId },
        headers: { acceptLanguage: acceptLanguage ?? undefined, language: language ?? undefined },
      },
      callOptions,
    );
  }

  /**
   * Starts the check of the uploaded documents. Call it after all uploads.
   *
   * @example
   * ```ts
   * await client.kyc.individual.standard.process(sessionId);
   * ```
   */
  process(sessionId: string, options?: CallOptions): Call<void, "kyc.individual.standard.process"> {
    return this.#transport.call(
      "kyc.individual.standard.process",
      { params: { sessionId } },
      options,
    );
  }
}

/**
 * Enhanced verification of a person. The paths and fields are inferred. To correct a path, use the
 * client option `paths`.
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
   * Starts the enhanced verification of a person. Its fields are not documented and sent unchanged.
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
  ): Call<t.EnhancedSessionResponse, "kyc.individual.enhanced.create"> {
    return this.#transport.call("kyc.individual.enhanced.create", { body: request }, options);
  }

  /**
   * Gets an enhanced session.
   *
   * @example
   * ```ts
   * const { session } = await client.kyc.individual.enhanced.get(sessionId);
   * console.log(session?.status);
   * ```
   */
  get(
    sessionId: string,
    options?: CallOptions,
  ): Call<t.EnhancedSessionResponse, "kyc.individual.enhanced.get"> {
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
  process(sessionId: string, options?: CallOptions): Call<void, "kyc.individual.enhanced.process"> {
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
   * Starts the verification of a business and its owners. Returns upload targets for the documents
   * of the business and of each owner.
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
    request: b.CreateBusinessSessionRequest,
    options?: CallOptions,
  ): Call<b.CreatedBusinessSession, "kyc.business.standard.create"> {
    return this.#transport.call("kyc.business.standard.create", { body: request }, options);
  }

  /**
   * Gets a session. The path is inferred. To correct it, use the client option `paths`.
   *
   * @example
   * ```ts
   * const { session } = await client.kyc.business.standard.get(sessionId);
   * console.log(session.status);
   * ```
   */
  get(
    sessionId: string,
    options?: CallOptions,
  ): Call<b.BusinessSessionResponse, "kyc.business.standard.get"> {
    return this.#transport.call("kyc.business.standard.get", { params: { sessionId } }, options);
  }
}
