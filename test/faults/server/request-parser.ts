/** A request as it arrived. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty until the body has arrived. */
  body: string;
}

interface ParserEvents {
  readonly onHead: (request: WireRequest) => void;
  readonly onBody: (request: WireRequest) => void;
}

/** Parses the requests of one connection: bodies with a `content-length`, or in chunks. */
export function createRequestParser({ onHead, onBody }: ParserEvents): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0);
  let current: WireRequest | undefined;

  function readHead(): boolean {
    const end = pending.indexOf("\r\n\r\n");
    if (end < 0) return false;
    const [requestLine = "", ...lines] = pending.subarray(0, end).toString("latin1").split("\r\n");
    pending = pending.subarray(end + 4);
    const [method = "", path = ""] = requestLine.split(" ");
    const headers = Object.fromEntries(
      lines.map((line) => {
        const [name = "", ...value] = line.split(":");
        return [name.toLowerCase(), value.join(":").trim()];
      }),
    );
    current = { method, path, headers, body: "" };
    onHead(current);
    return true;
  }

  function takeBody(): Buffer | undefined {
    if (current?.headers["transfer-encoding"] === "chunked") return takeChunks();
    const length = Number(current?.headers["content-length"] ?? 0);
    if (pending.length < length) return undefined;
    const body = pending.subarray(0, length);
    pending = pending.subarray(length);
    return body;
  }

  function takeChunks(): Buffer | undefined {
    const chunks: Buffer[] = [];
    let at = 0;
    for (;;) {
      const lineEnd = pending.indexOf("\r\n", at);
      if (lineEnd < 0) return undefined;
      const size = Number.parseInt(pending.subarray(at, lineEnd).toString("latin1"), 16);
      const start = lineEnd + 2;
      if (pending.length < start + size + 2) return undefined;
      chunks.push(pending.subarray(start, start + size));
      at = start + size + 2;
      if (size > 0) continue;
      pending = pending.subarray(at);
      return Buffer.concat(chunks);
    }
  }

  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      if (!current && !readHead()) return;
      const body = takeBody();
      if (!body || !current) return;
      const request = current;
      current = undefined;
      request.body = body.toString("utf8");
      onBody(request);
    }
  };
}
