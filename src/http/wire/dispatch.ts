import { joinBytes } from "../../shared/join-bytes.js";
import { onAbort } from "../../shared/time/abort-listener.js";
import { type Cancellation, cancellationOf } from "./cancellation.js";
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

/** The reason of an end that this wire has decided. No one sees it. */
const createAbort = () => new DOMException("the response is not needed", "AbortError");

/**
 * Sends one request, without the layers of undici above its dispatcher, and reads the response.
 * `added` are headers that the request does not choose.
 */
export function dispatch(
  dispatcher: AnyDispatcher,
  request: WireRequest,
  added: Readonly<Record<string, string>>,
  zlib: Zlib,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const { url, method, headers, body, maxBytes } = request;
    const receiver = new Receiver(maxBytes, zlib, resolve, reject);
    if (!listen(request, receiver)) return;
    const { origin, pathname, search } = new URL(url);
    try {
      dispatcher.dispatch(
        {
          origin,
          path: pathname + search,
          method,
          headers: { "accept-encoding": "gzip, br", ...headers, ...added },
          body: body ?? null,
          // The client has time limits of its own, per attempt and per call.
          headersTimeout: 0,
          bodyTimeout: 0,
          maxRedirections: 0,
        },
        receiver,
      );
    } catch (error) {
      receiver.abort(error);
    }
  });
}

type CancellableRequest = WireRequest & { readonly [cancellationOf]?: Cancellation };

/** Aborts when the request ends. Returns false if it has ended already. */
function listen(request: CancellableRequest, receiver: Receiver): boolean {
  const cancellation = request[cancellationOf];
  if (cancellation) {
    cancellation.listener = () => receiver.abort(cancellation.signal.reason);
    return true;
  }
  const { signal } = request;
  if (signal.aborted) receiver.abort(signal.reason);
  else receiver.stopListening = onAbort(signal, () => receiver.abort(signal.reason));
  return !signal.aborted;
}

interface Controller {
  abort(reason: Error): void;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Collects one response. What comes after its end is ignored. */
class Receiver {
  readonly #maxBytes: number;
  readonly #zlib: Zlib;
  readonly #resolve: (response: WireResponse | Promise<WireResponse>) => void;
  readonly #reject: (error: unknown) => void;
  /** Called at the end. */
  stopListening: (() => void) | undefined;
  #controller: Controller | undefined;
  #status = 0;
  #headers: Headers | undefined;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #hasEnded = false;

  constructor(
    maxBytes: number,
    zlib: Zlib,
    resolve: (response: WireResponse | Promise<WireResponse>) => void,
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
    if (this.#hasEnded) controller.abort(createAbort());
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
    if (this.#end()) this.#resolve(this.#read());
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

  onHeaders(status: number, names: readonly Uint8Array[]): boolean {
    this.onResponseStart(undefined, status, parseHeaders(names));
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
    if (this.#hasEnded) return false;
    this.#hasEnded = true;
    this.stopListening?.();
    return true;
  }

  /** Closes the connection. */
  #endTooLong(): void {
    if (!this.#end()) return;
    this.#resolve(this.#toResponse("", true));
    this.#controller?.abort(createAbort());
  }

  #toResponse(text: string, isTooLong = false): WireResponse {
    return { status: this.#status, headers: toTexts(this.#headers ?? {}), text, isTooLong };
  }

  #read(): WireResponse | Promise<WireResponse> {
    const [first] = this.#chunks;
    if (first === undefined) return this.#toResponse("");
    const bytes = this.#chunks.length === 1 ? first : joinBytes(this.#chunks);
    const encoding = this.#headers?.["content-encoding"];
    if (encoding === undefined) return this.#toResponse(decode(bytes));
    return this.#decompress(bytes, String(encoding));
  }

  async #decompress(bytes: Uint8Array, encoding: string): Promise<WireResponse> {
    try {
      const plain = await decompress(this.#zlib, bytes, encoding, this.#maxBytes);
      if (plain === undefined) return this.#toResponse("", true);
      return this.#toResponse(decode(plain));
    } catch (error) {
      // The status of an error needs no body.
      if (this.#status >= 400) return this.#toResponse("");
      throw Object.assign(error as Error, { hasResponse: true });
    }
  }
}

/** Names and values alternate. They are buffers, whose text is that of UTF-8. */
function parseHeaders(raw: readonly Uint8Array[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = String(raw[i]).toLowerCase();
    const value = String(raw[i + 1]);
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
