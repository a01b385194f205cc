import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { AbortedError } from "../../src/errors/connection.js";
import { RequestValidationError, UploadError } from "../../src/errors/data.js";
import type { UploadFile, UploadOptions, UploadTarget } from "../../src/index.js";
import { createQueries } from "../../src/query/index.js";
import type { Upload } from "../../src/sandbox/world/people.js";
import { failure } from "../http/test-client.js";
import {
  createSession,
  findUploadTargets,
  person,
  processSession,
} from "../sandbox/kyc/verification-sessions.js";
import {
  createSandboxClient,
  interceptRequests,
  inWorld,
  openSandbox,
} from "../sandbox/open-sandbox.js";
import { drained } from "../support/drained.js";

const bytes = new Uint8Array(30_000).map((_, i) => i % 251);
const tooMany = 10 * 1024 * 1024 + 1;

/** A session of a person with a passport, and the place for its one document. */
async function openTarget() {
  const { sandbox, client } = openSandbox();
  const { session, frontDocumentUpload: target } =
    await client.kyc.individual.standard.create(person);
  const document = () =>
    inWorld(sandbox, ({ uploads }) => uploads[target.fields.key as string] as Upload);
  const uploads = () => sandbox.requests.filter(({ path }) => path === "/storage/documents");
  return { sandbox, client, target, document, uploads, sessionId: session.id };
}

describe.each([
  ["without progress", undefined],
  ["with progress", () => {}],
])("an upload %s", (_, onProgress) => {
  const options: UploadOptions = { ...(onProgress && { onProgress }) };
  const files: [string, UploadFile, number, string | null][] = [
    ["a File", new File([bytes], "front.jpg", { type: "image/jpeg" }), bytes.length, "image/jpeg"],
    ["a Blob", new Blob([bytes], { type: "image/png" }), bytes.length, "image/png"],
    ["bytes", bytes, bytes.length, "application/octet-stream"],
    ["a part of a buffer", bytes.subarray(2, 102), 100, "application/octet-stream"],
    ["a buffer", bytes.buffer, bytes.length, "application/octet-stream"],
  ];
  test.each(files)(
    "brings its document to the session, which can then be processed: %s",
    async (_name, file, received, contentType) => {
      const { client, target, document, uploads, sessionId } = await openTarget();
      expect(await client.kyc.uploadDocument(target, file, options)).toBeUndefined();
      expect(document()).toMatchObject({ received, contentType });
      expect(uploads().map(({ method, status }) => [method, status])).toEqual([["POST", 204]]);
      await processSession({ client }, sessionId, "individual.standard");
    },
  );

  test("uses the given file type", async () => {
    const { client, target, document } = await openTarget();
    await client.kyc.uploadDocument(target, bytes, { ...options, contentType: "image/jpeg" });
    expect(document().contentType).toBe("image/jpeg");
    const { uploadDocument } = createQueries(client).kyc;
    await uploadDocument({ ...options, contentType: "image/png" }).mutationFn([target, bytes]);
    expect(document().contentType).toBe("image/png");
  });

  test("uses the client's fetch without its key and headers", async () => {
    const { sandbox, target, document } = await openTarget();
    const sent: Request[] = [];
    const fetch = interceptRequests((request) => void sent.push(request), sandbox);
    await createSandboxClient(sandbox, { fetch, headers: { "x-tenant": "7" } }).kyc.uploadDocument(
      target,
      bytes,
      options,
    );
    expect(sent.map(({ url }) => url)).toEqual([target.url]);
    expect(sent[0]).toMatchObject({ credentials: "omit", redirect: "manual" });
    for (const name of ["x-api-key", "authorization", "x-tenant"])
      expect(sent[0]?.headers.has(name)).toBe(false);
    expect(document().received).toBe(bytes.length);
  });

  type Change = (opened: Awaited<ReturnType<typeof openTarget>>) => [UploadTarget, UploadFile];
  test.each([
    [
      400,
      "EntityTooLarge",
      /larger than 10 MB/,
      /larger than/,
      ({ target }) => [target, new Uint8Array(tooMany)],
    ],
    [
      403,
      "ExpiredToken",
      /has expired/,
      /15 minutes/,
      ({ target, sandbox }) => {
        sandbox.advance(900_000);
        return [target, bytes];
      },
    ],
    [
      403,
      "AccessDenied",
      /Policy/,
      /15 minutes/,
      ({ target }) => [{ ...target, fields: { ...target.fields, bucket: "another" } }, bytes],
    ],
    [
      404,
      "NoSuchBucket",
      /does not exist/,
      /unchanged/,
      ({ target }) => [{ ...target, url: `${target.url}/other` }, bytes],
    ],
  ] as [number, string, RegExp, RegExp, Change][])(
    "reports the storage's error: %i %s",
    async (status, code, message, hint, change) => {
      const opened = await openTarget();
      const error = await failure(opened.client.kyc.uploadDocument(...change(opened), options));
      expect(error).toBeInstanceOf(UploadError);
      expect(error).toMatchObject({
        kind: "upload",
        operation: "kyc.uploadDocument",
        outcome: "none",
        status,
        code,
      });
      expect((error as Error).message).toMatch(message);
      expect((error as UploadError).hint).toMatch(hint);
      expect(opened.document().received).toBeNull();
    },
  );

  test("can be repeated after a rejection", async () => {
    const { client, target, document } = await openTarget();
    await failure(client.kyc.uploadDocument(target, new Uint8Array(tooMany), options));
    await client.kyc.uploadDocument(target, bytes, options);
    expect(document().received).toBe(bytes.length);
  });

  test("sends nothing if the signal is already aborted", async () => {
    const { client, target, uploads } = await openTarget();
    const call = client.kyc.uploadDocument(target, bytes, {
      ...options,
      signal: AbortSignal.abort(),
    });
    expect(await failure(call)).toBeInstanceOf(AbortedError);
    expect(uploads()).toEqual([]);
  });
});

test("uploads each document of a company to its own target", async () => {
  const { sandbox, client } = openSandbox();
  const targets = findUploadTargets(await createSession({ client }, "business.standard"));
  for (const [i, target] of targets.entries())
    await client.kyc.uploadDocument(target, new Uint8Array(i + 100));
  const received = inWorld(sandbox, ({ uploads }) =>
    targets.map(({ fields }) => uploads[fields.key as string]?.received),
  );
  expect(received).toEqual([100, 101, 102, 103, 104, 105, 106]);
});

describe("an upload is rejected before sending, for", () => {
  const good = { url: "https://storage.example/", fields: {} };
  test.each([
    [
      "a plain http address elsewhere",
      { ...good, url: "http://storage.example/" },
      bytes,
      "target.url",
    ],
    [
      "a user name and a password in the address",
      { ...good, url: "https://user:pass-word-7@storage.example/" },
      bytes,
      "target.url",
    ],
    [
      "a user name only in the address",
      { ...good, url: "https://user@storage.example/" },
      bytes,
      "target.url",
    ],
    ["another scheme", { ...good, url: "ftp://storage.example/" }, bytes, "target.url"],
    ["no address", { ...good, url: "/bucket" }, bytes, "target.url"],
    ["no target", null as never, bytes, "target.url"],
    ["no fields", { url: good.url, fields: null as never }, bytes, "target.fields"],
    [
      "fields that are no text",
      { url: good.url, fields: { a: 5 as never } },
      bytes,
      "target.fields.a",
    ],
    ["an empty file", good, new Uint8Array(0), "file"],
    ["an empty Blob", good, new Blob([]), "file"],
    ["a path in place of a file", good, "front.jpg" as never, "file"],
  ])("%s", async (_, to, file, path) => {
    const { sandbox, client } = openSandbox();
    const error = await failure(client.kyc.uploadDocument(to, file));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect((error as RequestValidationError).issues.map((issue) => issue.path)).toContain(path);
    expect(inspect(error) + JSON.stringify(error)).not.toContain("pass-word-7");
    expect(await drained(sandbox)).toEqual([]);
  });
});

describe("an error of an upload contains no part of its target", () => {
  const signature = "c2lnbmF0dXJlLW9mLXRhcmdldA==";
  const query = new URLSearchParams({ token: "query-token/1234", v: "2" });
  const to: UploadTarget = {
    url: `https://storage.example/bucket/path?${query}`,
    fields: {
      "x-amz-signature": signature,
      policy: "eyJleHBpcmF0aW9uIjoiMjAyNi0wMS0wMVQwMCJ9",
      "x-amz-short": "8letters",
    },
  };
  const { url } = to;
  const { pathname, search } = new URL(url);
  const quotes = [
    ...[url, search, pathname + search, "query-token/1234", encodeURIComponent("query-token/1234")],
    ...[signature, encodeURIComponent(signature), to.fields.policy as string, "8letters"],
  ];

  test.each(quotes)("that quotes %s", async (quote) => {
    const storageError = `<Error><Code>${quote}</Code><Message>no ${quote} !</Message></Error>`;
    for (const fetch of [
      () => Promise.reject(new TypeError(`cannot fetch ${quote} .`)),
      () => Promise.reject(Object.assign(new TypeError("failed"), { code: quote })),
      async () => new Response(storageError, { status: 403 }),
    ]) {
      const client = createSandboxClient(openSandbox().sandbox, { fetch });
      const error = await failure(client.kyc.uploadDocument(to, bytes));
      expect(error).toBeInstanceOf(UploadError);
      const shown = `${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`;
      expect(shown).toContain("[upload target]");
      for (const secret of quotes) expect(shown).not.toContain(secret);
    }
  });

  test("and lone surrogates in the fields do not hinder it", async () => {
    const fetch = () => Promise.reject(new TypeError(`cannot fetch ${url}`));
    const client = createSandboxClient(openSandbox().sandbox, { fetch });
    const fields = { ...to.fields, name: "lone surrogate \ud800" };
    const error = await failure(client.kyc.uploadDocument({ url, fields }, bytes));
    expect(error).toBeInstanceOf(UploadError);
    expect(inspect(error)).not.toContain(search);
  });
});
