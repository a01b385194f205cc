import type { UploadTarget } from "../../contract/kyc/records.js";
import { AbortedError, TimeoutError } from "../../errors/connection.js";
import { type Issue, RequestValidationError } from "../../errors/data.js";
import {
  above,
  aFunction,
  type Options,
  readOptions,
  unchecked,
  withDefault,
} from "../../errors/options.js";
import { withUnknownOutcome } from "../../errors/outcome.js";
import { getSteadyTime } from "../../shared/steady-time.js";
import { runScheduled } from "../attempts/run-scheduled.js";
import type { Config } from "../config/config.js";
import { type AttemptCounter, type EndedCall, emitEnd } from "../config/emit-end.js";
import { notify } from "../config/events.js";
import { isLoopback, limitTimer, maxTimerDelay } from "../config/resolve-config.js";
import { type TracedCall, traceCall } from "../config/trace-call.js";
import { createIssue } from "../validation/create-issue.js";
import { describeFailure } from "../wire/connection-error.js";
import { createAbortedError, withDeadline } from "../wire/deadline.js";
import type { Fetch } from "../wire/fetch-response.js";
import { readText } from "../wire/read-text.js";
import { isNode } from "../wire/runtime.js";
import { createTargetRedactor } from "./redact-target.js";
import {
  createRejectedError,
  createUnreachableError,
  operation,
  type StorageResponse,
} from "./upload-errors.js";

/** The progress of an upload. */
export interface UploadProgress {
  /** Bytes sent, including the form around the file. */
  sent: number;
  total: number;
}

/** The options of an upload. Times are milliseconds. */
export interface UploadOptions {
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** @defaultValue `300000` */
  timeout?: number | undefined;
  /** The file name in the form. Default: the name of the `File`, or `document`. */
  fileName?: string | undefined;
  /** The media type, for a file without one. */
  contentType?: string | undefined;
}

/** A file to upload: a `File` or `Blob`, or bytes. */
export type UploadFile = Blob | Uint8Array | ArrayBuffer;

const pieceSize = 65_536;
const maxStorageBytes = 1_000_000;

const uploadOptions: Options<UploadOptions, "timeout"> = () => ({
  onProgress: aFunction,
  signal: unchecked,
  timeout: withDefault(above(0, "milliseconds"), 300_000),
  fileName: { kind: "text" },
  contentType: { kind: "text" },
});

/** Uploads a file to the storage of an upload target, and emits `onEnd`. */
export function uploadFile(
  target: UploadTarget,
  file: UploadFile,
  options: UploadOptions,
  config: Config,
): Promise<void> {
  return traceCall(config, operation, (trace) => upload(target, file, options, config, trace));
}

async function upload(
  target: UploadTarget,
  file: UploadFile,
  options: UploadOptions,
  config: Config,
  trace: TracedCall | undefined,
): Promise<void> {
  const startedAt = getSteadyTime();
  const counter: AttemptCounter = { attempts: 0 };
  const call: EndedCall = { operation, effect: "write", method: "POST", counter };
  try {
    const read = readOptions(operation, options, uploadOptions);
    const timeout = limitTimer(read.timeout);
    await sendFile(target, file, { ...read, timeout }, config, counter);
    emitEnd(config, startedAt, call, trace);
  } catch (error) {
    emitEnd(config, startedAt, { ...call, error }, trace);
    throw error;
  }
}

/** Without the client's fetch layer, because the storage must never receive the API key. */
async function sendFile(
  target: UploadTarget,
  file: UploadFile,
  options: UploadOptions & { readonly timeout: number },
  config: Config,
  counter: AttemptCounter,
): Promise<void> {
  const form = buildForm(target, file, options);
  const redact = createTargetRedactor(target);
  const { onProgress, timeout, signal: callerSignal } = options;
  // An error in the caller's callback must not look like a failure of the storage.
  const report =
    onProgress &&
    ((progress: UploadProgress) => notify(config, operation, "onProgress", onProgress, progress));
  const deadline = { signal: callerSignal, timeout, scope: "attempt" } as const;
  const attempt = (signal?: AbortSignal) =>
    withDeadline(operation, { ...deadline, signal }, (cancellation) => {
      counter.attempts = 1;
      return send(target.url, form, report, cancellation.signal, config.fetch, redact);
    });
  const { schedule } = config;
  try {
    const response = await (schedule
      ? withDeadline(operation, { ...deadline, timeout: maxTimerDelay }, ({ signal }) =>
          runScheduled(schedule, { operation, attempt: 1, signal }, () => attempt(signal)),
        )
      : attempt(callerSignal));
    counter.status = response.status;
    if (response.status < 200 || response.status >= 300)
      throw createRejectedError({ ...response, text: redact(response.text) });
  } catch (error) {
    if (counter.attempts === 0) throw error;
    if (error instanceof AbortedError)
      throw withUnknownOutcome(createAbortedError(operation, error.reason, true));
    throw error instanceof TimeoutError ? withUnknownOutcome(error) : error;
  }
}

function buildForm(target: UploadTarget, file: UploadFile, options: UploadOptions): FormData {
  const issues = [
    ...validateUrl(target?.url),
    ...validateFields(target?.fields),
    ...validateFile(file),
  ];
  if (issues.length) throw new RequestValidationError(operation, issues);
  const form = new FormData();
  // The storage reads the form in order and stops at the file, so all fields must come first.
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  const blob =
    file instanceof Blob && (file.type || !options.contentType)
      ? file
      : new Blob([file as BlobPart], { type: options.contentType ?? "" });
  form.append("file", blob, options.fileName ?? ((file as Partial<File>).name || "document"));
  return form;
}

const issue = (path: string[], expected: string) => createIssue(path, "custom", expected, "");

function validateUrl(url: unknown): Issue[] {
  try {
    const { protocol, hostname, username, password } = new URL(String(url));
    const isSecure = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
    if (!isSecure) return [issue(["target", "url"], "an https URL")];
    // `fetch` rejects such a URL, with an error that quotes it.
    const hasCredentials = username !== "" || password !== "";
    return hasCredentials
      ? [issue(["target", "url"], "an https URL without a user name or password")]
      : [];
  } catch {
    return [issue(["target", "url"], "the URL of an upload target")];
  }
}

function validateFields(fields: unknown): Issue[] {
  if (typeof fields !== "object" || fields === null) {
    return [issue(["target", "fields"], "the fields of an upload target")];
  }
  return Object.entries(fields)
    .filter(([, value]) => typeof value !== "string")
    .map(([name]) => issue(["target", "fields", name], "a string"));
}

function validateFile(file: unknown): Issue[] {
  if (!(file instanceof Blob || file instanceof Uint8Array || file instanceof ArrayBuffer)) {
    return [issue(["file"], "a Blob, File, Uint8Array or ArrayBuffer")];
  }
  const size = file instanceof Blob ? file.size : file.byteLength;
  return size > 0 ? [] : [issue(["file"], "a file that is not empty")];
}

async function send(
  url: string,
  form: FormData,
  onProgress: UploadOptions["onProgress"],
  signal: AbortSignal,
  fetch: Fetch | undefined,
  redact: (text: string) => string,
): Promise<StorageResponse> {
  if (onProgress && !fetch && typeof XMLHttpRequest === "function") {
    return sendWithXhr(url, form, onProgress, signal);
  }
  try {
    const { finish, ...body } = onProgress
      ? await createCountedBody(form, onProgress)
      : { body: form, finish: undefined };
    // `duplex` is required if the body is a stream.
    const init: RequestInit & { duplex: "half" } = {
      ...body,
      signal,
      credentials: "omit",
      duplex: "half",
    };
    const post = { ...init, method: "POST", redirect: "manual" } as const;
    const response = await (fetch ? fetch(new Request(url, post)) : globalThis.fetch(url, post));
    // Larger responses are no error of a storage.
    const text = (await readText(response, maxStorageBytes, fetch === undefined)) ?? "";
    if (response.ok) finish?.();
    return { status: response.status, text };
  } catch (error) {
    if (signal.aborted) throw error;
    const { code, message } = describeFailure(error);
    throw createUnreachableError(redact(code ?? message));
  }
}

interface CountedBody {
  readonly body: BodyInit;
  readonly headers: Record<string, string>;
  /** Reports the last progress. Called when the storage has accepted the upload. */
  readonly finish: (() => void) | undefined;
}

/** Encodes the form and counts its progress. Storages require a `content-length`. */
async function createCountedBody(
  form: FormData,
  onProgress: NonNullable<UploadOptions["onProgress"]>,
): Promise<CountedBody> {
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") as string;
  const bytes = await encoded.blob();
  const total = bytes.size;
  let sent = 0;
  onProgress({ sent, total });
  // Only Node is known to send `content-length` with a stream. Others report only start and end.
  if (!isNode()) {
    const finish = () => onProgress({ sent: total, total });
    return { body: bytes, headers: { "content-type": type }, finish };
  }
  // Stream in pieces, because one large piece would be read at once and show no progress.
  const pieces = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = new Uint8Array(await bytes.slice(sent, sent + pieceSize).arrayBuffer());
      controller.enqueue(piece);
      sent += piece.byteLength;
      onProgress({ sent, total });
      if (sent === total) controller.close();
    },
  });
  const headers = { "content-type": type, "content-length": String(total) };
  return { body: pieces, headers, finish: undefined };
}

/** Browsers report upload progress only by XMLHttpRequest. */
function sendWithXhr(
  url: string,
  form: FormData,
  onProgress: NonNullable<UploadOptions["onProgress"]>,
  signal: AbortSignal,
): Promise<StorageResponse> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open("POST", url);
    xhr.upload.onprogress = (event) => onProgress({ sent: event.loaded, total: event.total });
    xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText });
    xhr.onerror = () => reject(createUnreachableError("network failure"));
    signal.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(form);
  });
}
