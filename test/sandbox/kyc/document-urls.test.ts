import { expect, test } from "vitest";
import { catchApiError } from "../catch-api-error.js";
import { createSandboxClient, inWorld, openWallet } from "../open-sandbox.js";
import { findUploadTargets, person, photo } from "./verification-sessions.js";

const sessionType = "STANDARD_INDIVIDUAL";

test("has a URL for each document that has arrived, and for the face after the check", async () => {
  const { client, sandbox } = await openWallet();
  const created = await client.kyc.individual.standard.create({
    ...person,
    documentCategory: "IDENTITY_CARD",
    livenessRequired: true,
  });
  const sessionId = created.session.id;
  const read = () => client.kyc.documentUrls({ sessionId, sessionType, expiresInSeconds: 60 });
  const none = { frontDocumentUrl: null, backDocumentUrl: null, faceImageUrl: null };
  expect(await read()).toEqual(none);
  const [front, back] = findUploadTargets(created);
  if (!front || !back) throw new TypeError("a card has two sides");
  await client.kyc.uploadDocument(front, photo);
  const { frontDocumentUrl, ...rest } = await read();
  expect(frontDocumentUrl).toMatch(/^https:.*\/front-.*[?&]X-Cloud-Expires=60&/);
  expect(rest).toEqual({ backDocumentUrl: null, faceImageUrl: null });
  await client.kyc.uploadDocument(back, photo);
  await client.kyc.individual.standard.process(sessionId);
  sandbox.advance(60_000);
  const urls = Object.values(await read());
  expect(new Set(urls).size).toBe(3);
  expect(urls).not.toContain(null);
});

test("finds only sessions of the project, under their own type", async () => {
  const { client, sandbox } = await openWallet();
  const { session } = await client.kyc.individual.standard.create(person);
  const refusalOf = async (id: string, type: "STANDARD_INDIVIDUAL" | "ENHANCED_INDIVIDUAL") =>
    (await catchApiError(client.kyc.documentUrls({ sessionId: id, sessionType: type }))).id;
  expect(await refusalOf("constructor", sessionType)).toBe("STANDARD_SESSION_NOT_FOUND");
  expect(await refusalOf(session.id, "ENHANCED_INDIVIDUAL")).toBe("STANDARD_SESSION_NOT_FOUND");
  inWorld(sandbox, ({ sessions }) => Object.assign(sessions[session.id] ?? {}, { projectId: "x" }));
  expect(await refusalOf(session.id, sessionType)).toBe("STANDARD_SESSION_NOT_FOUND");
});

test.each([
  ["https://storage.example/a", true],
  ["http://localhost:8787/a", true],
  ["http://127.0.0.1/a", true],
  ["http://[::1]:8787/a", true],
  ["http://storage.example/a", false],
  ["http://localhost.storage.example/a", false],
  ["http://127.0.0.1.storage.example/a", false],
  ["https:///a", false],
])("the URL %s is accepted: %s", async (frontDocumentUrl, isAccepted) => {
  const { sandbox } = await openWallet();
  const urls = { frontDocumentUrl, backDocumentUrl: null, faceImageUrl: null };
  const { kyc } = createSandboxClient(sandbox, { fetch: async () => Response.json(urls) });
  const result = await kyc.documentUrls({ sessionId: "s_1", sessionType }).safe();
  expect(result).toMatchObject(
    isAccepted ? { ok: true, data: urls } : { ok: false, error: { kind: "response_validation" } },
  );
});
