import type {
  Client,
  CreateBusinessSessionRequest,
  CreateIndividualSessionRequest,
  IndividualSession,
  UploadFile,
  UploadTarget,
} from "../../../src/index.js";
import type { Sandbox } from "../../../src/sandbox/index.js";

export type SessionKind = "individual.standard" | "individual.enhanced" | "business.standard";

/** The common field of all created sessions. */
interface Created {
  readonly session?: { readonly id?: string | null | undefined } | null | undefined;
}

interface Open {
  readonly client: Client;
}

export const photo = new Blob([new Uint8Array(100)], { type: "image/jpeg" });

/** Has a passport, which has no back side. */
export const person: CreateIndividualSessionRequest = {
  firstName: "Ana",
  lastName: "Silva",
  birthDate: "1990-05-17",
  documentCategory: "PASSPORT",
  documentCountry: "BRAZIL",
  documentId: "123456789",
  livenessRequired: false,
  email: "ana@example.com",
  address: "Rua Augusta 1",
  city: "Sao Paulo",
  state: "SP",
  postalCode: "01000000",
};

const { email: _email, livenessRequired: _liveness, ...ownerOf } = person;

/** One owner has a passport, the other one an identity card. */
export const company: CreateBusinessSessionRequest = {
  legalName: "Padaria Silva Ltda",
  email: "office@example.com",
  documentId: "12345678000195",
  legalNature: "LTDA",
  phoneNumber: "5511999990000",
  city: "Sao Paulo",
  country: "BRAZIL",
  postalCode: "01000000",
  state: "SP",
  streetLine1: "Rua Augusta 1",
  owners: (["PASSPORT", "IDENTITY_CARD"] as const).map((documentCategory, i) => ({
    ...ownerOf,
    documentCategory,
    documentId: `12345678${i}`,
    nationality: "BRAZILIAN",
  })),
};

/** All upload targets in a response, in order. */
export function findUploadTargets(response: unknown): UploadTarget[] {
  if (typeof response !== "object" || response === null) return [];
  if ("url" in response && "fields" in response) return [response as UploadTarget];
  return Object.values(response).flatMap(findUploadTargets);
}

/** Uploads all documents of a created session and returns its id. */
export async function uploadDocuments(
  { client }: Open,
  created: Created,
  file: UploadFile = photo,
): Promise<string> {
  for (const target of findUploadTargets(created)) await client.kyc.uploadDocument(target, file);
  return created.session?.id as string;
}

/** Creates a session without documents. */
export function createSession(
  { client }: Open,
  kind: SessionKind = "individual.standard",
): PromiseLike<Created> {
  const { individual, business } = client.kyc;
  if (kind === "individual.standard") return individual.standard.create(person);
  if (kind === "individual.enhanced") return individual.enhanced.create({ individualId: "ind_1" });
  return business.standard.create(company);
}

/** Creates a session with all documents. A business session is then processed at once. */
export async function openSession(
  opened: Open,
  kind: SessionKind = "individual.standard",
): Promise<string> {
  return uploadDocuments(opened, await createSession(opened, kind));
}

/** Processes a session. Business sessions need no request for that. */
export async function processSession(
  { client }: Open,
  sessionId: string,
  kind: SessionKind,
): Promise<void> {
  if (kind === "individual.standard") await client.kyc.individual.standard.process(sessionId);
  if (kind === "individual.enhanced") await client.kyc.individual.enhanced.process(sessionId);
}

/** Processes a person's session and waits for its result. */
export async function processToEnd(
  { client, sandbox }: Open & { readonly sandbox: Sandbox },
  sessionId: string,
  level: "standard" | "enhanced" = "standard",
): Promise<IndividualSession> {
  await processSession({ client }, sessionId, `individual.${level}`);
  sandbox.advance(10_000);
  return (await client.kyc.individual[level].get(sessionId)).session as IndividualSession;
}

/** Verifies a new person and returns the identity id. */
export async function verifyPerson(opened: Open & { readonly sandbox: Sandbox }): Promise<string> {
  const { individualId } = await processToEnd(opened, await openSession(opened));
  if (!individualId) throw new TypeError("the sandbox returned no individualId");
  return individualId;
}
