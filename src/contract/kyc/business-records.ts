import {
  essential,
  type FieldsOf,
  listOf,
  maybe,
  type ObjectSchema,
  type Open,
  openWord,
  type Schema,
} from "../records/schema.js";
import { Country } from "../shared/countries.js";
import { Email, Id, Text } from "../shared/primitives.js";
import type { Nationality } from "./nationality.js";
import {
  BirthDate,
  type DocumentCategory,
  SessionDocument,
  SessionStatus,
  UploadTarget,
} from "./records.js";

const businessOwnerFields = () => ({
  /** The first name of the owner. */
  firstName: Id,
  /** The last name of the owner. */
  lastName: Id,
  /** The number of the owner's document. */
  documentId: Id,
  /** The type of the document. @unverified words of individual sessions */
  documentCategory: maybe<Open<DocumentCategory>>(Id),
  /** The name of the country: `BRAZIL`, not `BR`. */
  documentCountry: maybe(Country),
  /** `YYYY-MM-DD` or `DD/MM/YYYY`. */
  birthDate: maybe(BirthDate),
  /** The name of the nationality, such as `BRAZILIAN`. */
  nationality: maybe<Nationality>(Id),
  /** Street and number. */
  address: maybe(Id),
  /** The city of the address. */
  city: maybe(Id),
  /** The state of the address. */
  state: maybe(Id),
  /** The postal code of the address. */
  postalCode: maybe(Id),
});
/** An owner of a company. Unknown fields are sent unchecked. */
export interface BusinessOwner extends FieldsOf<typeof businessOwnerFields> {
  [field: string]: unknown;
}
export const BusinessOwner: ObjectSchema<BusinessOwner> = {
  kind: "open request",
  fields: businessOwnerFields,
};

const Owners: Schema<BusinessOwner[]> = {
  kind: "list",
  item: BusinessOwner,
  expected: "at least one owner",
};

/** A URL with its protocol, such as `https://example.com`. */
export const Website: Schema<string> = {
  kind: "text",
  format: "uri",
  rules: [{ passes: isUrl, expected: "a whole URL, such as https://example.com" }],
};

function isUrl(value: string): boolean {
  try {
    return Boolean(new URL(value));
  } catch {
    return false;
  }
}

const createBusinessSessionRequestFields = () => ({
  /** The registered name of the company. */
  legalName: Id,
  /** The e-mail address of the company. */
  email: Email,
  /** The registration number of the company. */
  documentId: Id,
  /** The legal form of the company. */
  legalNature: maybe(Id),
  /** The phone number of the company. */
  phoneNumber: maybe(Id),
  /** The city of the address. */
  city: maybe(Id),
  /** The name of the country: `BRAZIL`, not `BR`. */
  country: Country,
  /** The postal code of the address. */
  postalCode: maybe(Id),
  /** The state of the address. */
  state: maybe(Id),
  /** Street and number. */
  streetLine1: maybe(Id),
  /** A URL with its protocol, such as `https://example.com`. */
  website: maybe(Website),
  /** At least one. */
  owners: Owners,
});
/**
 * The request of `client.kyc.business.standard.create`: a company and its owners. The types require
 * only the fields that identify them. The service may require more, and two fields must be digits
 * only. Unknown fields are sent unchecked.
 * @unverified required fields, digits-only fields
 */
export interface CreateBusinessSessionRequest
  extends FieldsOf<typeof createBusinessSessionRequestFields> {
  [field: string]: unknown;
}
export const CreateBusinessSessionRequest: ObjectSchema<CreateBusinessSessionRequest> = {
  kind: "open request",
  fields: createBusinessSessionRequestFields,
};

const businessSessionFields = () => ({
  /** The id of the session. */
  id: essential(Id),
  /** The id of the company, for other calls. */
  businessId: maybe(Text),
  status: essential(SessionStatus),
  /** The registered name of the company. */
  legalName: Text,
  /** The e-mail address of the company. */
  email: Text,
  /** The legal form of the company. */
  legalNature: Text,
  /** The phone number of the company. */
  phoneNumber: Text,
  /** The URL of the company's website. */
  website: Text,
  /** The name of the country. */
  country: openWord<Country>(),
  /** Street and number. */
  address: Text,
  /** The city of the address. */
  city: Text,
  /** The state of the address. */
  state: Text,
  /** The postal code of the address. */
  postalCode: Text,
  document: SessionDocument,
  /** ISO 8601. */
  createdAt: Text,
  /** ISO 8601. */
  updatedAt: maybe(Text),
});
/** A verification session of a company. Do not send the whole session to a browser. */
export interface BusinessSession extends FieldsOf<typeof businessSessionFields> {}
export const BusinessSession: ObjectSchema<BusinessSession> = {
  kind: "record",
  fields: businessSessionFields,
};

const ownerDocumentsFields = () => ({
  /** The service's id of the owner. */
  ownerId: Text,
  /** The document of the owner. @unverified whether the `documentId` of the owner */
  ownerDocumentId: Text,
  frontDocumentUpload: essential(UploadTarget, "if present"),
  /** Null or absent for a document without a back, such as a passport. */
  backDocumentUpload: essential(maybe(UploadTarget), "if present"),
  proofOfAddressDocumentUpload: essential(UploadTarget, "if present"),
});
/** The upload targets of one owner. */
export interface OwnerDocuments extends FieldsOf<typeof ownerDocumentsFields> {}
export const OwnerDocuments: ObjectSchema<OwnerDocuments> = {
  kind: "record",
  fields: ownerDocumentsFields,
};

const createdBusinessSessionFields = () => ({
  session: essential(BusinessSession),
  proofOfAddressDocumentUpload: essential(UploadTarget, "if present"),
  /** For the articles of association. */
  socialContractDocumentUpload: essential(UploadTarget, "if present"),
  ownersDocuments: essential(listOf(OwnerDocuments), "if present"),
});
/** A new session of a company. Upload the documents within 15 minutes. */
export interface CreatedBusinessSession extends FieldsOf<typeof createdBusinessSessionFields> {}
export const CreatedBusinessSession: ObjectSchema<CreatedBusinessSession> = {
  kind: "record",
  fields: createdBusinessSessionFields,
};

const businessSessionResponseFields = () => ({ session: essential(BusinessSession) });
/** The response with one session of a company. */
export interface BusinessSessionResponse extends FieldsOf<typeof businessSessionResponseFields> {}
export const BusinessSessionResponse: ObjectSchema<BusinessSessionResponse> = {
  kind: "record",
  fields: businessSessionResponseFields,
};
