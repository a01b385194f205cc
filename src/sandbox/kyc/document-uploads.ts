import type { UploadTarget } from "../../contract/kyc/types.js";
import type { OperationRequest } from "../shared/operation-handler.js";
import { findEntry, toIsoTime } from "../shared/operation-handler.js";
import { scheduleTask } from "../world/clock.js";
import type { Session, World } from "../world/world.js";

/** Where uploads go, below the sandbox's own address. */
export const storagePath = "/storage/documents";
/** How long upload targets hold, in milliseconds. */
export const uploadLifetime = 900_000;

const bucket = "bursar-sandbox-documents";

type UploadContext = Pick<OperationRequest, "world" | "random" | "baseUrl">;

/** Opens a place for one document of a session, which the session then waits for. */
export function createUploadTarget(
  { world, random, baseUrl }: UploadContext,
  session: Session,
  document: string,
): UploadTarget {
  const key = `documents/${session.record.id}/${document}-${random.hex(8)}`;
  const expiresAt = world.time + uploadLifetime;
  const now = toIsoTime(world.time);
  const date = now.replace(/[-:]|\.\d+/g, "");
  const fields = {
    bucket,
    "X-Cloud-Algorithm": "SANDBOX-HMAC-SHA256",
    "X-Cloud-Credential": `sandbox/${date.slice(0, 8)}/auto/storage/request`,
    "X-Cloud-Date": date,
    key,
    Policy: btoa(
      JSON.stringify({
        expiration: toIsoTime(expiresAt),
        conditions: [{ bucket }, { key }, ["content-length-range", 1, maxFileSize]],
      }),
    ),
    "X-Cloud-Signature": random.hex(32),
  };
  world.uploads[key] = {
    key,
    sessionId: session.record.id,
    expiresAt,
    fields,
    received: null,
    contentType: null,
  };
  session.wanted.push(key);
  return { url: baseUrl + storagePath, fields };
}

/** The longest file that the storage takes, in bytes. */
export const maxFileSize = 10 * 1024 * 1024;

/** Which of the wanted documents have not arrived. */
export function listMissingDocuments(world: World, session: Session): string[] {
  return session.wanted
    .filter((key) => findEntry(world.uploads, key)?.received === null)
    .map(
      (key) =>
        key
          .split("/")
          .at(-1)
          ?.replace(/-[0-9a-f]+$/, "") ?? key,
    );
}

/** Called when a document has arrived. Companies have no call that starts the check: it starts by itself when all is there. */
export function onDocumentUploaded(world: World, session: Session): void {
  if (
    session.kind !== "business.standard" ||
    session.record.status !== "PENDING" ||
    listMissingDocuments(world, session).length
  )
    return;
  startVerification(world, session);
}

/** In milliseconds. */
const processingDuration = 2_000;

export function startVerification(world: World, session: Session): void {
  session.record.status = "PROCESSING";
  session.record.updatedAt = toIsoTime(world.time);
  scheduleTask(world, processingDuration, "kyc.verify", { sessionId: session.record.id });
}
