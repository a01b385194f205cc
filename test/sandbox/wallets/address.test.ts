import { expect, test } from "vitest";
import { createClient } from "../../../src/client.js";
import { ConfigurationError } from "../../../src/errors/data.js";
import type { UploadTarget } from "../../../src/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";

const behindPath = "https://app.example/api/bursar";

test("serves operations and uploads below the path of its baseUrl", async () => {
  const sandbox = createSandbox({ baseUrl: behindPath });
  const client = createClient({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    fetch: sandbox.fetch,
    dangerouslyAllowBrowser: true,
  });
  expect((await client.tokens.list({ search: "USDC" }).firstPage()).items.length).toBeGreaterThan(
    0,
  );
  expect(sandbox.requests[0]?.path).toMatch(/^\/api\/v1\/crypto\/tokens\?/);
  const created = await client.kyc.individual.enhanced.create({ individualId: "ind_1" });
  const target = created["proofOfAddressDocumentUpload"] as UploadTarget;
  expect(target.url).toBe(`${behindPath}/storage/documents`);
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value as string);
  form.append("file", new Blob([new Uint8Array(100)]));
  expect((await sandbox.fetch(new Request(target.url, { method: "POST", body: form }))).ok).toBe(
    true,
  );
});

test("responds with 404 below a path if its baseUrl has none", async () => {
  const sandbox = createSandbox();
  const response = await sandbox.fetch(
    new Request(`${sandbox.baseUrl}/api/bursar/api/v1/crypto/tokens`, {
      headers: { "x-api-key": sandbox.apiKey },
    }),
  );
  expect(response.status).toBe(404);
});

test("accepts requests without a key only with the keyless option", async () => {
  const ask = (keyless: boolean, headers = {}) => {
    const { baseUrl, fetch } = createSandbox({ keyless });
    return fetch(new Request(`${baseUrl}/api/v1/crypto/tokens`, { headers }));
  };
  expect((await ask(true)).status).toBe(200);
  expect((await ask(false)).status).toBe(403);
  expect((await ask(true, { "x-api-key": "another-key" })).status).toBe(403);
});

test.each(["/api/bursar", "app.example", "", "ftp://app.example"])(
  "rejects the baseUrl %j",
  (baseUrl) => {
    expect(() => createSandbox({ baseUrl })).toThrow(ConfigurationError);
  },
);
