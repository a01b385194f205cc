import { deflateSync, gzipSync } from "node:zlib";
import type { WireExchange, WireFault } from "./fault-server.js";

type Headers = Readonly<Record<string, string>>;

/** The head of a response. */
export function formatHead(status: number, headers: Headers = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join("")}\r\n`;
}

const jsonType = { "content-type": "application/json" };

/** A complete response. */
export function respond(status: number, body = "", headers: Headers = {}): WireFault {
  return respondBytes(status, Buffer.from(body), { ...(body && jsonType), ...headers });
}

function respondBytes(status: number, body: Uint8Array, headers: Headers = jsonType): WireFault {
  return {
    act: ({ socket }) => {
      socket.write(formatHead(status, { "content-length": String(body.byteLength), ...headers }));
      socket.write(body);
    },
  };
}

/** Writes these bytes and keeps the connection open. */
const write = (text: string): WireFault => ({ act: ({ socket }) => void socket.write(text) });

/** Writes these bytes and closes the connection. */
const closeAfter = (text: string): WireFault => ({ act: ({ socket }) => void socket.end(text) });

function resetSocket({ socket }: WireExchange): void {
  socket.resetAndDestroy();
}

/** Writes these bytes, and resets the connection when they have been sent. */
const resetAfter = (text: string): WireFault => ({
  act: ({ socket }) => void socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 5)),
});

const half = '{"half":';
const announced = formatHead(200, { ...jsonType, "content-length": "1000" });

/** No response is complete: the connection fails. */
export const brokenConnections: Readonly<Record<string, WireFault>> = {
  "a reset while the request is being sent": { after: "head", act: resetSocket },
  "a reset before the headers": { act: resetSocket },
  "a close before the headers": closeAfter(""),
  "a close in the status line": closeAfter("HTTP/1.1 20"),
  "a close in the headers": closeAfter("HTTP/1.1 200 OK\r\ncontent-type: appl"),
  "a reset in the headers": resetAfter("HTTP/1.1 200 OK\r\ncontent-type: appl"),
  "a close after the headers": closeAfter(announced),
  "a reset after the headers": resetAfter(announced),
  "half a body": closeAfter(announced + half),
  "half a body, then a reset": resetAfter(announced + half),
  "half a body in chunks": closeAfter(
    `${formatHead(200, { ...jsonType, "transfer-encoding": "chunked" })}8\r\n${half}\r\n`,
  ),
  "a chunk without a size": closeAfter(
    `${formatHead(200, { ...jsonType, "transfer-encoding": "chunked" })}zz\r\n${half}\r\n`,
  ),
  "two content-lengths": closeAfter(
    "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 9\r\n\r\n{}",
  ),
  "a negative content-length": closeAfter("HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}"),
  "garbage bytes": closeAfter("\u0000\u0001\u0002 not HTTP \r\n\r\n"),
  "a TLS alert": closeAfter("\u0015\u0003\u0001\u0000\u0002\u0002\u0046"),
  "headers of 100 kB": closeAfter(formatHead(200, { "x-long": "x".repeat(100_000) })),
};

const gzip = { ...jsonType, "content-encoding": "gzip" };
const deflated = deflateSync('{"a":1}');

const numbers = Array.from({ length: 5_000 }, (_, i) => i * i);
const cutGzip = gzipSync(JSON.stringify({ numbers })).subarray(0, 5_000);

/** Bodies that cannot be decompressed. */
export const brokenCompression: Readonly<Record<string, WireFault>> = {
  "gzip that is no gzip": respond(200, "plain text", gzip),
  "gzip that is cut": respondBytes(200, cutGzip, gzip),
  "deflate with a wrong checksum": respondBytes(
    200,
    deflated.map((byte, i) => (i === deflated.length - 1 ? byte ^ 255 : byte)),
    { ...jsonType, "content-encoding": "deflate" },
  ),
};

/** The response is not complete in time. */
export const stalledResponses: Readonly<Record<string, WireFault>> = {
  "no response": write(""),
  "a stall in the status line": write("HTTP/1.1 2"),
  "a stall in the headers": write("HTTP/1.1 200 OK\r\ncontent-type: appl"),
  "a stall after an interim response": write(`${formatHead(103, { link: "</x>" })}`),
  "a stall after the headers": { ...write(announced), sendsHead: true },
  "a stall in the body": { ...write(announced + half), sendsHead: true },
  "a stall in the body of a 503": {
    ...write(formatHead(503, { ...jsonType, "content-length": "1000" }) + half),
    sendsHead: true,
  },
  "a body of one byte per 2 ms": {
    continues: true,
    sendsHead: true,
    act: ({ socket }) => {
      socket.write(announced);
      const timer = setInterval(() => void socket.write(" "), 2);
      socket.once("close", () => clearInterval(timer));
    },
  },
  "headers of one byte per 2 ms": {
    continues: true,
    act: ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\nx-slow: ");
      const timer = setInterval(() => void socket.write("x"), 2);
      socket.once("close", () => clearInterval(timer));
    },
  },
};

/** A complete response with a success status, that is no response of the service. */
export const unreadableResponses: Readonly<Record<string, WireFault>> = {
  "a page": respond(200, "<!doctype html><title>gateway</title>", { "content-type": "text/html" }),
  "invalid JSON": respond(200, '{"a":'),
  "a content-length that is too short": {
    act: ({ socket }) => void socket.end(`${formatHead(200, { "content-length": "8" })}${half}1}`),
  },
  "half a body without a content-length": closeAfter(formatHead(200, jsonType) + half),
  "text that is not UTF-8": respondBytes(200, Uint8Array.of(0x7b, 0xff, 0xfe, 0x80)),
};

/** Right for an operation without a response body. */
export const emptyResponses: Readonly<Record<string, WireFault>> = {
  "an empty 200": respond(200),
  "an empty 204": write(formatHead(204)),
  "only spaces": respond(200, "   \n"),
};

/** More than the limit that the tests set. */
export const hugeBody: WireFault = {
  act: ({ socket }) => {
    socket.write(formatHead(200, { ...jsonType, "content-length": String(2 ** 30) }));
    const chunk = Buffer.alloc(65_536, 0x20);
    const send = () => {
      while (!socket.destroyed && socket.write(chunk));
      if (!socket.destroyed) socket.once("drain", send);
    };
    send();
  },
};

export const hugeBodyInChunks: WireFault = {
  act: ({ socket }) => {
    socket.write(formatHead(200, { ...jsonType, "transfer-encoding": "chunked" }));
    const chunk = Buffer.concat([
      Buffer.from("10000\r\n"),
      Buffer.alloc(65_536, 0x20),
      Buffer.from("\r\n"),
    ]);
    const send = () => {
      while (!socket.destroyed && socket.write(chunk));
      if (!socket.destroyed) socket.once("drain", send);
    };
    send();
  },
};

const depth = 20_000;

/** JSON that no recursive code can read. */
export const deepResponses: Readonly<Record<string, WireFault>> = {
  "JSON arrays nested 20,000 deep": respond(200, "[".repeat(depth) + "]".repeat(depth)),
  "JSON objects nested 20,000 deep": respond(200, `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
};

export const interimResponses: Readonly<Record<string, string>> = {
  "a 103": formatHead(103, { link: "</style.css>; rel=preload" }),
  "three 102s": formatHead(102).repeat(3),
};
