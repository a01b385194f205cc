import type { Country } from "../shared/countries.js";
import type { Maybe, Open } from "../shared/schema.js";
import type { Nationality } from "./nationality.js";

/** The document that proves an identity. */
export type DocumentCategory = "PASSPORT" | "DRIVERS_LICENSE" | "IDENTITY_CARD";

/** The statuses after which a verification session does not change any more. */
export type FinalSessionStatus = "COMPLETED" | "FAILED" | "EXPIRED";

/**
 * How far a verification session has come. `PROCESSING`: documents have been sent. `EXPIRED`: no documents came within 15 minutes.
 * Only `FinalSessionStatus` is final: "no longer `VERIFYING`" does not mean that it is over.
 */
export type SessionStatus = Open<FinalSessionStatus | "PENDING" | "PROCESSING" | "VERIFYING">;

/** What `client.kyc.individual.standard.create` takes: a person's data, as on the document. */
export interface CreateIndividualSessionRequest {
  firstName: string;
  lastName: string;
  /** `YYYY-MM-DD`. `DD/MM/YYYY` is taken too. */
  birthDate: string;
  documentCategory: DocumentCategory;
  /** The country that issued the document, in words: `BRAZIL`, not `BR`. */
  documentCountry: Country;
  /** Digits only: no dots, dashes or letters. */
  documentId: string;
  /** Whether the person must also show in front of a camera that they are there. */
  livenessRequired: boolean;
  email: string;
  /** Street and number. */
  address: string;
  city: string;
  state: string;
  postalCode: string;
  /** In words, such as `BRAZILIAN`. */
  nationality?: Nationality | undefined;
}

/**
 * Fields of an upload form. The service names `bucket`, `key`, `Policy`, `X-Cloud-Algorithm`, `X-Cloud-Credential`, `X-Cloud-Date` and
 * `X-Cloud-Signature`; the storage wants each one that is given, in the order given.
 */
export interface UploadFields {
  [field: string]: string;
}

/**
 * Where a document goes: hand it to `client.kyc.uploadDocument`. It expires **15 minutes** after the session was created.
 *
 * By hand: a multipart form POST to `url`, with all `fields` first, in order, and the file last, as `file`. Never send the API key there.
 */
export interface UploadTarget {
  url: string;
  fields: UploadFields;
}

/** The document of a verification session. */
export interface SessionDocument {
  id?: Maybe<string>;
  /** Null until the document was read. */
  type?: Maybe<string>;
  category?: Maybe<Open<DocumentCategory>>;
}

/**
 * A verification session of a person. Do not hand the whole session to a browser: it holds personal data, and it may hold the reason of
 * a failure.
 */
export interface IndividualSession {
  id: string;
  /** The verified individual, as fiat calls take it. Null or absent until the session is `COMPLETED`. */
  individualId?: Maybe<string>;
  status: SessionStatus;
  livenessRequired?: Maybe<boolean>;
  preFlight?: Maybe<boolean>;
  /** Why the verification failed. Meant for you, not for the person's browser. */
  failureReason?: Maybe<string>;
  firstName?: Maybe<string>;
  lastName?: Maybe<string>;
  /** In the form in which it was sent. */
  birthDate?: Maybe<string>;
  document?: Maybe<SessionDocument>;
  /** ISO 8601. */
  createdAt?: Maybe<string>;
  /** ISO 8601. */
  updatedAt?: Maybe<string>;
}

/** A new session with its upload targets. Upload the documents within 15 minutes, then call `process`. */
export interface CreatedIndividualSession {
  session: IndividualSession;
  /** For the document's front. */
  frontDocumentUpload: UploadTarget;
  /** For the document's back. None where the document has no back, such as a passport. */
  backDocumentUpload?: Maybe<UploadTarget>;
}

/** An answer that holds one session of a person. */
export interface IndividualSessionAnswer {
  session: IndividualSession;
}

/** The languages of a session's texts. Neither values nor effect have been published; the verification widget takes `en` and `pt`. */
export interface SessionLanguages {
  /** Goes into the header `accept-language`. */
  acceptLanguage?: string | undefined;
  /** Goes into the header `x-language`. */
  language?: string | undefined;
}

/**
 * What `client.kyc.individual.enhanced.create` takes. Its fields have not been published: whatever is given is sent as it is. Known is that
 * the upgrade of an existing individual needs only the enhanced documents, and a new individual needs all documents.
 */
export interface CreateEnhancedSessionRequest {
  [field: string]: unknown;
}

/** An enhanced verification session. Its fields have not been published; `id` and `status` are expected as in a standard session. */
export interface EnhancedSession {
  id?: Maybe<string>;
  status?: Maybe<SessionStatus>;
  [field: string]: unknown;
}

/** An answer on an enhanced session. What else stands in it has not been published, and is kept. */
export interface EnhancedSessionAnswer {
  session?: Maybe<EnhancedSession>;
  [field: string]: unknown;
}

/** An owner of a company. Fields that are not named here are sent as they are. */
export interface BusinessOwner {
  firstName: string;
  lastName: string;
  documentId: string;
  /** The words taken here have not been published; those of a person's session are offered. */
  documentCategory?: Open<DocumentCategory> | undefined;
  /** In words: `BRAZIL`, not `BR`. */
  documentCountry?: Country | undefined;
  /** `YYYY-MM-DD`. `DD/MM/YYYY` is taken too. */
  birthDate?: string | undefined;
  /** In words, such as `BRAZILIAN`. */
  nationality?: Nationality | undefined;
  /** Street and number. */
  address?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  postalCode?: string | undefined;
  [field: string]: unknown;
}

/**
 * What `client.kyc.business.standard.create` takes: a company and its owners.
 *
 * Not all of it has been published. Which fields the service requires is not known: what identifies company and owners is required here, and the
 * service names what else it misses. Two fields take digits only, but which two is not known, so none is checked for it. Fields that are not named here are sent as they are.
 */
export interface CreateBusinessSessionRequest {
  legalName: string;
  email: string;
  /** The company's registration number. */
  documentId: string;
  /** The company's legal form. */
  legalNature?: string | undefined;
  phoneNumber?: string | undefined;
  city?: string | undefined;
  /** In words: `BRAZIL`, not `BR`. */
  country: Country;
  postalCode?: string | undefined;
  state?: string | undefined;
  /** Street and number. */
  streetLine1?: string | undefined;
  /** A whole URL, such as `https://example.com`. */
  website?: string | undefined;
  /** At least one. */
  owners: BusinessOwner[];
  [field: string]: unknown;
}

/** A verification session of a company. Do not hand the whole session to a browser. */
export interface BusinessSession {
  id: string;
  businessId?: Maybe<string>;
  status: SessionStatus;
  legalName?: Maybe<string>;
  email?: Maybe<string>;
  legalNature?: Maybe<string>;
  phoneNumber?: Maybe<string>;
  website?: Maybe<string>;
  country?: Maybe<Open<Country>>;
  address?: Maybe<string>;
  city?: Maybe<string>;
  state?: Maybe<string>;
  postalCode?: Maybe<string>;
  document?: Maybe<SessionDocument>;
  /** ISO 8601. */
  createdAt?: Maybe<string>;
  /** ISO 8601. */
  updatedAt?: Maybe<string>;
}

/** Where the documents of one owner go. */
export interface OwnerDocuments {
  ownerId?: Maybe<string>;
  /** The owner's `documentId`: tells which owner is meant. */
  ownerDocumentId?: Maybe<string>;
  frontDocumentUpload?: Maybe<UploadTarget>;
  /** None where the document has no back, such as a passport. */
  backDocumentUpload?: Maybe<UploadTarget>;
  proofOfAddressDocumentUpload?: Maybe<UploadTarget>;
}

/** A new session of a company with its upload targets, for the company and for each owner. Upload within 15 minutes. */
export interface CreatedBusinessSession {
  session: BusinessSession;
  proofOfAddressDocumentUpload?: Maybe<UploadTarget>;
  /** For the company's articles of association. */
  socialContractDocumentUpload?: Maybe<UploadTarget>;
  ownersDocuments?: Maybe<OwnerDocuments[]>;
}

/** An answer that holds one session of a company. */
export interface BusinessSessionAnswer {
  session: BusinessSession;
}

/** How much may be moved in one period. Numbers, in the currency of the limit they belong to. */
export interface LimitBucket {
  limit?: Maybe<number>;
  used?: Maybe<number>;
  remaining?: Maybe<number>;
}

/** How much may be moved at once. */
export interface TransactionLimit {
  limit?: Maybe<number>;
}

/** The limits of one kind and currency, by period. */
export interface LimitPeriods {
  monthly?: Maybe<LimitBucket>;
  daily?: Maybe<LimitBucket>;
  quarterly?: Maybe<LimitBucket>;
  perTransaction?: Maybe<TransactionLimit>;
}

/** What an identity may move, for one kind of operation and one currency. */
export interface FinancialLimit {
  /** The kinds have not been published. */
  type?: Maybe<string>;
  currency?: Maybe<string>;
  limits?: Maybe<LimitPeriods>;
}

/** What an identity, a person or a company, may move. */
export interface FinancialLimits {
  identityId?: Maybe<string>;
  /** The words have not been published. */
  identityType?: Maybe<string>;
  projectId?: Maybe<string>;
  limits: FinancialLimit[];
}
