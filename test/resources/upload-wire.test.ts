// Uses a real server to check the form's bytes and headers, and broken sockets.

import { getEventListeners } from "node:events";
import { afterEach, describe, expect, test, vi } from "vitest";
import { TimeoutError } from "../../src/errors/connection.js";
import { UploadError } from "../../src/errors/data.js";
import type { UploadFile, UploadProgress } from "../../src/http/features/upload.js";
import { clientFor, failure, secret } from "../http/test-client.js";
import { drained } from "../support/drained.js";
import { inBrowser } from "../support/in-browser.js";
import {
  after,
  closedPort,
  empty,
  json,
  type Loopback,
  type Received,
  raw,
  redirect,
  reset,
  serve,
  stall,
  until,
} from "../support/loopback.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

const fields = {
  key: "uploads/7/front",
  "X-Storage-Date": "20260131T000000Z",
  policy: "ey+/=",
  "Content-Type": "image/jpeg",
  a: "1",
  "9": "nine",
};
const bytes = new Uint8Array(300_000).map((_, i) => i % 251);
const target = (server: Pick<Loopback, "url">, more = fields as Record<string, string>) => ({
  url: `${server.url}/bucket?x=1`,
  fields: more,
});

interface Part {
  name: string | undefined;
  fileName: string | undefined;
  type: string | undefined;
  /** A character a byte. */
  content: string;
}

const lettersOf = (data: Uint8Array) => new TextDecoder("latin1").decode(data);

/** Reads a form as a storage does: part by part, in order. */
function partsOf({ headers, body }: Received): Part[] {
  const boundary = /boundary=(.+)$/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  const parts: Part[] = [];
  const mark = `--${boundary}`;
  const form = lettersOf(body);
  let at = form.indexOf(mark);
  for (
    let next = form.indexOf(mark, at + mark.length);
    next > 0;
    next = form.indexOf(mark, at + mark.length)
  ) {
    const part = form.slice(at + mark.length + 2, next - 2);
    const split = part.indexOf("\r\n\r\n");
    const head = part.slice(0, split);
    parts.push({
      name: /; name="([^"]*)"/.exec(head)?.[1],
      fileName: /filename="([^"]*)"/.exec(head)?.[1],
      type: /content-type: (.+)/i.exec(head)?.[1]?.trim(),
      content: part.slice(split + 4),
    });
    at = next;
  }
  return parts;
}

describe.each([
  ["without progress", undefined],
  ["with progress", () => {}],
])("an upload %s", (_, onProgress) => {
  const files: [string, UploadFile, Partial<Part>][] = [
    [
      "a File",
      new File([bytes], "front.jpg", { type: "image/jpeg" }),
      { fileName: "front.jpg", type: "image/jpeg" },
    ],
    [
      "a Blob",
      new Blob([bytes], { type: "image/png" }),
      { fileName: "document", type: "image/png" },
    ],
    ["bytes", bytes, { fileName: "document" }],
    [
      "a part of a buffer",
      new Uint8Array([0, 0, ...bytes.subarray(0, 9), 0]).subarray(2, 11),
      { content: lettersOf(bytes.subarray(0, 9)) },
    ],
    ["a buffer", bytes.buffer, {}],
  ];
  test.each(files)(
    "sends the fields in their order and the file last: %s",
    async (_name, file, expected) => {
      const server = await serve(empty(204));
      await clientFor(server).kyc.uploadDocument(target(server), file, {
        ...(onProgress && { onProgress }),
      });
      const request = server.requests[0] as Received;
      const parts = partsOf(request);
      expect(parts.slice(0, -1).map(({ name, content }) => [name, content])).toEqual(
        Object.entries(fields),
      );
      expect(parts.at(-1)).toMatchObject({ name: "file", ...expected });
      if (!expected.content) expect(parts.at(-1)?.content === lettersOf(bytes)).toBe(true);
      expect(request).toMatchObject({ method: "POST", url: "/bucket?x=1" });
    },
  );

  test("sends its length, and no key, cookie or client header", async () => {
    vi.stubEnv("BURSAR_API_KEY", secret);
    const server = await serve(empty(204));
    const client = clientFor(server, { headers: { "x-tenant": "7", cookie: "a=b" } });
    await client.kyc.uploadDocument(target(server), bytes, { ...(onProgress && { onProgress }) });
    const { headers, body } = server.requests[0] as Received;
    expect(headers["content-length"]).toBe(String(body.length));
    expect(headers).not.toHaveProperty("transfer-encoding");
    expect(headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    for (const name of ["x-api-key", "cookie", "authorization", "x-tenant"])
      expect(headers).not.toHaveProperty(name);
    expect(JSON.stringify(headers)).not.toContain(secret);
    expect(lettersOf(body).includes(secret)).toBe(false);
  });

  test.each([
    ["bytes", bytes, "image/jpeg"],
    ["a Blob without a type", new Blob([bytes]), "image/jpeg"],
    ["a Blob, which keeps its type", new Blob([bytes], { type: "image/png" }), "image/png"],
    ["a File of another name", new File([bytes], "front.png", { type: "image/png" }), "image/png"],
  ])("uses the given file name and type for %s", async (_name, file, type) => {
    const server = await serve(empty(204));
    const options = {
      fileName: "rosto.jpg",
      contentType: "image/jpeg",
      ...(onProgress && { onProgress }),
    };
    await clientFor(server).kyc.uploadDocument(target(server), file, options);
    const part = partsOf(server.requests[0] as Received).at(-1);
    expect(part).toMatchObject({ fileName: "rosto.jpg", type });
  });

  test.each([
    [400, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size", /larger than/],
    [413, "TooLarge", "Request too large", /larger than/],
    [403, "AccessDenied", "Invalid according to Policy: Policy expired.", /15 minutes/],
    [400, "ExpiredToken", "The provided token is too old", /15 minutes/],
  ])("reports the storage's error: %i %s", async (status, code, message, hint) => {
    const server = await serve(
      raw(
        `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
        status,
      ),
    );
    const error = await failure(
      clientFor(server).kyc.uploadDocument(target(server), bytes, {
        ...(onProgress && { onProgress }),
      }),
    );
    expect(error).toBeInstanceOf(UploadError);
    const operation = "kyc.uploadDocument";
    expect(error).toMatchObject({ kind: "upload", operation, status, code, outcome: "none" });
    expect((error as Error).message).toContain(message);
    expect((error as UploadError).hint).toMatch(hint);
  });

  test("rejects without a code if the storage sends none, with a hint for the status", async () => {
    // A browser hides the status of a redirect.
    const redirectHint = inBrowser ? "" : "Redirects are never followed";
    for (const [reply, hint, outcome] of [
      [empty(500), "Upload it again to the same target", "unknown"],
      [json({ no: 1 }, 400), "Check that the file belongs to this target", "none"],
      [redirect(307, "https://elsewhere.example"), redirectHint, "unknown"],
    ] as const) {
      const server = await serve(reply);
      const error = await failure(
        clientFor(server).kyc.uploadDocument(target(server), bytes, {
          ...(onProgress && { onProgress }),
        }),
      );
      expect(error).toMatchObject({ name: "UploadError", code: undefined, outcome });
      expect((error as UploadError).hint).toContain(hint);
      expect(await drained(server)).toHaveLength(1);
    }
  });

  test.each([200, 201, 204])("resolves if the storage responds with %i", async (status) => {
    const server = await serve(after(10, empty(status)));
    // Longer than timers support.
    const options = { timeout: Number.POSITIVE_INFINITY, ...(onProgress && { onProgress }) };
    await clientFor(server).kyc.uploadDocument(target(server), bytes, options);
    expect(await drained(server)).toHaveLength(1);
  });

  test("is sent once if the connection fails", async () => {
    const lost = { url: `http://127.0.0.1:${await closedPort()}` };
    const options = { ...(onProgress && { onProgress }) };
    const refused = await failure(clientFor(lost).kyc.uploadDocument(target(lost), bytes, options));
    // A browser keeps to itself what went wrong.
    const message = expect.stringContaining(inBrowser ? "kyc.uploadDocument" : "ECONNREFUSED");
    expect(refused).toMatchObject({ name: "UploadError", status: undefined, message });
    const server = await serve(reset);
    expect(
      await failure(clientFor(server).kyc.uploadDocument(target(server), bytes, options)),
    ).toMatchObject({ name: "UploadError", outcome: "unknown" });
    expect(await drained(server)).toHaveLength(1);
  });

  test("ends at its timeout", async () => {
    const server = await serve(stall);
    const error = await failure(
      clientFor(server).kyc.uploadDocument(target(server), bytes, {
        timeout: 20,
        ...(onProgress && { onProgress }),
      }),
    );
    expect(error).toBeInstanceOf(TimeoutError);
    const operation = "kyc.uploadDocument";
    expect(error).toMatchObject({ operation, timeout: 20, outcome: "unknown" });
    await server.idle();
  });

  test("ends at an abort, and leaves no listener", async () => {
    const server = await serve(stall);
    const controller = new AbortController();
    const options = { signal: controller.signal, ...(onProgress && { onProgress }) };
    const call = failure(clientFor(server).kyc.uploadDocument(target(server), bytes, options));
    await until(() => server.requests.length === 1, "the upload");
    controller.abort("left");
    const aborted = { name: "AbortedError", sent: true, reason: "left", outcome: "unknown" };
    expect(await call).toMatchObject(aborted);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
    await server.idle();
    expect(
      await failure(clientFor(server).kyc.uploadDocument(target(server), bytes, options)),
    ).toMatchObject({ name: "AbortedError", sent: false, outcome: "none" });
    expect(await drained(server)).toHaveLength(1);
  });
});

// A browser reports a small upload once, at its end. test/browser covers a larger one.
test.skipIf(inBrowser)("progress never decreases, and ends with the total", async () => {
  const server = await serve(empty(204));
  const events: UploadProgress[] = [];
  await clientFor(server).kyc.uploadDocument(target(server), bytes, {
    onProgress: (progress) => events.push(progress),
  });
  const total = server.requests[0]?.body.length;
  expect(events[0]).toEqual({ sent: 0, total });
  expect(events.at(-1)).toEqual({ sent: total, total });
  expect(events.length).toBeGreaterThan(2);
  for (const [i, { sent }] of events.entries())
    expect(sent).toBeGreaterThanOrEqual(events[i - 1]?.sent ?? 0);
});
