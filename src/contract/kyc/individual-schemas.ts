import { Country } from "../shared/countries.js";
import { Email, Flag, Id, OpenObject, oneOf, Text, text } from "../shared/primitives.js";
import { maybe, openWord, optional, record, request, type Schema } from "../shared/schema.js";
import type { Nationality } from "./nationality.js";
import { BirthDate, SessionDocument, UploadTarget } from "./schemas.js";
import type * as t from "./types.js";

export const DocumentCategory: Schema<t.DocumentCategory> = oneOf(
  "PASSPORT",
  "DRIVERS_LICENSE",
  "IDENTITY_CARD",
);

/** What an individual session is created with. */
export const CreateIndividualSessionRequest = request<t.CreateIndividualSessionRequest>(() => ({
  firstName: Id,
  lastName: Id,
  birthDate: BirthDate,
  documentCategory: DocumentCategory,
  documentCountry: Country,
  documentId: text(/^\d+$/, "digits only"),
  livenessRequired: Flag,
  email: Email,
  address: Id,
  city: Id,
  state: Id,
  postalCode: Id,
  nationality: optional(openWord<Nationality>()),
}));

/** A verification session of a person. */
export const IndividualSession = record<t.IndividualSession>(() => ({
  id: Text,
  individualId: maybe(Text),
  status: openWord<t.SessionStatus>(),
  livenessRequired: maybe(Flag),
  preFlight: maybe(Flag),
  failureReason: maybe(Text),
  firstName: maybe(Text),
  lastName: maybe(Text),
  birthDate: maybe(Text),
  document: maybe(SessionDocument),
  createdAt: maybe(Text),
  updatedAt: maybe(Text),
}));

/** A new session of a person. */
export const CreatedIndividualSession = record<t.CreatedIndividualSession>(() => ({
  session: IndividualSession,
  frontDocumentUpload: UploadTarget,
  backDocumentUpload: maybe(UploadTarget),
}));

/** E19: the answer. */
export const IndividualSessionAnswer = record<t.IndividualSessionAnswer>(() => ({
  session: IndividualSession,
}));

/** What an enhanced session is created with. Its fields have not been published. */
export const CreateEnhancedSessionRequest = OpenObject as Schema<t.CreateEnhancedSessionRequest>;

const EnhancedSession = record<{
  id?: t.EnhancedSession["id"];
  status?: t.EnhancedSession["status"];
}>(() => ({
  id: maybe(Text),
  status: maybe(openWord<t.SessionStatus>()),
})) as Schema<t.EnhancedSession>;

/** An answer on an enhanced session. Its fields have not been published. */
export const EnhancedSessionAnswer = record<{ session?: t.EnhancedSessionAnswer["session"] }>(
  () => ({
    session: maybe(EnhancedSession),
  }),
) as Schema<t.EnhancedSessionAnswer>;
