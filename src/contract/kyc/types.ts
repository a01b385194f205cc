import type { Country } from "../shared/countries.js";
import type { Maybe, Open } from "../shared/schema.js";
import type {
  UnverifiedCompanyDocument,
  UnverifiedFailureReason,
  UnverifiedIdentityType,
  UnverifiedLimitType,
} from "../shared/unverified-words.js";
import type { Nationality } from "./nationality.js";

/** The type of an identity document. */
export type DocumentCategory = "PASSPORT" | "DRIVERS_LICENSE" | "IDENTITY_CARD";

/** The statuses after which a verification session no longer changes. */
export type FinalSessionStatus = "COMPLETED" | "FAILED" | "EXPIRED";

/**
 * The status of a verification session. `PROCESSING`: the documents were sent. `EXPIRED`: no
 * documents were uploaded within 15 minutes. Only the statuses of `FinalSessionStatus` are final.
 */
export type SessionStatus = Open<FinalSessionStatus | "PENDING" | "PROCESSING" | "VERIFYING">;

/** The request of `client.kyc.individual.standard.create`: the data on the document. */
export interface CreateIndividualSessionRequest {
  firstName: string;
  lastName: string;
  /** `YYYY-MM-DD` or `DD/MM/YYYY`. */
  birthDate: string;
  documentCategory: DocumentCategory;
  /** The name of the issuing country: `BRAZIL`, not `BR`. */
  documentCountry: Country;
  /** Digits only: no dots, dashes or letters. */
  documentId: string;
  /** Whether a liveness check with a camera is required. */
  livenessRequired: boolean;
  email: string;
  /** Street and number. */
  address: string;
  city: string;
  state: string;
  postalCode: string;
  /** The name of the nationality, such as `BRAZILIAN`. */
  nationality?: Nationality | null | undefined;
}

/**
 * The fields of an upload form, such as `bucket`, `key`, `Policy`, `X-Cloud-Algorithm`,
 * `X-Cloud-Credential`, `X-Cloud-Date` and `X-Cloud-Signature`. Send all of them in this order.
 */
export interface UploadFields {
  [field: string]: string;
}

/**
 * The upload target of a document. Pass it to `client.kyc.uploadDocument`. It expires
 * **15 minutes** after the creation of the session.
 *
 * Without the client: send a multipart form by POST to `url`, with all `fields` in order and then
 * the file as `file`. **Do not send the API key.**
 */
export interface UploadTarget {
  url: string;
  fields: UploadFields;
}

/** The document of a verification session. */
export interface SessionDocument {
  id: string;
  /** Null in recordings. @unverified words not documented */
  type?: Maybe<Open<DocumentCategory | UnverifiedCompanyDocument>>;
  category: Open<DocumentCategory | UnverifiedCompanyDocument>;
}

/**
 * A verification session of a person. Do not send the whole session to a browser: it contains
 * personal data and may contain the reason of a failure.
 */
export interface IndividualSession {
  id: string;
  /** The id for fiat calls. Null or absent until the session is `COMPLETED`. */
  individualId?: Maybe<string>;
  status: SessionStatus;
  livenessRequired?: Maybe<boolean>;
  preFlight?: Maybe<boolean>;
  /** Why the verification failed. Do not show it to the person. */
  failureReason?: Maybe<Open<UnverifiedFailureReason>>;
  firstName?: Maybe<string>;
  lastName?: Maybe<string>;
  /** In the same form as in the request. */
  birthDate?: Maybe<string>;
  document?: Maybe<SessionDocument>;
  /** ISO 8601. */
  createdAt?: Maybe<string>;
  /** ISO 8601. */
  updatedAt?: Maybe<string>;
}

/** A new session. Upload the documents within 15 minutes, then call `process`. */
export interface CreatedIndividualSession {
  session: IndividualSession;
  /** For the front of the document. */
  frontDocumentUpload: UploadTarget;
  /** For the back of the document. Null or absent if it has none, such as a passport. */
  backDocumentUpload?: Maybe<UploadTarget>;
}

/** The response with one session of a person. */
export interface IndividualSessionResponse {
  session: IndividualSession;
}

/** The languages of a session, such as `en` and `pt`. @unverified values and effect */
export interface SessionLanguages {
  /** The header `accept-language`. */
  acceptLanguage?: string | null | undefined;
  /** The header `x-language`. */
  language?: string | null | undefined;
}

/**
 * The request of `client.kyc.individual.enhanced.create`. Sent unchecked. An existing individual
 * needs only the enhanced documents, a new individual needs all documents.
 * @unverified fields not documented
 */
export interface CreateEnhancedSessionRequest {
  [field: string]: unknown;
}

/** An enhanced verification session. Unknown fields are kept. @unverified all fields */
export interface EnhancedSession {
  id?: Maybe<string>;
  status?: Maybe<SessionStatus>;
  [field: string]: unknown;
}

/** The response with an enhanced session. Unknown fields are kept. @unverified all fields */
export interface EnhancedSessionResponse {
  session?: Maybe<EnhancedSession>;
  [field: string]: unknown;
}

/** An owner of a company. Unknown fields are sent unchecked. */
export interface BusinessOwner {
  firstName: string;
  lastName: string;
  documentId: string;
  /** @unverified words of individual sessions */
  documentCategory?: Open<DocumentCategory> | null | undefined;
  /** The name of the country: `BRAZIL`, not `BR`. */
  documentCountry?: Country | null | undefined;
  /** `YYYY-MM-DD` or `DD/MM/YYYY`. */
  birthDate?: string | null | undefined;
  /** The name of the nationality, such as `BRAZILIAN`. */
  nationality?: Nationality | null | undefined;
  /** Street and number. */
  address?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  postalCode?: string | null | undefined;
  [field: string]: unknown;
}

/**
 * The request of `client.kyc.business.standard.create`: a company and its owners. The types require
 * only the fields that identify them. The service may require more, and two fields must be digits
 * only. Unknown fields are sent unchecked.
 * @unverified required fields, digits-only fields
 */
export interface CreateBusinessSessionRequest {
  legalName: string;
  email: string;
  /** The registration number of the company. */
  documentId: string;
  /** The legal form of the company. */
  legalNature?: string | null | undefined;
  phoneNumber?: string | null | undefined;
  city?: string | null | undefined;
  /** The name of the country: `BRAZIL`, not `BR`. */
  country: Country;
  postalCode?: string | null | undefined;
  state?: string | null | undefined;
  /** Street and number. */
  streetLine1?: string | null | undefined;
  /** A URL with its protocol, such as `https://example.com`. */
  website?: string | null | undefined;
  /** At least one. */
  owners: BusinessOwner[];
  [field: string]: unknown;
}

/** A verification session of a company. Do not send the whole session to a browser. */
export interface BusinessSession {
  id: string;
  businessId?: Maybe<string>;
  status: SessionStatus;
  legalName: string;
  email: string;
  legalNature: string;
  phoneNumber: string;
  website: string;
  country: Open<Country>;
  address: string;
  city: string;
  state: string;
  postalCode: string;
  document: SessionDocument;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt?: Maybe<string>;
}

/** The upload targets of one owner. */
export interface OwnerDocuments {
  ownerId: string;
  /** @unverified whether the `documentId` of the owner */
  ownerDocumentId: string;
  frontDocumentUpload: UploadTarget;
  /** Null or absent for a document without a back, such as a passport. */
  backDocumentUpload?: Maybe<UploadTarget>;
  proofOfAddressDocumentUpload: UploadTarget;
}

/** A new session of a company. Upload the documents within 15 minutes. */
export interface CreatedBusinessSession {
  session: BusinessSession;
  proofOfAddressDocumentUpload: UploadTarget;
  /** For the articles of association. */
  socialContractDocumentUpload: UploadTarget;
  ownersDocuments: OwnerDocuments[];
}

/** The response with one session of a company. */
export interface BusinessSessionResponse {
  session: BusinessSession;
}

/** The limit of a period, in the currency of the `FinancialLimit`. */
export interface LimitBucket {
  /** In the currency of the limit. */
  limit: number;
  /** In the currency of the limit. */
  used: number;
  /** In the currency of the limit. */
  remaining: number;
}

/** The limit of one transaction. */
export interface TransactionLimit {
  /** In the currency of the limit. */
  limit: number;
}

/** The limits by period. */
export interface LimitPeriods {
  monthly: LimitBucket;
  daily: LimitBucket;
  quarterly: LimitBucket;
  perTransaction: TransactionLimit;
}

/** The limits for one type of operation and one currency. */
export interface FinancialLimit {
  /** @unverified words not documented */
  type: Open<UnverifiedLimitType>;
  currency: string;
  limits: LimitPeriods;
}

/** The limits of a person or a company. */
export interface FinancialLimits {
  identityId: string;
  /** @unverified words not documented */
  identityType: Open<UnverifiedIdentityType>;
  projectId: string;
  limits: FinancialLimit[];
}

/** The request of `client.kyc.documentUrls`. */
export interface DocumentUrlsRequest {
  sessionId: string;
  sessionType: "STANDARD_INDIVIDUAL" | "ENHANCED_INDIVIDUAL";
  /** How long the URLs are valid. @defaultValue `3600` @unverified maximum */
  expiresInSeconds?: number | null | undefined;
}

/** Temporary URLs of the documents of a person. A URL is all that is needed to read a document. */
export interface DocumentUrls {
  frontDocumentUrl?: Maybe<string>;
  backDocumentUrl?: Maybe<string>;
  faceImageUrl?: Maybe<string>;
}
