import { type Dispatcher, util } from "undici";
import type { WireRequest, WireResponse } from "../http/wire/wire.js";
import { joinBytes } from "../shared/join-bytes.js";
import { decompress } from "./decompress.js";

const decoder = new TextDecoder();

/** The reason of an end that this wire has decided. No one sees it. */
const createAbort = () => new DOMException("the response is not needed", "AbortError");

/** Sends one request, without the layers of undici above its dispatcher, and reads the response. */
export function dispatch(
  dispatcher: Dispatcher,
  { url, method, headers, body, signal, maxBytes }: WireRequest,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) throw signal.reason;
    const abort = () => receiver.abort(signal.reason);
    const receiver = new Receiver(maxBytes, (settle) => {
      signal.removeEventListener("abort", abort);
      settle(resolve, reject);
    });
    signal.addEventListener("abort", abort);
    const { origin, pathname, search } = new URL(url);
    const path = pathname + search;
    const options = { origin, path, method: method as Dispatcher.HttpMethod, headers };
    try {
      dispatcher.dispatch({ ...options, body: body ?? null }, receiver);
    } catch (error) {
      receiver.abort(error);
    }
  });
}

type Settle = (
  resolve: (response: WireResponse | PromiseLike<WireResponse>) => void,
  reject: (error: unknown) => void,
) => void;

type Controller = Dispatcher.DispatchController;
type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

/** Collects one response. What comes after its end is ignored. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #settle: (settle: Settle) => void;
  #controller: Controller | undefined;
  #status = 0;
  #headers: Headers | undefined;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #hasEnded = false;

  constructor(maxBytes: number, settle: (settle: Settle) => void) {
    this.#maxBytes = maxBytes;
    this.#settle = settle;
  }

  abort(reason: unknown): void {
    this.#end((_, reject) => reject(reason));
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
    this.#end((resolve) => resolve(this.#read()));
  }

  onResponseError(_: unknown, error: Error): void {
    // Not on the error itself: a dispatcher that is destroyed gives all requests the same one.
    const { message, code } = error as NodeJS.ErrnoException;
    const failure = this.#headers ? { message, code, cause: error, hasResponse: true } : error;
    this.#end((_, reject) => reject(failure));
  }

  // The same for a dispatcher of undici 6, such as that of Node 20 and 22.

  onConnect(abort: (reason?: Error) => void): void {
    this.onRequestStart({ abort } as Controller);
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    this.onResponseStart(undefined, status, util.parseHeaders(headers));
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

  #end(settle: Settle): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#settle(settle);
  }

  /** Closes the connection. */
  #endTooLong(): void {
    this.#end((resolve) => resolve(this.#toResponse({ text: "", isTooLong: true })));
    this.#controller?.abort(createAbort());
  }

  #toResponse(body: Pick<WireResponse, "text" | "isTooLong">): WireResponse {
    return { status: this.#status, headers: toTexts(this.#headers ?? {}), ...body };
  }

  #read(): WireResponse | Promise<WireResponse> {
    const [first, ...others] = this.#chunks;
    const bytes = first && others.length === 0 ? first : joinBytes(this.#chunks);
    const encoding = this.#headers?.["content-encoding"];
    if (encoding === undefined || bytes.length === 0)
      return this.#toResponse({ text: decoder.decode(bytes) });
    return this.#decompress(bytes, encoding);
  }

  async #decompress(bytes: Uint8Array, encoding: string | string[]): Promise<WireResponse> {
    try {
      const plain = await decompress(bytes, encoding, this.#maxBytes);
      if (plain === undefined) return this.#toResponse({ text: "", isTooLong: true });
      return this.#toResponse({ text: decoder.decode(plain) });
    } catch (error) {
      // The status of an error needs no body.
      if (this.#status >= 400) return this.#toResponse({ text: "" });
      throw Object.assign(error as Error, { hasResponse: true });
    }
  }
}

function toTexts(headers: Headers): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) texts[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return texts;
}
