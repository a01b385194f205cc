import type { Client } from "../../../src/index.js";
import type { World } from "../../../src/sandbox/world/world.js";
import { company, person, uploadDocuments } from "../../sandbox/kyc/verification-sessions.js";
import type { CallOptions, Prepare, Writes } from "./prepared-write.js";

/** A session that has a unique value, which the requests and the state of the sandbox contain. */
function describeCreation(
  level: "individual/standard" | "individual/enhanced" | "business/standard",
  value: string,
  send: (client: Client, options: CallOptions) => PromiseLike<unknown>,
): Awaited<ReturnType<Prepare>> {
  const [type, name] = level.split("/");
  return {
    key: `${level} session ${value}`,
    send,
    matches: (method, path, body) =>
      method === "POST" &&
      path.endsWith(`/${type}-verification-sessions/${name}`) &&
      body.includes(`"${value}"`),
    isDone: ({ sessions }: World) =>
      Object.values(sessions).some((session) => JSON.stringify(session).includes(`"${value}"`)),
  };
}

const prepareSession: Prepare = async (_scene, n) => {
  const documentId = String(1_000_000_000 + n);
  return describeCreation("individual/standard", documentId, (client, options) =>
    client.kyc.individual.standard.create({ ...person, documentId }, options),
  );
};

/** The sandbox keeps no other field of the request than the country. */
const prepareEnhancedSession: Prepare = async (_scene, n) => {
  const documentCountry = `COUNTRY ${n}`;
  return describeCreation("individual/enhanced", documentCountry, (client, options) =>
    client.kyc.individual.enhanced.create({ documentCountry }, options),
  );
};

const prepareBusinessSession: Prepare = async (_scene, n) => {
  const documentId = String(10_000_000_000_000 + n);
  return describeCreation("business/standard", documentId, (client, options) =>
    client.kyc.business.standard.create({ ...company, documentId }, options),
  );
};

/** Uploads the documents of a session, so that its check can start. */
const prepareCheck =
  (level: "standard" | "enhanced"): Prepare =>
  async ({ client }, n) => {
    const created =
      level === "standard"
        ? await client.kyc.individual.standard.create({ ...person, documentId: `2${n}` })
        : await client.kyc.individual.enhanced.create({ individualId: "ind_1" });
    const id = await uploadDocuments({ client }, created);
    return {
      key: `check of ${level} session ${id}`,
      send: (one, options) => one.kyc.individual[level].process(id, options),
      lookup: async (one) => {
        const { session } = await one.kyc.individual[level].get(id);
        return session?.status !== "PENDING";
      },
      matches: (method, path) =>
        method === "POST" && path.endsWith(`-sessions/${level}/${id}/process`),
      isDone: ({ sessions }) => sessions[id]?.record.status !== "PENDING",
    };
  };

const prepareStandardCheck = prepareCheck("standard");
const prepareEnhancedCheck = prepareCheck("enhanced");

export const kycWrites = {
  "kyc.individual.standard.create": prepareSession,
  "kyc.individual.standard.process": prepareStandardCheck,
  "kyc.individual.enhanced.create": prepareEnhancedSession,
  "kyc.individual.enhanced.process": prepareEnhancedCheck,
  "kyc.business.standard.create": prepareBusinessSession,
} satisfies Writes;
