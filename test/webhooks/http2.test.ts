import { once } from "node:events";
import { connect, constants, createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  createWebhookHandler,
  type NodeHandler,
  signWebhook,
  toNodeHandler,
  type WebhookHandlerOptions,
} from "../../src/webhooks/index.js";
import { waitFor } from "../support/waiting.js";
import { deposit, testVector } from "./sample-deliveries.js";

const { secret } = testVector;

async function openStream(
  options: Partial<WebhookHandlerOptions>,
  headers: Record<string, string> = {},
  body?: Uint8Array,
) {
  const handler = toNodeHandler(createWebhookHandler({ secret, onEvent: () => {}, ...options }));
  const server = createServer(async (incoming, outgoing) => {
    if (body) {
      for await (const _ of incoming);
      Object.assign(incoming, { body });
    }
    await handler(incoming, outgoing);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const warnings = vi.fn();
  process.on("warning", warnings);
  onTestFinished(() => {
    process.off("warning", warnings);
    client.destroy();
    server.close();
  });
  const path = { ":method": "POST", ":path": "/webhooks" };
  return { stream: client.request({ ...path, ...headers }), warnings };
}

test.each([
  [408, { bodyTimeout: 50 }],
  [413, { maxBodyBytes: 10 }],
])(
  "responds with %i over HTTP/2, and closes the stream without an error",
  async (status, options) => {
    const { stream, warnings } = await openStream(options);
    stream.resume().write("x".repeat(100));
    const [responded] = await once(stream, "response");
    expect(responded[":status"]).toBe(status);
    expect(responded.connection).toBeUndefined();
    await once(stream, "close");
    expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
    expect(warnings).not.toHaveBeenCalled();
  },
);

test("accepts raw bytes of another realm", async () => {
  const { headers, body } = await signWebhook(deposit, secret);
  const bytes = runInNewContext("Uint8Array.from(bytes)", { bytes: [...Buffer.from(body)] });
  expect(bytes).not.toBeInstanceOf(Uint8Array);
  const { stream } = await openStream({}, headers, bytes as Uint8Array);
  stream.end(body);
  const [responded] = await once(stream, "response");
  expect(responded[":status"]).toBe(204);
});

test("sends a long response with 413 completely over HTTP/2", async () => {
  const text = "x".repeat(300_000);
  const server = createServer(toNodeHandler(async () => new Response(text, { status: 413 })));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const stream = client.request({ ":method": "POST", ":path": "/" });
  stream.write("x".repeat(1_000));
  let received = 0;
  stream.on("data", (chunk: Uint8Array) => {
    received += chunk.length;
  });
  await once(stream, "close");
  expect(received).toBe(text.length);
});

test.each([
  [408, { bodyTimeout: 50 }],
  [413, { maxBodyBytes: 10 }],
])("leaves none of 100 streams open after %i", async (status, options) => {
  const handler = toNodeHandler(createWebhookHandler({ secret, onEvent: () => {}, ...options }));
  expect(await countOpenStreams(handler, status)).toBe(0);
});

test("leaves no stream open if a handler responds before the body has ended", async () => {
  const handler = toNodeHandler(async (request) => {
    await request.body?.getReader().read();
    return new Response(null, { status: 403 });
  });
  expect(await countOpenStreams(handler, 403)).toBe(0);
});

/** Sends 100 requests whose bodies never end, and waits for all responses. */
async function countOpenStreams(handler: NodeHandler, expected: number): Promise<number> {
  const server = createServer({ peerMaxConcurrentStreams: 1_000 }, handler);
  let open = 0;
  server.on("stream", (stream) => {
    open++;
    stream.once("close", () => open--);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      const stream = client.request({ ":method": "POST", ":path": "/webhooks" });
      stream.resume().write("x".repeat(100));
      const [responded] = await once(stream, "response");
      expect(responded[":status"]).toBe(expected);
    }),
  );
  await waitFor(() => expect(open).toBe(0));
  return open;
}
