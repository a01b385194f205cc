/** The part of a request of `node:http` or Express that the handler uses. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the path as received, including the mount path. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawHeaders: readonly string[];
  /** The result of a body parser. */
  readonly body?: unknown;
  readonly readableEnded?: boolean | undefined;
  /** A TLS socket has `encrypted: true`. */
  readonly socket?: object | null | undefined;
}

/** The part of a response of `node:http` or Express that the handler uses. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  /** Over HTTP/2: an `Http2Stream`. */
  readonly stream?: object | null | undefined;
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  write(data: Uint8Array): unknown;
  end(data: Uint8Array): unknown;
  destroy(): unknown;
  once(event: "close", listener: () => void): unknown;
}

/** A handler for `node:http`, `node:http2`, Express, Connect, or the Next.js Pages Router. */
export type NodeHandler<Context = unknown> = (
  request: NodeRequest & Context,
  response: NodeResponse,
) => Promise<void>;
