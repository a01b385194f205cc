import type { UploadTarget } from "../../contract/kyc/types.js";
import { BursarError } from "../../errors/base.js";
import { AbortedError } from "../../errors/connection.js";
import { RequestValidationError, UploadError } from "../../errors/data.js";
import { type Config, isLoopback } from "../config.js";
import { notify } from "../events.js";
import { describeFailure } from "../wire/connection-error.js";
import { withDeadline } from "../wire/deadline.js";
import type { Fetch } from "../wire/fetch-response.js";
import { isNode } from "../wire/runtime.js";

/** The progress of an upload. */
export interface UploadProgress {
  /** Bytes sent, the form's own included. */
  sent: number;
  total: number;
}

/** The options of an upload. Times are milliseconds. */
export interface UploadOptions {
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** @defaultValue `300000` */
  timeout?: number | undefined;
  /** The file's name in the form. Default: the file's own, or `document`. */
  fileName?: string | undefined;
  /** The file's media type, if the file has none. */
  contentType?: string | undefined;
}

/** What can be uploaded: a `File` or `Blob`, or bytes. */
export type UploadFile = Blob | Uint8Array | ArrayBuffer;

const operation = "kyc.uploadDocument";
const pieceSize = 65_536;

interface Sent {
  readonly status: number;
  readonly text: string;
}

/**
 * Uploads a file to the storage that an upload target names. It does not go through the client's
 * fetch layer, because the storage must never see the API key.
 */
export async function uploadFile(
  target: UploadTarget,
  file: UploadFile,
  options: UploadOptions & { readonly timeout: number },
  config: Config,
): Promise<void> {
  const form = buildForm(target, file, options);
  const { onProgress, timeout, signal: callerSignal } = options;
  // What the caller's function throws must not look like a failure of the storage.
  const report =
    onProgress &&
    ((progress: UploadProgress) => notify(config, operation, "onProgress", onProgress, progress));
  const deadline = { signal: callerSignal, timeout, scope: "attempt" } as const;
  let isSent = false;
  try {
    const response = await withDeadline(operation, deadline, (signal) => {
      isSent = true;
      return send(target.url, form, report, signal, config.fetch);
    });
    if (response.status < 200 || response.status >= 300) throw rejectedError(response);
  } catch (error) {
    if (!isSent || !(error instanceof AbortedError)) throw error;
    const { reason } = error;
    const message = `${operation}: aborted by the caller after it was sent`;
    throw new AbortedError(message, { operation, reason, sent: true });
  }
}

function buildForm(target: UploadTarget, file: UploadFile, options: UploadOptions): FormData {
  const problems = [
    ...urlProblems(target?.url),
    ...fieldProblems(target?.fields),
    ...fileProblems(file),
  ];
  if (problems.length) {
    throw new RequestValidationError(
      operation,
      problems.map(([path, expected]) => ({
        path: path.split("."),
        expected,
        received: "",
        code: "custom",
        message: `${path}: expected ${expected}`,
      })),
    );
  }
  const form = new FormData();
  // The storage reads the form in order and stops at the file, so all fields come first.
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  const blob =
    file instanceof Blob && (file.type || !options.contentType)
      ? file
      : new Blob([file as BlobPart], { type: options.contentType ?? "" });
  form.append("file", blob, options.fileName ?? ((file as Partial<File>).name || "document"));
  return form;
}

type Problem = [path: string, expected: string];

function urlProblems(url: unknown): Problem[] {
  try {
    const { protocol, hostname } = new URL(String(url));
    return protocol === "https:" || (protocol === "http:" && isLoopback(hostname))
      ? []
      : [["target.url", "an https address"]];
  } catch {
    return [["target.url", "the address of an upload target"]];
  }
}

function fieldProblems(fields: unknown): Problem[] {
  if (typeof fields !== "object" || fields === null)
    return [["target.fields", "the fields of an upload target"]];
  return Object.entries(fields).flatMap(([name, value]): Problem[] =>
    typeof value === "string" ? [] : [[`target.fields.${name}`, "a string"]],
  );
}

function fileProblems(file: unknown): Problem[] {
  if (!(file instanceof Blob || file instanceof Uint8Array || file instanceof ArrayBuffer))
    return [["file", "a Blob, File, Uint8Array or ArrayBuffer"]];
  return (file instanceof Blob ? file.size : file.byteLength) > 0
    ? []
    : [["file", "a file that is not empty"]];
}

async function send(
  url: string,
  form: FormData,
  onProgress: UploadOptions["onProgress"],
  signal: AbortSignal,
  fetch: Fetch | undefined,
): Promise<Sent> {
  if (onProgress && !fetch && typeof XMLHttpRequest === "function")
    return sendWithXhr(url, form, onProgress, signal);
  try {
    const { finish, ...body } = onProgress
      ? await countedBody(form, onProgress)
      : { body: form, finish: undefined };
    // Streams are sent while they are read, and `duplex` says so.
    const init: RequestInit & { duplex: "half" } = {
      ...body,
      signal,
      credentials: "omit",
      duplex: "half",
    };
    const post = { ...init, method: "POST", redirect: "manual" } as const;
    const response = await (fetch ? fetch(new Request(url, post)) : globalThis.fetch(url, post));
    const text = await response.text();
    if (response.ok) finish?.();
    return { status: response.status, text };
  } catch (error) {
    if (signal.aborted || error instanceof BursarError) throw error;
    throw unreachable(error);
  }
}

interface CountedBody {
  readonly body: BodyInit;
  readonly headers: Record<string, string>;
  /** Called when the storage has received everything. */
  readonly finish: (() => void) | undefined;
}

/** The form with its progress counted. Storages reject bodies of unknown length, so it is stated. */
async function countedBody(
  form: FormData,
  onProgress: NonNullable<UploadOptions["onProgress"]>,
): Promise<CountedBody> {
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") as string;
  const bytes = await encoded.blob();
  const total = bytes.size;
  let sent = 0;
  onProgress({ sent, total });
  // Only Node is known to send a stream with a stated length. Elsewhere the progress jumps at the end.
  if (!isNode())
    return {
      body: bytes,
      headers: { "content-type": type },
      finish: () => onProgress({ sent: total, total }),
    };
  // In pieces, because a stream of the whole is read at once, and shows no progress.
  const pieces = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = new Uint8Array(await bytes.slice(sent, sent + pieceSize).arrayBuffer());
      controller.enqueue(piece);
      sent += piece.byteLength;
      onProgress({ sent, total });
      if (sent === total) controller.close();
    },
  });
  return {
    body: pieces,
    headers: { "content-type": type, "content-length": String(total) },
    finish: undefined,
  };
}

/** Browsers report the progress of an upload only here. */
function sendWithXhr(
  url: string,
  form: FormData,
  onProgress: NonNullable<UploadOptions["onProgress"]>,
  signal: AbortSignal,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open("POST", url);
    xhr.upload.onprogress = (event) => onProgress({ sent: event.loaded, total: event.total });
    xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText });
    xhr.onerror = () => reject(unreachable({ message: "network failure" }));
    signal.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(form);
  });
}

function unreachable(error: unknown): UploadError {
  const { code, message } = describeFailure(error);
  const what = code ?? message;
  return new UploadError(`${operation}: the storage could not be reached (${what})`, {
    operation,
    hint: "The document may not have arrived: upload it again to the same target while it is valid (15 minutes).",
  });
}

function rejectedError({ status, text }: Sent): UploadError {
  const code = /<Code>([^<]{1,80})<\/Code>/.exec(text)?.[1];
  const message = /<Message>([^<]{1,300})<\/Message>/.exec(text)?.[1];
  return new UploadError(
    `${operation}: the storage answered ${status}${code ? ` ${code}` : ""}${message ? `: ${message}` : ""}`,
    {
      operation,
      status,
      code,
      hint: rejectionHint(status, code, message),
    },
  );
}

function rejectionHint(
  status: number,
  code: string | undefined,
  message: string | undefined,
): string {
  if (code === "EntityTooLarge" || status === 413)
    return "The file is larger than the target allows.";
  if (status < 400)
    return "The storage redirected, and redirects are never followed: report this to the service.";
  if (status >= 500) return "Upload it again to the same target while it is valid (15 minutes).";
  if (/expired/i.test(`${code} ${message}`) || status === 403)
    return "Upload targets expire after 15 minutes: create a new session for new ones.";
  return "Check that the file and the target belong together, and that the target is passed on unchanged.";
}
