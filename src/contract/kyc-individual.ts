import { Country } from "./countries.js";
import { endpoint } from "./endpoint.js";
import {
  BirthDate,
  lostSession,
  SessionDocument,
  SessionPath,
  UploadTarget,
} from "./kyc-records.js";
import { Email, Flag, Id, OpenObject, oneOf, Text, text } from "./primitives.js";
import { maybe, openWord, optional, record, request, type Schema } from "./schema.js";
import type * as t from "./types/kyc.js";
import type { Nationality } from "./types/nationality.js";

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

/** An older page of the service's documentation names the upload targets without `Upload`. Both spellings are read; one comes out. */
function withOneName(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
  const { frontDocument, backDocument, ...created } = answer as Record<string, unknown>;
  return {
    ...created,
    frontDocumentUpload: created.frontDocumentUpload ?? frontDocument,
    backDocumentUpload: created.backDocumentUpload ?? backDocument ?? null,
  };
}

/** Starts the verification of a person. */
export const createIndividualSession = endpoint({
  name: "kyc.individual.standard.create",
  title: "Create a standard verification session for a person",
  method: "POST",
  path: "/api/v1/kyc/individual-verification-sessions/standard",
  body: CreateIndividualSessionRequest,
  response: CreatedIndividualSession,
  normalise: withOneName,
  errors: [],
  effect: "write",
  known: "published",
  personal: true,
  lookup: lostSession,
});

/** E19: the answer. */
export const IndividualSessionAnswer = record<t.IndividualSessionAnswer>(() => ({
  session: IndividualSession,
}));

/** E19. */
export const getIndividualSession = endpoint({
  name: "kyc.individual.standard.get",
  title: "Read the status and outcome of a standard verification session of a person",
  label: "E19",
  method: "GET",
  path: "/api/v1/kyc/individual-verification-sessions/standard/{sessionId}",
  params: SessionPath,
  headers: { acceptLanguage: "accept-language", language: "x-language" },
  response: IndividualSessionAnswer,
  errors: ["STANDARD_SESSION_NOT_FOUND"],
  effect: "read",
  known: "contract",
  personal: true,
});

/** Starts the check of uploaded documents. */
export const processIndividualSession = endpoint({
  name: "kyc.individual.standard.process",
  title: "Start the check of a person's uploaded documents",
  method: "POST",
  path: "/api/v1/kyc/individual-verification-sessions/standard/{sessionId}/process",
  params: SessionPath,
  errors: [],
  effect: "write",
  known: "published",
  personal: true,
  lookup: "read the session's status with client.kyc.individual.standard.get before you ask again",
});

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

/** Starts the enhanced verification of a person. */
export const createEnhancedSession = endpoint({
  name: "kyc.individual.enhanced.create",
  title: "Create an enhanced verification session for a person",
  method: "POST",
  path: "/api/v1/kyc/individual-verification-sessions/enhanced",
  body: CreateEnhancedSessionRequest,
  response: EnhancedSessionAnswer,
  errors: [],
  effect: "write",
  known: "inferred",
  personal: true,
  lookup: lostSession,
});

/** Reads an enhanced session. */
export const getEnhancedSession = endpoint({
  name: "kyc.individual.enhanced.get",
  title: "Read the status and outcome of an enhanced verification session of a person",
  method: "GET",
  path: "/api/v1/kyc/individual-verification-sessions/enhanced/{sessionId}",
  params: SessionPath,
  response: EnhancedSessionAnswer,
  errors: [],
  effect: "read",
  known: "inferred",
  personal: true,
});

/** Starts the check of the documents of an enhanced session. */
export const processEnhancedSession = endpoint({
  name: "kyc.individual.enhanced.process",
  title: "Start the check of a person's uploaded documents at the enhanced level",
  method: "POST",
  path: "/api/v1/kyc/individual-verification-sessions/enhanced/{sessionId}/process",
  params: SessionPath,
  errors: [],
  effect: "write",
  known: "inferred",
  personal: true,
  lookup: "read the session's status with client.kyc.individual.enhanced.get before you ask again",
});
