import type {
  BusinessSession,
  CreatedBusinessSession,
  CreatedIndividualSession,
  IndividualSession,
} from "../../contract/kyc/types.js";
import { requireIndividual } from "../fiat/fiat-terms.js";
import {
  find,
  type Handler,
  type Handlers,
  type Incoming,
  isoTime,
  makeId,
  type StepHandlers,
} from "../shared/operation-handler.js";
import { BadRequest, Refusal } from "../shared/service-error.js";
import { later } from "../world/clock.js";
import type { Session, World } from "../world/world.js";
import { missingDocuments, openUpload, startCheck, uploadLifetime } from "./document-uploads.js";
import { createIdentity, limitsOf } from "./identities.js";

/** In milliseconds. */
const verifying = 3_000;

type Here = Pick<Incoming, "world" | "random" | "project" | "baseUrl">;

function openSession(
  here: Here,
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
  later(world, uploadLifetime, "kyc.expire", { sessionId: record.id });
  return session;
}

function requireSession(
  { world, project, params }: Pick<Incoming, "world" | "project" | "params">,
  kind: Session["kind"],
): Session {
  const session = find(world.sessions, params.sessionId);
  if (session?.projectId !== project.id || session.kind !== kind)
    throw new Refusal("STANDARD_SESSION_NOT_FOUND");
  return session;
}

const createIndividual: Handler<"kyc.individual.standard.create"> = (incoming) => {
  const { world, body } = incoming;
  const record: IndividualSession = {
    id: makeId(world, "session"),
    individualId: null,
    status: "PENDING",
    livenessRequired: body.livenessRequired,
    firstName: body.firstName,
    lastName: body.lastName,
    birthDate: body.birthDate,
    document: { id: body.documentId, type: null, category: body.documentCategory },
    createdAt: isoTime(world.time),
    updatedAt: null,
  };
  const session = openSession(incoming, "individual.standard", record, body.documentCountry);
  const created: CreatedIndividualSession = {
    session: { ...record },
    frontDocumentUpload: openUpload(incoming, session, "front"),
    backDocumentUpload:
      body.documentCategory === "PASSPORT" ? null : openUpload(incoming, session, "back"),
  };
  return { body: created };
};

const getIndividual: Handler<"kyc.individual.standard.get"> = (incoming) => {
  const { id, status, individualId, ...rest } = requireSession(incoming, "individual.standard")
    .record as IndividualSession;
  // The one published answer on a completed session has no more than this.
  return {
    body: {
      session:
        status === "COMPLETED"
          ? { id, status, individualId }
          : { id, individualId, status, ...rest },
    },
  };
};

/** Starts the check of a session that has all its documents. How the service refuses the others is not published. */
function process(
  incoming: Pick<Incoming, "world" | "project" | "params">,
  kind: Session["kind"],
): Record<string, never> {
  const session = requireSession(incoming, kind);
  const { status } = session.record;
  const refuse = (message: string) =>
    new BadRequest([{ code: "custom", path: ["sessionId"], message }]);
  if (status !== "PENDING") throw refuse(`The session is ${status}: it can be processed once only`);
  const missing = missingDocuments(incoming.world, session);
  if (missing.length) throw refuse(`Documents have not been uploaded: ${missing.join(", ")}`);
  startCheck(incoming.world, session);
  return {};
}

/** The fields of an enhanced session have not been published: the sandbox reads `individualId`, and `documentCountry` of a new person. */
const createEnhanced: Handler<"kyc.individual.enhanced.create"> = (incoming) => {
  const { world, project, body } = incoming;
  const { individualId, documentCountry } = body;
  const known =
    typeof individualId === "string" ? requireIndividual(world, project, individualId) : undefined;
  const record: IndividualSession = {
    id: makeId(world, "session"),
    individualId: known?.id ?? null,
    status: "PENDING",
    createdAt: isoTime(world.time),
    updatedAt: null,
  };
  const country = known?.country ?? (typeof documentCountry === "string" ? documentCountry : "");
  const session = openSession(incoming, "individual.enhanced", record, country, known?.id);
  return {
    body: {
      session: { ...record },
      // An upgrade needs only what the standard level did not ask for.
      ...(!known && {
        frontDocumentUpload: openUpload(incoming, session, "front"),
        backDocumentUpload: openUpload(incoming, session, "back"),
      }),
      proofOfAddressDocumentUpload: openUpload(incoming, session, "proof-of-address"),
    },
  };
};

const createBusiness: Handler<"kyc.business.standard.create"> = (incoming) => {
  const { world, body } = incoming;
  const record: BusinessSession = {
    id: makeId(world, "session"),
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
    createdAt: isoTime(world.time),
    updatedAt: null,
  };
  const session = openSession(incoming, "business.standard", record, body.country);
  const created: CreatedBusinessSession = {
    session: { ...record },
    proofOfAddressDocumentUpload: openUpload(incoming, session, "proof-of-address"),
    socialContractDocumentUpload: openUpload(incoming, session, "social-contract"),
    ownersDocuments: body.owners.map((owner, i) => ({
      ownerId: makeId(world, "owner"),
      ownerDocumentId: owner.documentId,
      frontDocumentUpload: openUpload(incoming, session, `owner-${i + 1}-front`),
      backDocumentUpload:
        owner.documentCategory === "PASSPORT"
          ? null
          : openUpload(incoming, session, `owner-${i + 1}-back`),
      proofOfAddressDocumentUpload: openUpload(
        incoming,
        session,
        `owner-${i + 1}-proof-of-address`,
      ),
    })),
  };
  return { body: created };
};

const financialLimits: Handler<"kyc.financialLimits"> = ({ world, project, params }) => {
  const identity = find(world.identities, params.identityId);
  if (identity?.projectId !== project.id) throw new Refusal("INDIVIDUAL_NOT_FOUND");
  const { id, type, projectId } = identity;
  return {
    body: { identityId: id, identityType: type, projectId, limits: limitsOf(world, identity) },
  };
};

export const kycHandlers: Handlers = {
  "kyc.individual.standard.create": createIndividual,
  "kyc.individual.standard.get": getIndividual,
  "kyc.individual.standard.process": (incoming) => process(incoming, "individual.standard"),
  "kyc.individual.enhanced.create": createEnhanced,
  "kyc.individual.enhanced.get": (incoming) => ({
    body: { session: { ...requireSession(incoming, "individual.enhanced").record } },
  }),
  "kyc.individual.enhanced.process": (incoming) => process(incoming, "individual.enhanced"),
  "kyc.business.standard.create": createBusiness,
  "kyc.business.standard.get": (incoming) => ({
    body: { session: { ...requireSession(incoming, "business.standard").record } },
  }),
  "kyc.financialLimits": financialLimits,
};

function move(world: World, session: Session, status: string): void {
  session.record.status = status;
  session.record.updatedAt = isoTime(world.time);
}

function complete(world: World, session: Session): void {
  const type = session.kind === "business.standard" ? "BUSINESS" : "INDIVIDUAL";
  const id = session.upgrades ?? makeId(world, type === "BUSINESS" ? "biz" : "ind");
  const identity =
    find(world.identities, id) ?? createIdentity(id, type, session.projectId, session.country);
  world.identities[id] = identity;
  if (session.kind === "individual.enhanced") identity.level = "ENHANCED";
  Object.assign(session.record, type === "BUSINESS" ? { businessId: id } : { individualId: id });
}

export const kycSteps: StepHandlers = {
  "kyc.verify": (world, _random, data) => {
    const session = find(world.sessions, data.sessionId);
    if (!session) return;
    move(world, session, "VERIFYING");
    later(world, verifying, "kyc.conclude", data);
  },
  "kyc.conclude": (world, _random, data) => {
    const session = find(world.sessions, data.sessionId);
    if (!session) return;
    if (session.outcome === "COMPLETED") complete(world, session);
    // Absent before, as seen.
    else Object.assign(session.record, { preFlight: false, failureReason: session.failureReason });
    move(world, session, session.outcome);
  },
  "kyc.expire": (world, _random, data) => {
    const session = find(world.sessions, data.sessionId);
    if (session?.record.status === "PENDING" && missingDocuments(world, session).length)
      move(world, session, "EXPIRED");
  },
};
