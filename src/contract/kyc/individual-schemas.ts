import { integerPattern } from "../../shared/patterns.js";
import { Country } from "../shared/countries.js";
import { Email, Flag, Id, OpenObject, oneOf, Text, text } from "../shared/primitives.js";
import {
  type ExactSchema,
  lazy,
  maybe,
  openWord,
  optional,
  record,
  request,
} from "../shared/schema.js";
import type { UnverifiedFailureReason } from "../shared/unverified-words.js";
import type { Nationality } from "./nationality.js";
import { BirthDate, SessionDocument, UploadTarget } from "./schemas.js";
import type * as t from "./types.js";

export const DocumentCategory: ExactSchema<t.DocumentCategory> = oneOf(
  "PASSPORT",
  "DRIVERS_LICENSE",
  "IDENTITY_CARD",
);

/** The request that creates a session of a person. */
export const CreateIndividualSessionRequest: ExactSchema<t.CreateIndividualSessionRequest> =
  request(() => ({
    firstName: Id,
    lastName: Id,
    birthDate: BirthDate,
    documentCategory: DocumentCategory,
    documentCountry: Country,
    documentId: text(integerPattern, "digits only"),
    livenessRequired: Flag,
    email: Email,
    address: Id,
    city: Id,
    state: Id,
    postalCode: Id,
    nationality: optional(openWord<Nationality>()),
  }));

/** A verification session of a person. */
export const IndividualSession: ExactSchema<t.IndividualSession> = record(
  () => ({
    id: Id,
    individualId: maybe(Text),
    status: openWord<t.SessionStatus>(),
    livenessRequired: maybe(Flag),
    preFlight: maybe(Flag),
    failureReason: maybe(openWord<UnverifiedFailureReason>()),
    firstName: maybe(Text),
    lastName: maybe(Text),
    birthDate: maybe(Text),
    document: maybe(SessionDocument),
    createdAt: maybe(Text),
    updatedAt: maybe(Text),
  }),
  { essential: { fields: ["id", "status"] } },
);

/** A new session of a person. */
export const CreatedIndividualSession: ExactSchema<t.CreatedIndividualSession> = record(
  () => ({
    session: IndividualSession,
    frontDocumentUpload: UploadTarget,
    backDocumentUpload: maybe(UploadTarget),
  }),
  { essential: { fields: ["session"], ifPresent: ["frontDocumentUpload", "backDocumentUpload"] } },
);

/** E19: the response. */
export const IndividualSessionResponse: ExactSchema<t.IndividualSessionResponse> = record(
  () => ({
    session: IndividualSession,
  }),
  { essential: { fields: ["session"] } },
);

/** The request that creates an enhanced session. Its fields are not documented. */
export const CreateEnhancedSessionRequest: ExactSchema<t.CreateEnhancedSessionRequest> = lazy(
  // Of its own, so that descriptions of the contract do not use its name for other open objects.
  () => OpenObject,
);

const EnhancedSession: ExactSchema<t.EnhancedSession> = record(() => ({
  id: maybe(Text),
  status: maybe(openWord<t.SessionStatus>()),
}));

/** The response with an enhanced session. Its fields are not documented. */
export const EnhancedSessionResponse: ExactSchema<t.EnhancedSessionResponse> = record(() => ({
  session: maybe(EnhancedSession),
}));
