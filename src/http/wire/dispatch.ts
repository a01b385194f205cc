import { joinBytes } from "../../shared/join-bytes.js";
import { decompress, type Zlib } from "./decompress.js";
import type { WireRequest, WireResponse } from "./wire.js";

/** A dispatcher of the package undici, or of the copy that Node contains. */
export interface AnyDispatcher {
  // biome-ignore lint/suspicious/noExplicitAny: the versions of undici have other types
  dispatch(options: any, handler: any): boolean;
}

/** Created on first use: some runtimes that load this module have no decoder. */
let decoder: TextDecoder | undefined;

function decode(bytes: Uint8Array): string {
  decoder ??= new TextDecoder();
  return decoder.decode(bytes);
}

/** A response that may have the bytes of its text, in parts. */
export interface DispatchResponse extends WireResponse {
  readonly chunks: readonly Uint8Array[];
}

/** What a wire decides for all of its requests. */
export interface DispatchSettings {
  readonly zlib: Zlib;
  /** Used unless the request has its own. */
  readonly defaultHeaders?: Readonly<Record<string, string>>;
  /** The dispatcher is not known: it may cache, and send a body that it can read twice again. */
  readonly isForeign: boolean;
}

/** Options of a known dispatcher. */
const ownOptions = {
  // The client has time limits of its own, per attempt and per call.
  headersTimeout: 0,
  bodyTimeout: 0,
  // Over HTTP/2, undici sends requests again that the server refused.
  allowH2: false,
};

/** The reason of an end that this wire has decided. No one sees it. */
const createAbort = () => new DOMException("the response is not needed", "AbortError");

/** What the sender of a request does. */
export interface DispatchListener<T> {
  /** Gets the function that ends the request, and may return one that stops listening. */
  onCancel(cancel: (reason: unknown) => void): (() => void) | undefined;
  read(response: DispatchResponse): T;
  /** Throws the error of the request. */
  fail(failure: unknown): never;
}

/** Sends one request, without the layers of undici above its dispatcher, and reads the response. */
export function dispatch<T>(
  dispatcher: AnyDispatcher,
  { url, method, headers, body, maxBytes }: Omit<WireRequest, "signal">,
  { zlib, defaultHeaders, isForeign }: DispatchSettings,
  { onCancel, read, fail }: DispatchListener<T>,
): Promise<T> {
  // One promise, with what else a `then` would do: every call passes here.
  return new Promise((resolve, reject) => {
    const settle = (getResult: () => T | Promise<T>) => {
      try {
        resolve(getResult());
      } catch (error) {
        reject(error);
      }
    };
    const failToRead = (error: unknown) =>
      fail(Object.assign(error as Error, { hasResponse: true }));
    const { origin, pathname, search } = new URL(url);
    const options = {
      origin,
      path: pathname + search,
      method,
      headers: { "accept-encoding": "gzip, br", ...defaultHeaders, ...headers },
      maxRedirections: 0,
    };
    const receiver = new Receiver(
      maxBytes,
      zlib,
      (getResponse) =>
        settle(() => {
          try {
            const response = getResponse();
            return "then" in response ? response.then(read).catch(failToRead) : read(response);
          } catch (error) {
            return failToRead(error);
          }
        }),
      (failure) => settle(() => fail(failure)),
    );
    receiver.stopListening = onCancel((reason) => receiver.abort(reason));
    if (receiver.hasEnded) return;
    try {
      dispatcher.dispatch(
        isForeign
          ? toForeignOptions(options, body)
          : { ...options, ...ownOptions, body: body ?? null },
        receiver,
      );
    } catch (error) {
      receiver.abort(error);
    }
  });
}

interface RequestOptions {
  readonly method: string;
  readonly headers: Record<string, string>;
}

/** As `fetch` does: a body that can be read once, also an empty one, is not sent again. */
function toForeignOptions(options: RequestOptions, body: string | undefined): object {
  const { headers, method } = options;
  headers["cache-control"] = "no-store";
  if (method === "GET") return options;
  const bytes = new TextEncoder().encode(body ?? "");
  headers["content-length"] = String(bytes.byteLength);
  return { ...options, body: readOnce(bytes) };
}

/** Fails if it is read again, because undici would send the request with an empty body. */
function readOnce(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  let isRead = false;
  return {
    async *[Symbol.asyncIterator]() {
      if (isRead) throw new DOMException("the request is not sent again", "InvalidStateError");
      isRead = true;
      if (bytes.byteLength > 0) yield bytes;
    },
  };
}

interface Controller {
  abort(reason: Error): void;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Collects one response. What comes after its end is ignored. */
class Receiver {
  readonly #maxBytes: number;
  readonly #zlib: Zlib;
  readonly #resolve: (getResponse: () => DispatchResponse | Promise<DispatchResponse>) => void;
  readonly #reject: (error: unknown) => void;
  /** Called at the end. */
  stopListening: (() => void) | undefined;
  #controller: Controller | undefined;
  #status = 0;
  #headers: Headers | undefined;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  hasEnded = false;

  constructor(
    maxBytes: number,
    zlib: Zlib,
    resolve: (getResponse: () => DispatchResponse | Promise<DispatchResponse>) => void,
    reject: (error: unknown) => void,
  ) {
    this.#maxBytes = maxBytes;
    this.#zlib = zlib;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  abort(reason: unknown): void {
    if (!this.#end()) return;
    this.#reject(reason);
    this.#controller?.abort(createAbort());
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    // It was aborted while it waited for a connection.
    if (this.hasEnded) controller.abort(createAbort());
  }

  onResponseStart(_: unknown, status: number, headers: Headers): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    if (Number(headers["content-length"]) > this.#maxBytes) this.#endTooLong();
  }

  onResponseData(_: unknown, chunk: Uint8Array): void {
    this.#size += chunk.byteLength;
    if (this.#size > this.#maxBytes) this.#endTooLong();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#end()) this.#resolve(() => this.#read());
  }

  onResponseError(_: unknown, error: Error): void {
    // Not on the error itself: a dispatcher that is destroyed gives all requests the same one.
    const { message, code } = error as Error & { readonly code?: string };
    const failure = this.#headers ? { message, code, cause: error, hasResponse: true } : error;
    if (this.#end()) this.#reject(failure);
  }

  // The same for a dispatcher of undici 6, such as that of Node 20 and 22.

  onConnect(abort: (reason?: Error) => void): void {
    this.onRequestStart({ abort });
  }

  onHeaders(status: number, headers: readonly HeaderBytes[]): boolean {
    this.onResponseStart(undefined, status, parseHeaders(headers));
    return true;
  }

  onData(chunk: Uint8Array): boolean {
    this.onResponseData(undefined, chunk);
    return true;
  }

  onComplete(): void {
    this.onResponseEnd();
  }

  onError(error: Error): void {
    this.onResponseError(undefined, error);
  }

  /** Returns false if it has ended before. */
  #end(): boolean {
    if (this.hasEnded) return false;
    this.hasEnded = true;
    this.stopListening?.();
    return true;
  }

  /** Closes the connection. */
  #endTooLong(): void {
    if (!this.#end()) return;
    this.#resolve(() => this.#toResponse(undefined, true));
    this.#controller?.abort(createAbort());
  }

  #toResponse(chunks: readonly Uint8Array[] = [], isTooLong = false): DispatchResponse {
    let text: string | undefined;
    return {
      status: this.#status,
      headers: toTexts(this.#headers ?? {}),
      chunks,
      // Decoded when it is read: a proxy does not read all.
      get text() {
        text ??= decode(join(chunks));
        return text;
      },
      isTooLong,
    };
  }

  #read(): DispatchResponse | Promise<DispatchResponse> {
    const encoding = this.#headers?.["content-encoding"];
    if (encoding === undefined || this.#size === 0) return this.#toResponse(this.#chunks);
    return this.#decompress(join(this.#chunks), String(encoding));
  }

  async #decompress(bytes: Uint8Array, encoding: string): Promise<DispatchResponse> {
    try {
      const plain = await decompress(this.#zlib, bytes, encoding, this.#maxBytes);
      if (plain === undefined) return this.#toResponse(undefined, true);
      return this.#toResponse([plain]);
    } catch (error) {
      // The status of an error needs no body.
      if (this.#status >= 400) return this.#toResponse();
      throw error;
    }
  }
}

const join = (chunks: readonly Uint8Array[]): Uint8Array =>
  chunks.length === 1 ? (chunks[0] as Uint8Array) : joinBytes(chunks);

/** A buffer of Node. */
interface HeaderBytes {
  toString(encoding: "latin1"): string;
}

/** Names and values alternate. */
function parseHeaders(raw: readonly HeaderBytes[]): Record<string, string> {
  const headers: Record<string, string> = {};
  const texts = raw.map((bytes) => bytes.toString("latin1"));
  for (let i = 0; i + 1 < texts.length; i += 2) {
    const name = (texts[i] as string).toLowerCase();
    const value = texts[i + 1] as string;
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

function toTexts(headers: Headers): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) texts[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return texts;
}
