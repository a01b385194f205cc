import {
  maxFileSize,
  minFileSize,
  onDocumentUploaded,
  storagePath,
} from "../kyc/document-uploads.js";
import type { Upload } from "../world/people.js";
import { findEntry } from "../world/state.js";
import type { World } from "../world/world.js";

/** An upload, read before its turn in the queue because reading is asynchronous. */
export interface UploadRequest {
  readonly method: string;
  readonly path: string;
  readonly hasApiKey: boolean;
  /** Undefined if the body is not a form. */
  readonly entries: readonly (readonly [name: string, value: FormDataEntryValue])[] | undefined;
  readonly isTooLarge: boolean;
}

/** Allows 64 KiB for the other form fields. */
const maxFormSize = maxFileSize + 65_536;

export function isStoragePath(path: string): boolean {
  return path.startsWith("/storage/");
}

export async function readUpload(request: Request, path: string): Promise<UploadRequest> {
  // Read this before the body: Bun removes the header afterwards.
  const contentType = request.headers.get("content-type") ?? "";
  const bytes = await request.arrayBuffer();
  const isTooLarge = bytes.byteLength > maxFormSize;
  const isForm = !isTooLarge && contentType.toLowerCase().startsWith("multipart/form-data");
  const entries = isForm ? await parseForm(bytes, contentType) : undefined;
  return {
    method: request.method,
    path,
    hasApiKey: request.headers.has("x-api-key"),
    entries,
    isTooLarge,
  };
}

async function parseForm(
  bytes: ArrayBuffer,
  contentType: string,
): Promise<UploadRequest["entries"]> {
  try {
    const response = new Response(bytes, { headers: { "content-type": contentType } });
    return [...(await response.formData()).entries()];
  } catch {
    return undefined;
  }
}

const storageStatuses = {
  AccessDenied: 403,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  ExpiredToken: 403,
  MalformedPOSTRequest: 400,
  MethodNotAllowed: 405,
  NoSuchBucket: 404,
} as const;

class StorageError {
  constructor(
    readonly code: keyof typeof storageStatuses,
    readonly message: string,
  ) {}
}

/** Stores a document. Like an object storage, it requires the signed fields, then the file. */
export function storeUpload(world: World, request: UploadRequest): Response {
  try {
    const { upload, file } = validateUpload(world, request);
    upload.received = file.size;
    upload.contentType = file.type || null;
    const session = findEntry(world.sessions, upload.sessionId);
    if (session) onDocumentUploaded(world, session);
    return new Response(null, { status: 204 });
  } catch (thrown) {
    if (thrown instanceof StorageError) return toXmlResponse(thrown);
    throw thrown;
  }
}

function validateUpload(
  world: World,
  { method, path, hasApiKey, entries, isTooLarge }: UploadRequest,
): { upload: Upload; file: Blob } {
  if (path !== storagePath)
    throw new StorageError("NoSuchBucket", "The specified bucket does not exist");
  if (method !== "POST")
    throw new StorageError("MethodNotAllowed", "The storage only accepts form uploads by POST");
  // A real storage may ignore the key. The sandbox rejects it, so that a leak is noticed.
  if (hasApiKey) throw new StorageError("AccessDenied", "The request must not contain an API key");
  if (isTooLarge) throw createTooLargeError();
  if (!entries)
    throw new StorageError(
      "MalformedPOSTRequest",
      "The body is not well-formed multipart/form-data",
    );
  const [name, file] = entries.at(-1) ?? [];
  if (name !== "file" || file === undefined || typeof file === "string")
    throw new StorageError("MalformedPOSTRequest", "The last field must be the file, named file");
  const upload = getUpload(world, entries.slice(0, -1));
  if (upload.expiresAt <= world.time)
    throw new StorageError("ExpiredToken", "The upload target has expired");
  if (file.size > maxFileSize) throw createTooLargeError();
  if (file.size < minFileSize)
    throw new StorageError("EntityTooSmall", `The file is smaller than ${minFileSize} bytes`);
  return { upload, file };
}

function getUpload(world: World, fields: NonNullable<UploadRequest["entries"]>): Upload {
  const given = Object.fromEntries(fields);
  const upload = findEntry(world.uploads, given.key);
  if (!upload) throw createPolicyError("no upload was signed for this key");
  const names = Object.keys(upload.fields);
  const wrong =
    names.find((name) => given[name] !== upload.fields[name]) ??
    fields.find(([name]) => !names.includes(name))?.[0];
  if (wrong !== undefined) throw createPolicyError(`the field ${wrong} does not match`);
  return upload;
}

function createPolicyError(reason: string): StorageError {
  return new StorageError("AccessDenied", `Invalid according to Policy: ${reason}`);
}

function createTooLargeError(): StorageError {
  return new StorageError("EntityTooLarge", "The file is larger than 10 MB");
}

function toXmlResponse({ code, message }: StorageError): Response {
  const text = message.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${text}</Message></Error>`;
  const headers = { "content-type": "application/xml" };
  return new Response(xml, { status: storageStatuses[code], headers });
}
