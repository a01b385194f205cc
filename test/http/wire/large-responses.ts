import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { UnreadableResponseError } from "../../../src/errors/data.js";
import { drained } from "../../support/drained.js";
import { type Reply, serve } from "../../support/loopback.js";
import { clientFor, failure } from "../test-client.js";

export const read = { method: "GET", path: "/x" } as const;
const megabyte = "x".repeat(1_000_000);

/** A body without end. `sent` counts its bytes. */
export function endless(sent: { bytes: number }, headers: Record<string, string> = {}): Reply {
  return ({ response }) =>
    new Promise<void>((resolve) => {
      response.once("close", resolve);
      response.writeHead(200, { "content-type": "application/json", ...headers });
      const send = () => {
        do sent.bytes += megabyte.length;
        while (response.write(megabyte));
      };
      response.on("drain", send);
      send();
    });
}

/** A JSON string of so many bytes. */
export const jsonOf = (bytes: number) => `"${"y".repeat(bytes - 2)}"`;

/** Asserts that a client reads no more than so many bytes of a response without end. */
export async function expectRefused(
  maxResponseBytes: number,
  headers: Record<string, string>,
): Promise<void> {
  const sent = { bytes: 0 };
  const server = await serve(endless(sent, headers));
  const error = await failure(clientFor(server, { maxResponseBytes }).request(read));
  expect(error).toBeInstanceOf(UnreadableResponseError);
  expect(error).toMatchObject({
    kind: "unreadable_response",
    status: 200,
    message: expect.stringContaining(`more than ${maxResponseBytes} bytes`),
    hint: expect.stringContaining("maxResponseBytes"),
  });
  expect(await drained(server)).toHaveLength(1);
  await server.idle();
  // The system buffers some megabytes.
  expect(sent.bytes).toBeLessThan(maxResponseBytes + 32_000_000);
}

/** Asserts that a client limits so many bytes to the half, although few bytes are sent. */
export async function expectRefusedBomb(bytes: number): Promise<void> {
  const bomb = gzipSync(jsonOf(bytes));
  expect(bomb.length).toBeLessThan(bytes / 400);
  const server = await serve(({ response }) => {
    const headers = { "content-encoding": "gzip", "content-length": bomb.length };
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(bomb);
  });
  const small = clientFor(server, { maxResponseBytes: bytes / 2 });
  expect(await failure(small.request(read))).toBeInstanceOf(UnreadableResponseError);
  const large = clientFor(server, { maxResponseBytes: bytes });
  expect(await large.request(read)).toHaveLength(bytes - 2);
}
