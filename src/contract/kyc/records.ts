import { integerPattern } from "../../shared/patterns.js";
import {
  defaulted,
  essential,
  type FieldsOf,
  integerFrom,
  listOf,
  type Maybe,
  maybe,
  type NamedUnion,
  type ObjectSchema,
  type Open,
  oneOf,
  openWord,
  type Schema,
  text,
  type WordSchema,
} from "../records/schema.js";
import { Country } from "../shared/countries.js";
import { Anything, Email, Flag, Id, Num, Text } from "../shared/primitives.js";
import type { Nationality } from "./nationality.js";

/** The type of an identity document. */
export type DocumentCategory = NamedUnion<(typeof documentCategories)[number]>;
const documentCategories = ["PASSPORT", "DRIVERS_LICENSE", "IDENTITY_CARD"] as const;
export const DocumentCategory: WordSchema<DocumentCategory> = {
  kind: "word",
  words: documentCategories,
};

/** The statuses after which a verification session no longer changes. */
export type FinalSessionStatus = "COMPLETED" | "FAILED" | "EXPIRED";

/**
 * The status of a verification session. `PROCESSING`: the documents were sent. `EXPIRED`: no
 * documents were uploaded within 15 minutes. Only the statuses of `FinalSessionStatus` are final.
 */
export type SessionStatus = Open<FinalSessionStatus | "PENDING" | "PROCESSING" | "VERIFYING">;
export const SessionStatus: Schema<SessionStatus> = { kind: "text" };

function isCalendarDate(value: string): boolean {
  const match = /^(?:(\d{4})-(\d\d)-(\d\d)|(\d\d)\/(\d\d)\/(\d{4}))$/.exec(value);
  if (!match) return false;
  const day = `${match[1] ?? match[6]}-${match[2] ?? match[5]}-${match[3] ?? match[4]}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  // Some engines parse February 30 as March 2. Formatting the parsed date detects that.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** A date of birth: `YYYY-MM-DD` or `DD/MM/YYYY`. */
export const BirthDate: Schema<string> = {
  kind: "text",
  rules: [
    {
      passes: isCalendarDate,
      expected: "a date of the calendar as YYYY-MM-DD, or as DD/MM/YYYY",
    },
  ],
};

/** Plain http is for a sandbox on the same machine. */
const StorageUrl: Schema<string> = {
  kind: "text",
  pattern: /^https:\/\/[^/]|^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/]/,
  expected: "an https URL",
};

const createIndividualSessionRequestFields = () => ({
  /** The first name on the document. */
  firstName: Id,
  /** The last name on the document. */
  lastName: Id,
  /** `YYYY-MM-DD` or `DD/MM/YYYY`. */
  birthDate: BirthDate,
  documentCategory: DocumentCategory,
  /** The name of the issuing country: `BRAZIL`, not `BR`. */
  documentCountry: Country,
  /** Digits only: no dots, dashes or letters. */
  documentId: text(integerPattern, "digits only"),
  /** Whether a liveness check with a camera is required. */
  livenessRequired: Flag,
  /** The e-mail address of the person. */
  email: Email,
  /** Street and number. */
  address: Id,
  /** The city of the address. */
  city: Id,
  /** The state of the address. */
  state: Id,
  /** The postal code of the address. */
  postalCode: Id,
  /** The name of the nationality, such as `BRAZILIAN`. */
  nationality: maybe(openWord<Nationality>()),
});
/** The request of `client.kyc.individual.standard.create`: the data on the document. */
export interface CreateIndividualSessionRequest
  extends FieldsOf<typeof createIndividualSessionRequestFields> {}
export const CreateIndividualSessionRequest: ObjectSchema<CreateIndividualSessionRequest> = {
  kind: "request",
  fields: createIndividualSessionRequestFields,
};

/**
 * The fields of an upload form, such as `bucket`, `key`, `Policy`, `X-Cloud-Algorithm`,
 * `X-Cloud-Credential`, `X-Cloud-Date` and `X-Cloud-Signature`. Send all of them in this order.
 */
export interface UploadFields {
  [field: string]: string;
}
const FormFields: Schema<UploadFields> = { kind: "map", item: Text };

const uploadTargetFields = () => ({
  /** The URL of the storage. */
  url: essential(StorageUrl),
  /** The fields of the form, in the order in which they are sent. */
  fields: essential(FormFields),
});
/**
 * The upload target of a document. Pass it to `client.kyc.uploadDocument`. It expires
 * **15 minutes** after the creation of the session.
 *
 * To upload by hand, send a multipart form by POST to `url`, with all `fields` in order and then
 * the file as `file`. **Do not send the API key.**
 */
export interface UploadTarget extends FieldsOf<typeof uploadTargetFields> {}
export const UploadTarget: ObjectSchema<UploadTarget> = {
  kind: "record",
  fields: uploadTargetFields,
};

const sessionDocumentFields = () => ({
  /** The number of the document. */
  id: Text,
  /** Null in recordings. @unverified words not documented */
  type: maybe(openWord<DocumentCategory>()),
  /** The type of the document. */
  category: openWord<DocumentCategory>(),
});
/** The document of a verification session. */
export interface SessionDocument extends FieldsOf<typeof sessionDocumentFields> {}
export const SessionDocument: ObjectSchema<SessionDocument> = {
  kind: "record",
  fields: sessionDocumentFields,
};

/** The path of calls about one session. */
export const SessionPath: ObjectSchema<{ sessionId: string }> = {
  kind: "request",
  fields: () => ({
    /** The id of the session. */
    sessionId: Id,
  }),
};

const individualSessionFields = () => ({
  /** The id of the session. */
  id: essential(Id),
  /** The id for fiat calls. Null or absent until the session is `COMPLETED`. */
  individualId: maybe(Text),
  status: essential(SessionStatus),
  /** Whether a liveness check with a camera is required. */
  livenessRequired: maybe(Flag),
  /** A flag of the session. @unverified meaning not documented */
  preFlight: maybe(Flag),
  /** Why the verification failed. Do not show it to the person. */
  failureReason: maybe(Text),
  /** The first name on the document. */
  firstName: maybe(Text),
  /** The last name on the document. */
  lastName: maybe(Text),
  /** In the same form as in the request. */
  birthDate: maybe(Text),
  document: maybe(SessionDocument),
  /** ISO 8601. */
  createdAt: maybe(Text),
  /** ISO 8601. */
  updatedAt: maybe(Text),
});
/**
 * A verification session of a person. Do not send the whole session to a browser: it contains
 * personal data and may contain the reason of a failure.
 */
export interface IndividualSession extends FieldsOf<typeof individualSessionFields> {}
export const IndividualSession: ObjectSchema<IndividualSession> = {
  kind: "record",
  fields: individualSessionFields,
};

const createdIndividualSessionFields = () => ({
  session: essential(IndividualSession),
  /** For the front of the document. */
  frontDocumentUpload: essential(UploadTarget, "if present"),
  /** For the back of the document. Null or absent if it has none, such as a passport. */
  backDocumentUpload: essential(maybe(UploadTarget), "if present"),
});
/** A new session. Upload the documents within 15 minutes, then call `process`. */
export interface CreatedIndividualSession extends FieldsOf<typeof createdIndividualSessionFields> {}
export const CreatedIndividualSession: ObjectSchema<CreatedIndividualSession> = {
  kind: "record",
  fields: createdIndividualSessionFields,
};

const individualSessionResponseFields = () => ({ session: essential(IndividualSession) });
/** The response with one session of a person. */
export interface IndividualSessionResponse
  extends FieldsOf<typeof individualSessionResponseFields> {}
export const IndividualSessionResponse: ObjectSchema<IndividualSessionResponse> = {
  kind: "record",
  fields: individualSessionResponseFields,
};

/** The languages of a session, such as `en` and `pt`. */
export interface SessionLanguages {
  /** A language of the person: the header `accept-language`. @unverified values and effect */
  acceptLanguage?: Maybe<string>;
  /** A language of the person: the header `x-language`. @unverified values and effect */
  language?: Maybe<string>;
}

/**
 * The request of `client.kyc.individual.enhanced.create`. Sent unchecked. An existing individual
 * needs only the enhanced documents, a new individual needs all documents.
 * @unverified fields not documented
 */
export interface CreateEnhancedSessionRequest {
  [field: string]: unknown;
}
// Not `OpenObject`: descriptions of the contract would use this name for other open objects.
export const CreateEnhancedSessionRequest: Schema<CreateEnhancedSessionRequest> = {
  kind: "map",
  item: Anything,
};

const enhancedSessionFields = () => ({
  /** The id of the session. */
  id: maybe(Text),
  status: maybe(SessionStatus),
});
/** An enhanced verification session. Unknown fields are kept. @unverified all fields */
export interface EnhancedSession extends FieldsOf<typeof enhancedSessionFields> {
  [field: string]: unknown;
}
export const EnhancedSession: ObjectSchema<EnhancedSession> = {
  kind: "record",
  fields: enhancedSessionFields,
};

const enhancedSessionResponseFields = () => ({ session: maybe(EnhancedSession) });
/** The response with an enhanced session. Unknown fields are kept. @unverified all fields */
export interface EnhancedSessionResponse extends FieldsOf<typeof enhancedSessionResponseFields> {
  [field: string]: unknown;
}
export const EnhancedSessionResponse: ObjectSchema<EnhancedSessionResponse> = {
  kind: "record",
  fields: enhancedSessionResponseFields,
};

const limitBucketFields = () => ({
  /** In the currency of the limit. */
  limit: Num,
  /** In the currency of the limit. */
  used: Num,
  /** In the currency of the limit. */
  remaining: Num,
});
/** The limit of a period, in the currency of the `FinancialLimit`. */
export interface LimitBucket extends FieldsOf<typeof limitBucketFields> {}
export const LimitBucket: ObjectSchema<LimitBucket> = { kind: "record", fields: limitBucketFields };

const transactionLimitFields = () => ({
  /** In the currency of the limit. */
  limit: Num,
});
/** The limit of one transaction. */
export interface TransactionLimit extends FieldsOf<typeof transactionLimitFields> {}
export const TransactionLimit: ObjectSchema<TransactionLimit> = {
  kind: "record",
  fields: transactionLimitFields,
};

const limitPeriodsFields = () => ({
  /** The limit per month. */
  monthly: LimitBucket,
  /** The limit per day. */
  daily: LimitBucket,
  /** The limit per quarter. */
  quarterly: LimitBucket,
  /** The limit per transaction. */
  perTransaction: TransactionLimit,
});
/** The limits by period. */
export interface LimitPeriods extends FieldsOf<typeof limitPeriodsFields> {}
export const LimitPeriods: ObjectSchema<LimitPeriods> = {
  kind: "record",
  fields: limitPeriodsFields,
};

const financialLimitFields = () => ({
  /** The type of operation. @unverified words not documented */
  type: Text,
  /** The currency of the limits. */
  currency: essential(Id),
  limits: LimitPeriods,
});
/** The limits for one type of operation and one currency. */
export interface FinancialLimit extends FieldsOf<typeof financialLimitFields> {}
export const FinancialLimit: ObjectSchema<FinancialLimit> = {
  kind: "record",
  fields: financialLimitFields,
};

const financialLimitsFields = () => ({
  /** The id of the person or company. */
  identityId: Text,
  /** The kind of identity. @unverified words not documented */
  identityType: Text,
  /** The id of the project. */
  projectId: Text,
  limits: essential(listOf(FinancialLimit)),
});
/** The limits of a person or a company. */
export interface FinancialLimits extends FieldsOf<typeof financialLimitsFields> {}
export const FinancialLimits: ObjectSchema<FinancialLimits> = {
  kind: "record",
  fields: financialLimitsFields,
};

const documentUrlsRequestFields = () => ({
  /** The id of the session. */
  sessionId: Id,
  /** The level of the session. */
  sessionType: oneOf("STANDARD_INDIVIDUAL", "ENHANCED_INDIVIDUAL"),
  /** How long the URLs are valid. @defaultValue `3600` @unverified maximum */
  expiresInSeconds: defaulted(integerFrom(1, Number.MAX_SAFE_INTEGER), 3_600),
});
/** The request of `client.kyc.documentUrls`. */
export interface DocumentUrlsRequest extends FieldsOf<typeof documentUrlsRequestFields> {}
export const DocumentUrlsRequest: ObjectSchema<DocumentUrlsRequest> = {
  kind: "request",
  fields: documentUrlsRequestFields,
};

const documentUrlsFields = () => ({
  /** The front of the document. */
  frontDocumentUrl: essential(maybe(StorageUrl), "if present"),
  /** The back of the document. */
  backDocumentUrl: essential(maybe(StorageUrl), "if present"),
  /** The picture of the face. */
  faceImageUrl: essential(maybe(StorageUrl), "if present"),
});
/** Temporary URLs of the documents of a person. A URL is all that is needed to read a document. */
export interface DocumentUrls extends FieldsOf<typeof documentUrlsFields> {}
/** A page opens these URLs, so they must not be programs. */
export const DocumentUrls: ObjectSchema<DocumentUrls> = {
  kind: "record",
  fields: documentUrlsFields,
};
