import type {
  BusinessSession,
  CreatedBusinessSession,
  CreatedIndividualSession,
  IndividualSession,
} from "../../contract/kyc/types.js";
import { getIndividual } from "../fiat/fiat-conversion.js";
import type {
  OperationHandler,
  OperationHandlers,
  OperationRequest,
} from "../shared/operation-handler.js";
import { BadRequestError, ServiceError } from "../shared/service-error.js";
import type { TaskHandlers } from "../world/schedule.js";
import { scheduleTask } from "../world/schedule.js";
import { createId, findEntry, toIsoTime } from "../world/state.js";
import type { Session, World } from "../world/world.js";
import {
  createUploadTarget,
  listMissingDocuments,
  startVerification,
  uploadLifetime,
} from "./document-uploads.js";
import { createIdentity, listLimits } from "./identity-limits.js";

const verificationDuration = 3_000;

type SessionContext = Pick<OperationRequest, "world" | "random" | "project" | "baseUrl">;

function openSession(
  here: SessionContext,
  kind: Session["kind"],
  record: Session["record"],
  country: string,
  upgrades: string | null = null,
): Session {
  const { world, project } = here;
  const session: Session = {
    kind,
    projectId: project.id,
    record,
    upgrades,
    country,
    wanted: [],
    outcome: "COMPLETED",
    failureReason: null,
  };
  world.sessions[record.id] = session;
  scheduleTask(world, uploadLifetime, "kyc.expire", { sessionId: record.id });
  return session;
}

function getSession(
  { world, project, params }: Pick<OperationRequest, "world" | "project" | "params">,
  kind: Session["kind"],
): Session {
  const session = findEntry(world.sessions, params.sessionId);
  if (session?.projectId !== project.id || session.kind !== kind)
    throw new ServiceError("STANDARD_SESSION_NOT_FOUND");
  return session;
}

const createStandardSession: OperationHandler<"kyc.individual.standard.create"> = (incoming) => {
  const { world, body } = incoming;
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
  const session = openSession(incoming, "individual.standard", record, body.documentCountry);
  const created: CreatedIndividualSession = {
    session: { ...record },
    frontDocumentUpload: createUploadTarget(incoming, session, "front"),
    backDocumentUpload:
      body.documentCategory === "PASSPORT" ? null : createUploadTarget(incoming, session, "back"),
  };
  return { body: created };
};

const getStandardSession: OperationHandler<"kyc.individual.standard.get"> = (incoming) => {
  const { id, status, individualId, ...rest } = getSession(incoming, "individual.standard")
    .record as IndividualSession;
  // The documented response for a completed session has only these fields.
  return {
    body: {
      session:
        status === "COMPLETED"
          ? { id, status, individualId }
          : { id, individualId, status, ...rest },
    },
  };
};

/** Starts the verification. The service's error for missing documents is undocumented. */
function processSession(
  incoming: Pick<OperationRequest, "world" | "project" | "params">,
  kind: Session["kind"],
): Record<string, never> {
  const session = getSession(incoming, kind);
  const { status } = session.record;
  const refuse = (message: string) =>
    new BadRequestError([{ code: "custom", path: ["sessionId"], message }]);
  if (status !== "PENDING") throw refuse(`The session is ${status}: it can be processed once only`);
  const missing = listMissingDocuments(incoming.world, session);
  if (missing.length) throw refuse(`Documents have not been uploaded: ${missing.join(", ")}`);
  startVerification(incoming.world, session);
  return {};
}

/**
 * The request fields are undocumented. The sandbox reads `individualId`, and `documentCountry` for
 * a new person.
 */
const createEnhancedSession: OperationHandler<"kyc.individual.enhanced.create"> = (incoming) => {
  const { world, project, body } = incoming;
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
  const session = openSession(incoming, "individual.enhanced", record, country, known?.id);
  return {
    body: {
      session: { ...record },
      // An upgrade needs no identity document, only the proof of address.
      ...(!known && {
        frontDocumentUpload: createUploadTarget(incoming, session, "front"),
        backDocumentUpload: createUploadTarget(incoming, session, "back"),
      }),
      proofOfAddressDocumentUpload: createUploadTarget(incoming, session, "proof-of-address"),
    },
  };
};

const createBusinessSession: OperationHandler<"kyc.business.standard.create"> = (incoming) => {
  const { world, body } = incoming;
  const record: BusinessSession = {
    id: createId(world, "session"),
    businessId: null,
    status: "PENDING",
    legalName: body.legalName,
    email: body.email,
    legalNature: body.legalNature,
    phoneNumber: body.phoneNumber,
    website: body.website ?? null,
    country: body.country,
    address: body.streetLine1,
    city: body.city,
    state: body.state,
    postalCode: body.postalCode,
    document: { id: body.documentId, type: null, category: null },
    createdAt: toIsoTime(world.time),
    updatedAt: null,
  };
  const session = openSession(incoming, "business.standard", record, body.country);
  const created: CreatedBusinessSession = {
    session: { ...record },
    proofOfAddressDocumentUpload: createUploadTarget(incoming, session, "proof-of-address"),
    socialContractDocumentUpload: createUploadTarget(incoming, session, "social-contract"),
    ownersDocuments: body.owners.map((owner, i) => ({
      ownerId: createId(world, "owner"),
      ownerDocumentId: owner.documentId,
      frontDocumentUpload: createUploadTarget(incoming, session, `owner-${i + 1}-front`),
      backDocumentUpload:
        owner.documentCategory === "PASSPORT"
          ? null
          : createUploadTarget(incoming, session, `owner-${i + 1}-back`),
      proofOfAddressDocumentUpload: createUploadTarget(
        incoming,
        session,
        `owner-${i + 1}-proof-of-address`,
      ),
    })),
  };
  return { body: created };
};

const getFinancialLimits: OperationHandler<"kyc.financialLimits"> = ({
  world,
  project,
  params,
}) => {
  const identity = findEntry(world.identities, params.identityId);
  if (identity?.projectId !== project.id) throw new ServiceError("INDIVIDUAL_NOT_FOUND");
  const { id, type, projectId } = identity;
  return {
    body: { identityId: id, identityType: type, projectId, limits: listLimits(world, identity) },
  };
};

export const kycHandlers: OperationHandlers = {
  "kyc.individual.standard.create": createStandardSession,
  "kyc.individual.standard.get": getStandardSession,
  "kyc.individual.standard.process": (incoming) => processSession(incoming, "individual.standard"),
  "kyc.individual.enhanced.create": createEnhancedSession,
  "kyc.individual.enhanced.get": (incoming) => ({
    body: { session: { ...getSession(incoming, "individual.enhanced").record } },
  }),
  "kyc.individual.enhanced.process": (incoming) => processSession(incoming, "individual.enhanced"),
  "kyc.business.standard.create": createBusinessSession,
  "kyc.business.standard.get": (incoming) => ({
    body: { session: { ...getSession(incoming, "business.standard").record } },
  }),
  "kyc.financialLimits": getFinancialLimits,
};

function updateSessionStatus(world: World, session: Session, status: string): void {
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
    updateSessionStatus(world, session, "VERIFYING");
    scheduleTask(world, verificationDuration, "kyc.conclude", data);
  },
  "kyc.conclude": (world, _random, data) => {
    const session = findEntry(world.sessions, data.sessionId);
    if (!session) return;
    if (session.outcome === "COMPLETED") completeSession(world, session);
    // Only failed sessions have these fields, like in the service.
    else Object.assign(session.record, { preFlight: false, failureReason: session.failureReason });
    updateSessionStatus(world, session, session.outcome);
  },
  "kyc.expire": (world, _random, data) => {
    const session = findEntry(world.sessions, data.sessionId);
    if (session?.record.status === "PENDING" && listMissingDocuments(world, session).length)
      updateSessionStatus(world, session, "EXPIRED");
  },
};
