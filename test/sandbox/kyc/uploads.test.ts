import { expect, test } from "vitest";
import type { UploadTarget } from "../../../src/index.js";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import { inBrowser } from "../../support/in-browser.js";
import { openSandbox } from "../open-sandbox.js";
import { person } from "./verification-sessions.js";

async function openTarget() {
  const { client, sandbox } = openSandbox();
  const { frontDocumentUpload } = await client.kyc.individual.standard.create(person);
  return { client, sandbox, target: frontDocumentUpload };
}

type Entry = [name: string, value: string | Blob];

const file: Entry = ["file", new Blob([new Uint8Array(100)], { type: "image/png" })];
const fieldsOf = (target: UploadTarget): Entry[] => Object.entries(target.fields);

async function post(
  sandbox: Sandbox,
  target: Pick<UploadTarget, "url">,
  entries: readonly Entry[],
  headers: HeadersInit = {},
) {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const response = await sandbox.fetch(
    new Request(target.url, { method: "POST", body: form, headers }),
  );
  const text = await response.text();
  return {
    status: response.status,
    code: /<Code>(\w+)<\/Code>/.exec(text)?.[1],
    type: response.headers.get("content-type"),
    text,
  };
}

test("has the fields of the service in their order", async () => {
  const { target } = await openTarget();
  expect(target.url).toBe("https://sandbox.test/storage/documents");
  const names = [
    "bucket",
    "X-Cloud-Algorithm",
    "X-Cloud-Credential",
    "X-Cloud-Date",
    "key",
    "Policy",
    "X-Cloud-Signature",
  ];
  expect(Object.keys(target.fields)).toEqual(names);
  expect(JSON.parse(atob(target.fields["Policy"] as string))).toMatchObject({
    expiration: "2026-01-01T00:15:01.000Z",
  });
});

test("accepts a form with all fields and the file at the end", async () => {
  const { sandbox, target } = await openTarget();
  expect(await post(sandbox, target, [...fieldsOf(target), file])).toMatchObject({
    status: 204,
    text: "",
  });
});

test("returns upload targets at the origin of the request", async () => {
  const sandbox = createSandbox({ baseUrl: "http://127.0.0.1:4010" });
  const url = "http://localhost:9999/api/v1/kyc/individual-verification-sessions/standard";
  const headers = { "x-api-key": sandbox.apiKey };
  const response = await sandbox.fetch(
    new Request(url, { method: "POST", headers, body: JSON.stringify(person) }),
  );
  expect(await response.json()).toMatchObject({
    frontDocumentUpload: { url: "http://localhost:9999/storage/documents" },
  });
});

test("rejects forms that do not match the target", async () => {
  const { sandbox, target } = await openTarget();
  const fields = fieldsOf(target);
  const swapped = fields.map(
    ([name, value]): Entry => [name, name === "X-Cloud-Signature" ? "00" : value],
  );
  const cases: [entries: Entry[], status: number, code: string][] = [
    [[file, ...fields], 400, "MalformedPOSTRequest"],
    [fields, 400, "MalformedPOSTRequest"],
    [[...fields, ["document", file[1]]], 400, "MalformedPOSTRequest"],
    [[...fields, ["file", "text"]], 400, "MalformedPOSTRequest"],
    [[...fields.slice(1), file], 403, "AccessDenied"],
    [[...swapped, file], 403, "AccessDenied"],
    [[...fields, ["acl", "public"], file], 403, "AccessDenied"],
    [[["key", "documents/other"], file], 403, "AccessDenied"],
    [[["key", "constructor"], file], 403, "AccessDenied"],
  ];
  for (const [entries, status, code] of cases) {
    expect(await post(sandbox, target, entries), code).toMatchObject({
      status,
      code,
      type: "application/xml",
    });
  }
});

test("rejects an upload with an API key", async () => {
  const { sandbox, target } = await openTarget();
  const leaked = await post(sandbox, target, [...fieldsOf(target), file], {
    "x-api-key": sandbox.apiKey,
  });
  expect(leaked).toMatchObject({ status: 403, code: "AccessDenied" });
  expect(leaked.text).not.toContain(sandbox.apiKey);
});

test("expires after 15 minutes with an UploadError", async () => {
  const { client, sandbox, target } = await openTarget();
  sandbox.advance(900_000);
  await expect(client.kyc.uploadDocument(target, new Blob(["x"]))).rejects.toMatchObject({
    kind: "upload",
    status: 403,
    code: "ExpiredToken",
  });
});

test("rejects a file that is too small for a picture or a PDF", async () => {
  const { client, target } = await openTarget();
  await expect(client.kyc.uploadDocument(target, new Blob(["a text"]))).rejects.toMatchObject({
    kind: "upload",
    status: 400,
    code: "EntityTooSmall",
  });
  await expect(client.kyc.uploadDocument(target, new Uint8Array(63))).rejects.toMatchObject({
    code: "EntityTooSmall",
  });
  await client.kyc.uploadDocument(target, new Uint8Array(64));
});

test("rejects a file of more than 10 MB", async () => {
  const { client, target } = await openTarget();
  const maxSize = 10 * 1024 * 1024;
  await expect(
    client.kyc.uploadDocument(target, new Uint8Array(maxSize + 1)),
  ).rejects.toMatchObject({ kind: "upload", status: 400, code: "EntityTooLarge" });
  await client.kyc.uploadDocument(target, new Uint8Array(maxSize));
});

test("rejects a body that is not a form, a wrong method and a wrong path", async () => {
  const { sandbox, target } = await openTarget();
  const send = async (url: string, init: RequestInit) =>
    (await sandbox.fetch(new Request(url, init))).status;
  expect(await send(target.url, { method: "POST", body: "{}" })).toBe(400);
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  expect(await send(target.url, { method: "POST", body: "no form", headers })).toBe(400);
  expect(await send(target.url, {})).toBe(405);
  expect(await send("https://sandbox.test/storage/other", {})).toBe(404);
});

test("reports progress, and accepts the same document again", async () => {
  const { client, target } = await openTarget();
  const progress: number[] = [];
  await client.kyc.uploadDocument(target, new Uint8Array(200_000), {
    onProgress: ({ sent }) => progress.push(sent),
  });
  // In browsers, fetch reports only the start and the end.
  expect(progress.length).toBeGreaterThan(inBrowser ? 1 : 2);
  await client.kyc.uploadDocument(target, new Uint8Array(100));
});
