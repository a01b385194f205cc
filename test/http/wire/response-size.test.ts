import { describe, expect, test, vi } from "vitest";
import { NotFoundError } from "../../../src/errors/api.js";
import { OutcomeUnknownError } from "../../../src/errors/connection.js";
import { ConfigurationError, UnreadableResponseError } from "../../../src/errors/data.js";
import { createProxy } from "../../../src/proxy/index.js";
import { drained } from "../../support/drained.js";
import { json, type Reply, raw, serve, until } from "../../support/loopback.js";
import { clientFor, failure, hash, secret, signature } from "../test-client.js";
import { fetchInMemory } from "../time-control.js";
import { endless, expectRefused, expectRefusedBomb, jsonOf, read } from "./large-responses.js";

const chunked =
  (text: string): Reply =>
  ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(text.slice(0, 1));
    setTimeout(() => response.end(text.slice(1)), 5);
  };

describe("a response without end", () => {
  test.each([{}, { "content-encoding": "identity" }])(
    "is refused, and its connection is closed, with the headers %o",
    (headers) => expectRefused(1_000_000, headers),
  );

  test("is refused at 32 MB by default", async () => {
    const chunk = new Uint8Array(1_000_000);
    let chunks = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      chunks++;
      controller.enqueue(chunk);
    };
    const { url, fetch } = fetchInMemory(() => new Response(new ReadableStream({ pull })));
    const error = await failure(clientFor({ url }, { fetch }).request(read));
    expect(error).toMatchObject({ message: expect.stringContaining("more than 32000000 bytes") });
    // One more is refused, and a stream reads one ahead.
    expect(chunks).toBeGreaterThanOrEqual(33);
    expect(chunks).toBeLessThanOrEqual(34);
  });

  test("to a write leaves its outcome unknown", async () => {
    const server = await serve(endless({ bytes: 0 }));
    const call = clientFor(server, { maxResponseBytes: 10_000 }).operations.execute({
      userOperationHash: hash,
      signature,
    });
    const error = await failure(call);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({
      cause: expect.any(UnreadableResponseError),
      lookup: expect.stringContaining("waitForTransaction"),
    });
    expect(await drained(server)).toHaveLength(1);
    await server.idle();
  });

  test("is refused by the proxy", async () => {
    const server = await serve(endless({ bytes: 0 }));
    const proxy = createProxy({
      baseUrl: server.url,
      apiKey: secret,
      prefix: "/api",
      allow: ["tokens.list"],
      authorize: () => true,
    });
    const response = await proxy(new Request("https://app.test/api/api/v1/crypto/tokens"));
    expect([response.status, await response.json()]).toMatchObject([
      502,
      { id: "PROXY_UNREADABLE_RESPONSE" },
    ]);
    await server.idle();
  });
});

test("limits the size after decompression", () => expectRefusedBomb(2_000_000));

describe.each([
  ["with content-length", (text: string) => raw(text, 200)],
  ["in chunks", chunked],
])("a response %s", (_, reply) => {
  test("may have exactly the maximum size, of the call or else of the client", async () => {
    const server = await serve(reply(jsonOf(1_000)));
    const client = clientFor(server, { maxResponseBytes: 999 });
    const expected = "y".repeat(998);
    expect(await failure(client.request(read))).toBeInstanceOf(UnreadableResponseError);
    expect(await client.request(read, { maxResponseBytes: 1_000 })).toBe(expected);
    const unlimited = { maxResponseBytes: Number.POSITIVE_INFINITY };
    expect(await client.request(read, unlimited)).toBe(expected);
    const other = clientFor(server, { maxResponseBytes: 1_000 });
    expect(await other.request(read)).toBe(expected);
    const error = await failure(other.request(read, { maxResponseBytes: 999 }));
    expect(error).toBeInstanceOf(UnreadableResponseError);
  });
});

test("keeps the error of a status whose body is too large", async () => {
  const server = await serve(raw(jsonOf(5_000), 404));
  const error = await failure(clientFor(server, { maxResponseBytes: 100 }).request(read));
  expect(error).toBeInstanceOf(NotFoundError);
  expect(error).toMatchObject({ status: 404 });
});

describe("a custom fetch", () => {
  const clientWith = (fetch: () => Response) =>
    clientFor(
      { url: "https://service.test" },
      { maxResponseBytes: 1_000, fetch: async () => fetch() },
    );

  test("cannot exceed the limit by a wrong content-length", async () => {
    let cancelled = false;
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(600)),
        cancel: () => {
          cancelled = true;
          return new Promise(() => {});
        },
      });
    const client = clientWith(() => new Response(body(), { headers: { "content-length": "5" } }));
    expect(await failure(client.request(read))).toBeInstanceOf(UnreadableResponseError);
    await until(() => cancelled, "the body to be cancelled");
  });

  test.each([
    [
      "cancelled",
      (stop: () => void) => ({ cancel: () => Promise.reject(new Error(String(stop()))) }),
    ],
    ["destroyed", (stop: () => void) => ({ destroy: stop })],
  ])("has its body %s if the length is too large", async (_, createBody) => {
    const stop = vi.fn();
    const client = clientWith(() =>
      Object.defineProperty(
        new Response(jsonOf(1_001), { headers: { "content-length": "1001" } }),
        "body",
        { value: createBody(stop) },
      ),
    );
    expect(await failure(client.request(read))).toBeInstanceOf(UnreadableResponseError);
    expect(stop).toHaveBeenCalledOnce();
  });

  test("may return a response without a stream, which is limited, too", async () => {
    const respond = (text: string) => () =>
      Object.defineProperty(new Response(text), "body", { value: undefined });
    expect(await clientWith(respond(jsonOf(1_000))).request(read)).toHaveLength(998);
    const error = await failure(clientWith(respond(jsonOf(1_001))).request(read));
    expect(error).toBeInstanceOf(UnreadableResponseError);
  });

  test("may split characters between chunks, and begin with a byte order mark", async () => {
    const text = `\ufeff"aü€😀"`;
    const bytes = new TextEncoder().encode(text);
    const stream = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
          controller.close();
        },
      });
    expect(await clientWith(() => new Response(stream())).request(read)).toBe("aü€😀");
  });
});

test("rejects a limit that is not a number of bytes", async () => {
  const server = await serve(json({}));
  for (const maxResponseBytes of [0, -1, Number.NaN, "1" as never]) {
    expect(() => clientFor(server, { maxResponseBytes })).toThrow(ConfigurationError);
    const call = clientFor(server).request(read, { maxResponseBytes });
    expect(await failure(call)).toBeInstanceOf(ConfigurationError);
  }
  expect(await drained(server)).toEqual([]);
});
