import * as z from "zod/mini";
import { Country } from "../shared/countries.js";
import { Email, Id, listOf, Text } from "../shared/primitives.js";
import {
  type ExactSchema,
  lazy,
  maybe,
  openRequest,
  openWord,
  openWordOf,
  optional,
  record,
} from "../shared/schema.js";
import type { Nationality } from "./nationality.js";
import { BirthDate, SessionDocument, UploadTarget } from "./schemas.js";
import type * as t from "./types.js";

const BusinessOwner: ExactSchema<t.BusinessOwner> = openRequest(() => ({
  firstName: Id,
  lastName: Id,
  documentId: Id,
  documentCategory: optional(openWordOf<t.DocumentCategory>(Id)),
  documentCountry: optional(Country),
  birthDate: optional(BirthDate),
  nationality: optional(openWordOf<Nationality>(Id)),
  address: optional(Id),
  city: optional(Id),
  state: optional(Id),
  postalCode: optional(Id),
}));

const Owners = lazy(() =>
  z.array(BusinessOwner).check(z.minLength(1, { error: "at least one owner" })),
);

/** A web address in a request. */
export const Website: ExactSchema<string> = lazy(() =>
  z.string().check(z.refine(isUrl, { error: "a whole URL, such as https://example.com" })),
);

function isUrl(value: string): boolean {
  try {
    return Boolean(new URL(value));
  } catch {
    return false;
  }
}

/** E20: the request. Not all fields are documented, so unknown fields are sent unchecked. */
export const CreateBusinessSessionRequest: ExactSchema<t.CreateBusinessSessionRequest> =
  openRequest(() => ({
    legalName: Id,
    email: Email,
    documentId: Id,
    legalNature: optional(Id),
    phoneNumber: optional(Id),
    city: optional(Id),
    country: Country,
    postalCode: optional(Id),
    state: optional(Id),
    streetLine1: optional(Id),
    website: optional(Website),
    owners: Owners,
  }));

/** A verification session of a company. */
export const BusinessSession: ExactSchema<t.BusinessSession> = record(
  () => ({
    id: Id,
    businessId: maybe(Text),
    status: openWord<t.SessionStatus>(),
    legalName: Text,
    email: Text,
    legalNature: Text,
    phoneNumber: Text,
    website: Text,
    country: openWord<Country>(),
    address: Text,
    city: Text,
    state: Text,
    postalCode: Text,
    document: SessionDocument,
    createdAt: Text,
    updatedAt: maybe(Text),
  }),
  { essential: { fields: ["id", "status"] } },
);

const OwnerDocuments: ExactSchema<t.OwnerDocuments> = record(
  () => ({
    ownerId: Text,
    ownerDocumentId: Text,
    frontDocumentUpload: UploadTarget,
    backDocumentUpload: maybe(UploadTarget),
    proofOfAddressDocumentUpload: UploadTarget,
  }),
  {
    essential: {
      fields: [],
      ifPresent: ["frontDocumentUpload", "backDocumentUpload", "proofOfAddressDocumentUpload"],
    },
  },
);

/** E20: the response. */
export const CreatedBusinessSession: ExactSchema<t.CreatedBusinessSession> = record(
  () => ({
    session: BusinessSession,
    proofOfAddressDocumentUpload: UploadTarget,
    socialContractDocumentUpload: UploadTarget,
    ownersDocuments: listOf(OwnerDocuments),
  }),
  {
    essential: {
      fields: ["session"],
      ifPresent: [
        "proofOfAddressDocumentUpload",
        "socialContractDocumentUpload",
        "ownersDocuments",
      ],
    },
  },
);

/** The response with a session of a company. */
export const BusinessSessionResponse: ExactSchema<t.BusinessSessionResponse> = record(
  () => ({
    session: BusinessSession,
  }),
  { essential: { fields: ["session"] } },
);
