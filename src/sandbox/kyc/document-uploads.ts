import type { UploadTarget } from "../../contract/kyc/records.js";
import type { OperationRequest } from "../shared/operation-handler.js";
import type { Session } from "../world/people.js";
import { scheduleTask } from "../world/schedule.js";
import { findEntry, toIsoTime } from "../world/state.js";
import type { World } from "../world/world.js";

/** The upload path below the sandbox's address. */
export const storagePath = "/storage/documents";
/** In milliseconds. */
export const uploadLifetime = 900_000;

const bucket = "bursar-sandbox-documents";

type UploadContext = Pick<OperationRequest, "world" | "random" | "baseUrl">;

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
        conditions: [{ bucket }, { key }, ["content-length-range", minFileSize, maxFileSize]],
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

/** In bytes. No picture and no PDF is smaller. */
export const minFileSize = 64;
/** In bytes. */
export const maxFileSize = 10 * 1024 * 1024;

export function listMissingDocuments(world: World, session: Session): string[] {
  const missing = session.wanted.filter((key) => findEntry(world.uploads, key)?.received === null);
  return missing.map((key) => key.replace(/^.*\/|-[0-9a-f]+$/g, ""));
}

/**
 * Starts the verification of a business when all its documents have arrived, because no operation
 * starts it.
 */
export function onDocumentUploaded(world: World, session: Session): void {
  const { kind, record } = session;
  if (kind !== "business.standard" || record.status !== "PENDING") return;
  if (listMissingDocuments(world, session).length === 0) startVerification(world, session);
}

const processingDuration = 2_000;

export function startVerification(world: World, session: Session): void {
  session.record.status = "PROCESSING";
  session.record.updatedAt = toIsoTime(world.time);
  scheduleTask(world, processingDuration, "kyc.verify", { sessionId: session.record.id });
}
