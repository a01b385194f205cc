import type {
  BusinessSession,
  CreatedBusinessSession,
} from "../../contract/kyc/business-records.js";
import type {
  CreatedIndividualSession,
  DocumentUrls,
  IndividualSession,
} from "../../contract/kyc/records.js";
import type { KnownWord } from "../../contract/records/schema.js";
import type { OperationHandlers, OperationRequest } from "../shared/operation-handler.js";
import { createFieldError, ServiceError } from "../shared/service-error.js";
import type { Session, SessionOutcome } from "../world/people.js";
import { isReserved, type ReservedName } from "../world/reserved-inputs.js";
import { scheduleDeadline, scheduleTask, type TaskHandlers } from "../world/schedule.js";
import { createId, findEntry, toIsoTime } from "../world/state.js";
import type { SandboxWords } from "../world/words.js";
import type { World } from "../world/world.js";
import {
  createUploadTarget,
  listMissingDocuments,
  startVerification,
  storagePath,
  uploadLifetime,
} from "./document-uploads.js";
import { createIdentity, getIndividual, listLimits } from "./identity-limits.js";

const verificationDuration = 3_000;
export const defaultFailureReason: SandboxWords["failureReason"] = "DOCUMENT_UNREADABLE";
const companyDocument: SandboxWords["companyDocument"] = "COMPANY_REGISTRATION";

function openSession(
  { world, project }: Pick<OperationRequest, "world" | "project">,
  kind: Session["kind"],
  record: Session["record"],
  country: string,
  { upgrades = null, outcome = "COMPLETED" }: Partial<Pick<Session, "upgrades" | "outcome">> = {},
): Session {
  const session: Session = {
    kind,
    projectId: project.id,
    record,
    upgrades,
    country,
    wanted: [],
    outcome,
    failureReason: outcome === "FAILED" ? defaultFailureReason : null,
  };
  world.sessions[record.id] = session;
  scheduleDeadline(world, uploadLifetime, "kyc.expire", { sessionId: record.id });
  return session;
}

export function getSession(
  { world, project, params }: Pick<OperationRequest, "world" | "project" | "params">,
  kind: Session["kind"],
): Session {
  const session = findEntry(world.sessions, params.sessionId);
  if (session?.projectId !== project.id || session.kind !== kind)
    throw new ServiceError(
      "STANDARD_SESSION_NOT_FOUND",
      kind === "individual.standard"
        ? "Standard individual verification session not found"
        : undefined,
    );
  return session;
}

function findOutcome(failed: ReservedName, unfinished: ReservedName, name: string): SessionOutcome {
  if (isReserved(failed, name)) return "FAILED";
  return isReserved(unfinished, name) ? "VERIFYING" : "COMPLETED";
}

/** Starts the verification. The service's error for missing documents is undocumented. */
function processSession(
  request: Pick<OperationRequest, "world" | "project" | "params">,
  kind: Session["kind"],
): void {
  const session = getSession(request, kind);
  const { status } = session.record;
  if (status !== "PENDING") {
    const message = `The session is ${status}: it can be processed once only`;
    throw createFieldError(["sessionId"], message);
  }
  const missing = listMissingDocuments(request.world, session).join(", ");
  if (missing)
    throw createFieldError(["sessionId"], `Documents have not been uploaded: ${missing}`);
  startVerification(request.world, session);
}

const kinds = {
  STANDARD_INDIVIDUAL: "individual.standard",
  ENHANCED_INDIVIDUAL: "individual.enhanced",
} as const;

export const kycHandlers: OperationHandlers = {
  "kyc.individual.standard.create"(request) {
    const { world, body } = request;
    const record: IndividualSession = {
      id: createId(world, "session"),
      individualId: null,
      status: "PENDING",
      livenessRequired: body.livenessRequired,
      firstName: body.firstName,
      lastName: body.lastName,
      birthDate: body.birthDate,
      document: { id: body.documentId, type: null, category: body.documentCategory },
      createdAt: toIsoTime(world.time),
      updatedAt: null,
    };
    const session = openSession(request, "individual.standard", record, body.documentCountry, {
      outcome: findOutcome("failedPerson", "unfinishedPerson", body.lastName),
    });
    const upload = (document: string) => createUploadTarget(request, session, document);
    return {
      session: { ...record },
      frontDocumentUpload: upload("front"),
      backDocumentUpload: body.documentCategory === "PASSPORT" ? null : upload("back"),
    } satisfies CreatedIndividualSession;
  },
  "kyc.individual.standard.get"(request) {
    const record = getSession(request, "individual.standard").record as IndividualSession;
    const { id, status, individualId, ...rest } = record;
    // The documented response for a completed session has only these fields.
    if (status === "COMPLETED") return { session: { id, status, individualId } };
    return { session: { id, individualId, status, ...rest } };
  },
  "kyc.individual.standard.process": (request) => processSession(request, "individual.standard"),
  /**
   * The request fields are undocumented. The sandbox reads `individualId`, and for a new person
   * `documentCountry`.
   */
  "kyc.individual.enhanced.create"(request) {
    const { world, project, body } = request;
    const { individualId, documentCountry } = body;
    const known =
      typeof individualId === "string" ? getIndividual(world, project, individualId) : undefined;
    const record: IndividualSession = {
      id: createId(world, "session"),
      individualId: known?.id ?? null,
      status: "PENDING",
      createdAt: toIsoTime(world.time),
      updatedAt: null,
    };
    const country = known?.country ?? (typeof documentCountry === "string" ? documentCountry : "");
    const session = openSession(request, "individual.enhanced", record, country, {
      upgrades: known?.id ?? null,
    });
    const upload = (document: string) => createUploadTarget(request, session, document);
    return {
      session: { ...record },
      // An upgrade needs no identity document, only the proof of address.
      ...(!known && { frontDocumentUpload: upload("front"), backDocumentUpload: upload("back") }),
      proofOfAddressDocumentUpload: upload("proof-of-address"),
    };
  },
  "kyc.individual.enhanced.get": (request) => ({
    session: { ...getSession(request, "individual.enhanced").record },
  }),
  "kyc.individual.enhanced.process": (request) => processSession(request, "individual.enhanced"),
  "kyc.business.standard.create"(request) {
    const { world, body } = request;
    const record: BusinessSession = {
      id: createId(world, "session"),
      businessId: null,
      status: "PENDING",
      legalName: body.legalName,
      email: body.email,
      legalNature: body.legalNature ?? "",
      phoneNumber: body.phoneNumber ?? "",
      website: body.website ?? "",
      country: body.country,
      address: body.streetLine1 ?? "",
      city: body.city ?? "",
      state: body.state ?? "",
      postalCode: body.postalCode ?? "",
      document: { id: body.documentId, type: null, category: companyDocument },
      createdAt: toIsoTime(world.time),
      updatedAt: null,
    };
    const session = openSession(request, "business.standard", record, body.country, {
      outcome: findOutcome("failedBusiness", "unfinishedBusiness", body.legalName),
    });
    const upload = (document: string) => createUploadTarget(request, session, document);
    return {
      session: { ...record },
      proofOfAddressDocumentUpload: upload("proof-of-address"),
      socialContractDocumentUpload: upload("social-contract"),
      ownersDocuments: body.owners.map(({ documentId, documentCategory }, i) => ({
        ownerId: createId(world, "owner"),
        ownerDocumentId: documentId,
        frontDocumentUpload: upload(`owner-${i + 1}-front`),
        backDocumentUpload: documentCategory === "PASSPORT" ? null : upload(`owner-${i + 1}-back`),
        proofOfAddressDocumentUpload: upload(`owner-${i + 1}-proof-of-address`),
      })),
    } satisfies CreatedBusinessSession;
  },
  "kyc.business.standard.get": (request) => ({
    session: { ...getSession(request, "business.standard").record },
  }),
  "kyc.financialLimits"({ world, project, params }) {
    const identity = findEntry(world.identities, params.identityId);
    if (identity?.projectId !== project.id) throw new ServiceError("INDIVIDUAL_NOT_FOUND");
    const { id, type, projectId } = identity;
    return { identityId: id, identityType: type, projectId, limits: listLimits(world, identity) };
  },
  /** The sandbox keeps no contents, so the URLs lead nowhere. */
  "kyc.documentUrls"(request) {
    const { world, random, baseUrl, body } = request;
    const params = { sessionId: body.sessionId };
    const session = getSession({ ...request, params }, kinds[body.sessionType]);
    const sign = (path: string) =>
      `${baseUrl}${storagePath}/${path}?X-Cloud-Expires=${body.expiresInSeconds ?? 3_600}` +
      `&X-Cloud-Signature=${random.hex(32)}`;
    const findUrl = (document: string) => {
      const key = session.wanted.find((name) => name.includes(`/${document}-`));
      const upload = findEntry(world.uploads, key);
      return upload && upload.received !== null ? sign(upload.key) : null;
    };
    const { id, livenessRequired, status } = session.record as IndividualSession;
    return {
      frontDocumentUrl: findUrl("front"),
      backDocumentUrl: findUrl("back"),
      // The check takes the photo of the face.
      faceImageUrl: livenessRequired && status === "COMPLETED" ? sign(`faces/${id}`) : null,
    } satisfies DocumentUrls;
  },
};

function updateSessionStatus(
  world: World,
  session: Session,
  status: KnownWord<IndividualSession["status"]>,
): void {
  session.record.status = status;
  session.record.updatedAt = toIsoTime(world.time);
}

function completeSession(world: World, session: Session): void {
  const type = session.kind === "business.standard" ? "BUSINESS" : "INDIVIDUAL";
  const id = session.upgrades ?? createId(world, type === "BUSINESS" ? "biz" : "ind");
  const identity =
    findEntry(world.identities, id) ?? createIdentity(id, type, session.projectId, session.country);
  world.identities[id] = identity;
  if (session.kind === "individual.enhanced") identity.level = "ENHANCED";
  Object.assign(session.record, type === "BUSINESS" ? { businessId: id } : { individualId: id });
}

export const kycTasks: TaskHandlers = {
  "kyc.verify": (world, _random, data) => {
    const session = findEntry(world.sessions, data.sessionId);
    if (!session) return;
    const { document } = session.record;
    // The type is null until the document is processed.
    if (document) document.type = document.category ?? null;
    updateSessionStatus(world, session, "VERIFYING");
    scheduleTask(world, verificationDuration, "kyc.conclude", data);
  },
  "kyc.conclude": (world, _random, data) => {
    const session = findEntry(world.sessions, data.sessionId);
    if (!session || session.outcome === "VERIFYING") return;
    if (session.outcome === "COMPLETED") completeSession(world, session);
    // Only failed sessions of persons have these fields, like in the service.
    else if (session.kind !== "business.standard")
      Object.assign(session.record, { preFlight: false, failureReason: session.failureReason });
    updateSessionStatus(world, session, session.outcome);
  },
  "kyc.expire": (world, _random, data) => {
    const session = findEntry(world.sessions, data.sessionId);
    if (session?.record.status !== "PENDING" || !listMissingDocuments(world, session).length)
      return;
    // Like the service: an expiry is not an update.
    session.record.status = "EXPIRED";
  },
};
