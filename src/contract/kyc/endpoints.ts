import type { ObjectSchema } from "../records/schema.js";
import { endpoint } from "../shared/endpoint.js";
import { Id } from "../shared/primitives.js";
import { matchId } from "../shared/repeated-value.js";
import {
  BusinessSessionResponse,
  CreateBusinessSessionRequest,
  CreatedBusinessSession,
} from "./business-records.js";
import {
  CreatedIndividualSession,
  CreateEnhancedSessionRequest,
  CreateIndividualSessionRequest,
  DocumentUrls,
  DocumentUrlsRequest,
  EnhancedSessionResponse,
  FinancialLimits,
  IndividualSessionResponse,
  SessionPath,
} from "./records.js";

const IdentityPath: ObjectSchema<{ identityId: string }> = {
  kind: "request",
  fields: () => ({
    /** The id of the person or company. */
    identityId: Id,
  }),
};

/** A session has the data of a person. */
const repeatSession = ({ params }: { params: { sessionId: string } }) => ({
  "session.id": matchId(params.sessionId),
});

const sessionLookup =
  "no call lists sessions: ask support, with the trace id, whether one was created, or create another (a session without documents expires)";

/**
 * Renames the upload targets: older documentation names them without `Upload`. In place, because a
 * copy of a large response takes longer than parsing it.
 */
function normalizeUploads(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const created = body as Record<string, unknown>;
  for (const name of ["frontDocument", "backDocument"]) {
    if (created[name] === undefined) continue;
    created[`${name}Upload`] ??= created[name];
    delete created[name];
  }
  created.backDocumentUpload ??= null;
  return created;
}

export const createIndividualSession = /* @__PURE__ */ endpoint({
  name: "kyc.individual.standard.create",
  title: "Create a standard verification session for a person",
  method: "POST",
  path: "/api/v1/kyc/individual-verification-sessions/standard",
  body: CreateIndividualSessionRequest,
  response: CreatedIndividualSession,
  normalise: normalizeUploads,
  errors: [],
  effect: "write",
  known: "published",
  personal: true,
  lookup: sessionLookup,
});

/** Read the status and outcome of a standard verification session of a person. */
export const getIndividualSession = /* @__PURE__ */ endpoint({
  name: "kyc.individual.standard.get",
  title: "Read the status and outcome of a standard verification session of a person",
  label: "E19",
  method: "GET",
  path: "/api/v1/kyc/individual-verification-sessions/standard/{sessionId}",
  params: SessionPath,
  headers: { acceptLanguage: "accept-language", language: "x-language" },
  response: IndividualSessionResponse,
  errors: ["STANDARD_SESSION_NOT_FOUND"],
  effect: "read",
  known: "contract",
  personal: true,
  same: repeatSession,
});

export const processIndividualSession = /* @__PURE__ */ endpoint({
  name: "kyc.individual.standard.process",
  title: "Start the check of a person's uploaded documents",
  method: "POST",
  path: "/api/v1/kyc/individual-verification-sessions/standard/{sessionId}/process",
  params: SessionPath,
  errors: [],
  effect: "write",
  known: "published",
  personal: true,
  lookup:
    "read the session's status with client.kyc.individual.standard.get before you start the check again",
});

export const createEnhancedSession = /* @__PURE__ */ endpoint({
  name: "kyc.individual.enhanced.create",
  title: "Create an enhanced verification session for a person",
  method: "POST",
  path: "/api/v1/kyc/individual-verification-sessions/enhanced",
  body: CreateEnhancedSessionRequest,
  response: EnhancedSessionResponse,
  errors: [],
  effect: "write",
  known: "inferred",
  personal: true,
  lookup: sessionLookup,
});

export const getEnhancedSession = /* @__PURE__ */ endpoint({
  name: "kyc.individual.enhanced.get",
  title: "Read the status and outcome of an enhanced verification session of a person",
  method: "GET",
  path: "/api/v1/kyc/individual-verification-sessions/enhanced/{sessionId}",
  params: SessionPath,
  response: EnhancedSessionResponse,
  errors: [],
  effect: "read",
  known: "inferred",
  personal: true,
});

export const processEnhancedSession = /* @__PURE__ */ endpoint({
  name: "kyc.individual.enhanced.process",
  title: "Start the check of a person's uploaded documents at the enhanced level",
  method: "POST",
  path: "/api/v1/kyc/individual-verification-sessions/enhanced/{sessionId}/process",
  params: SessionPath,
  errors: [],
  effect: "write",
  known: "inferred",
  personal: true,
  lookup:
    "read the session's status with client.kyc.individual.enhanced.get before you start the check again",
});

/** Create a standard verification session for a company. */
export const createBusinessSession = /* @__PURE__ */ endpoint({
  name: "kyc.business.standard.create",
  title: "Create a standard verification session for a company",
  label: "E20",
  method: "POST",
  path: "/api/v1/kyc/business-verification-sessions/standard",
  body: CreateBusinessSessionRequest,
  response: CreatedBusinessSession,
  errors: [],
  effect: "write",
  known: "contract",
  personal: true,
  lookup: sessionLookup,
});

export const getBusinessSession = /* @__PURE__ */ endpoint({
  name: "kyc.business.standard.get",
  title: "Read the status and outcome of a standard verification session of a company",
  method: "GET",
  path: "/api/v1/kyc/business-verification-sessions/standard/{sessionId}",
  params: SessionPath,
  response: BusinessSessionResponse,
  errors: [],
  effect: "read",
  known: "inferred",
  personal: true,
  same: repeatSession,
});

/** Read how much an identity may move. */
export const getFinancialLimits = /* @__PURE__ */ endpoint({
  name: "kyc.financialLimits",
  title: "Read how much an identity may move",
  label: "E18",
  method: "GET",
  path: "/api/v1/kyc/identities/{identityId}/financial-limits",
  params: IdentityPath,
  response: FinancialLimits,
  errors: [],
  effect: "read",
  known: "contract",
  personal: true,
  same: ({ params }) => ({ identityId: matchId(params.identityId) }),
});

export const getDocumentUrls = /* @__PURE__ */ endpoint({
  name: "kyc.documentUrls",
  title: "Create temporary URLs of a person's documents",
  method: "POST",
  path: "/api/v1/admin/kyc/verification-sessions/document-urls",
  body: DocumentUrlsRequest,
  response: DocumentUrls,
  errors: [],
  effect: "quote",
  known: "published",
  personal: true,
  serverOnly: true,
});

/** The endpoints of this file, in the order of the reference. */
export default [
  createIndividualSession,
  getIndividualSession,
  processIndividualSession,
  createEnhancedSession,
  getEnhancedSession,
  processEnhancedSession,
  createBusinessSession,
  getBusinessSession,
  getFinancialLimits,
  getDocumentUrls,
] as const;
