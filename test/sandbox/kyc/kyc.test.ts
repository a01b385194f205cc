import { expect, test } from "vitest";
import type { CreateIndividualSessionRequest, UploadTarget } from "../../../src/index.js";
import { drained } from "../../support/drained.js";
import { catchApiError } from "../catch-api-error.js";
import { openSandbox } from "../open-sandbox.js";
import {
  company,
  findUploadTargets,
  openSession,
  person,
  photo,
  processToEnd,
  uploadDocuments,
  verifyPerson,
} from "./verification-sessions.js";

/** Has a back side. */
const card: CreateIndividualSessionRequest = { ...person, documentCategory: "IDENTITY_CARD" };

test("verifies a person, who then has an identity with limits", async () => {
  const { client, sandbox } = openSandbox();
  const { standard } = client.kyc.individual;
  const created = await standard.create(card);
  const { session } = created;
  expect(session).toMatchObject({
    status: "PENDING",
    individualId: null,
    updatedAt: null,
    document: { type: null, id: "123456789" },
  });
  expect(session).not.toHaveProperty("preFlight");
  expect(session).not.toHaveProperty("failureReason");
  await uploadDocuments({ client }, created);
  expect(await standard.process(session.id)).toBeUndefined();
  const seen: (string | undefined)[] = [];
  const final = await client.kyc.waitForSession(session.id, {
    interval: 1,
    maxInterval: 1,
    onProgress: ({ status }) => seen.push(status),
  });
  expect([...new Set(seen)]).toEqual(["PROCESSING", "VERIFYING", "COMPLETED"]);
  expect(final).toEqual({
    id: session.id,
    status: "COMPLETED",
    individualId: expect.stringMatching(/^ind_/),
  });
  const limits = await client.kyc.financialLimits(final.individualId as string);
  expect(limits).toMatchObject({
    identityId: final.individualId,
    identityType: "INDIVIDUAL",
    projectId: "project_1",
  });
  expect(limits.limits[0]?.limits?.monthly).toEqual({ limit: 9_000, used: 0, remaining: 9_000 });
  expect((await drained(sandbox)).filter(({ path }) => path === "/storage/documents")).toHaveLength(
    2,
  );
});

test("requires no back side of a passport", async () => {
  const { client } = openSandbox();
  const created = await client.kyc.individual.standard.create(person);
  expect(created.backDocumentUpload).toBeNull();
  await client.kyc.individual.standard.process(await uploadDocuments({ client }, created));
});

test("returns the failure reason that the test has set", async () => {
  const { client, sandbox } = openSandbox();
  const id = await openSession({ client });
  sandbox.decide(id, "FAILED", "FACE_MISMATCH");
  expect(await processToEnd({ client, sandbox }, id)).toMatchObject({
    status: "FAILED",
    failureReason: "FACE_MISMATCH",
    preFlight: false,
    individualId: null,
  });
});

test("processes a session once, after all documents have arrived", async () => {
  const { client } = openSandbox();
  const { standard } = client.kyc.individual;
  const { session, frontDocumentUpload, backDocumentUpload } = await standard.create(card);
  await client.kyc.uploadDocument(frontDocumentUpload, photo);
  expect(await catchApiError(standard.process(session.id))).toMatchObject({
    status: 400,
    id: "BAD_REQUEST",
    message: expect.stringContaining("back"),
  });
  expect((await standard.get(session.id)).session.status).toBe("PENDING");
  await client.kyc.uploadDocument(backDocumentUpload as UploadTarget, photo);
  await standard.process(session.id);
  expect(await catchApiError(standard.process(session.id))).toMatchObject({
    status: 400,
    id: "BAD_REQUEST",
  });
});

test("expires a session after 15 minutes only if documents are missing", async () => {
  const { client, sandbox } = openSandbox();
  const { standard } = client.kyc.individual;
  const empty = await standard.create(card);
  const full = await openSession({ client });
  sandbox.advance(900_000);
  expect((await standard.get(empty.session.id)).session.status).toBe("EXPIRED");
  expect((await standard.get(full)).session.status).toBe("PENDING");
  expect(await catchApiError(standard.process(empty.session.id))).toMatchObject({
    id: "BAD_REQUEST",
  });
  await standard.process(full);
});

test("rejects unknown sessions", async () => {
  const { client } = openSandbox();
  const { individual, business } = client.kyc;
  const { session } = await individual.standard.create(card);
  const missing = { status: 404, id: "STANDARD_SESSION_NOT_FOUND" };
  expect(await catchApiError(individual.standard.get("constructor"))).toMatchObject(missing);
  expect(await catchApiError(individual.standard.process("session_9"))).toMatchObject(missing);
  expect(await catchApiError(individual.enhanced.get(session.id))).toMatchObject(missing);
  expect(await catchApiError(business.standard.get(session.id))).toMatchObject(missing);
});

test("raises the limits of a verified person with the enhanced document only", async () => {
  const { client, sandbox } = openSandbox();
  const { enhanced } = client.kyc.individual;
  const created = await enhanced.create({ individualId: "ind_1" });
  expect(created).not.toHaveProperty("frontDocumentUpload");
  expect(findUploadTargets(created)).toEqual([created["proofOfAddressDocumentUpload"]]);
  const ended = await processToEnd(
    { client, sandbox },
    await uploadDocuments({ client }, created),
    "enhanced",
  );
  expect(ended).toMatchObject({ status: "COMPLETED", individualId: "ind_1" });
  expect((await client.kyc.financialLimits("ind_1")).limits[0]?.limits?.monthly?.limit).toBe(
    90_000,
  );
  expect(await catchApiError(enhanced.create({ individualId: "ind_9" }))).toMatchObject({
    id: "INDIVIDUAL_NOT_FOUND",
  });
});

test("requires all documents of a new person at the enhanced level", async () => {
  const { client, sandbox } = openSandbox();
  const created = await client.kyc.individual.enhanced.create({ firstName: "Ana" });
  const names = ["frontDocumentUpload", "backDocumentUpload", "proofOfAddressDocumentUpload"];
  expect(findUploadTargets(created)).toEqual(names.map((name) => created[name]));
  const session = await processToEnd(
    { client, sandbox },
    await uploadDocuments({ client }, created),
    "enhanced",
  );
  expect(session).toMatchObject({
    status: "COMPLETED",
    individualId: expect.stringMatching(/^ind_/),
  });
});

test("verifies a company as soon as all documents have arrived", async () => {
  const { client, sandbox } = openSandbox();
  const { standard } = client.kyc.business;
  const created = await standard.create(company);
  expect(created.session).toMatchObject({
    status: "PENDING",
    businessId: null,
    address: "Rua Augusta 1",
    legalName: "Padaria Silva Ltda",
  });
  const owners = created.ownersDocuments ?? [];
  expect(
    owners.map(({ ownerDocumentId, backDocumentUpload }) => [
      ownerDocumentId,
      backDocumentUpload !== null,
    ]),
  ).toEqual([
    ["123456780", false],
    ["123456781", true],
  ]);
  const targets = findUploadTargets(created);
  expect(targets).toHaveLength(7);
  for (const target of targets) {
    expect((await standard.get(created.session.id)).session.status).toBe("PENDING");
    await client.kyc.uploadDocument(target, photo);
  }
  const { session } = await standard.get(created.session.id);
  expect(session.status).toBe("PROCESSING");
  sandbox.advance(10_000);
  const done = (await standard.get(created.session.id)).session;
  expect(done).toMatchObject({ status: "COMPLETED", businessId: expect.stringMatching(/^biz_/) });
  expect(await client.kyc.financialLimits(done.businessId as string)).toMatchObject({
    identityType: "BUSINESS",
  });
});

test("a document that is uploaded again starts no second verification", async () => {
  const { client, sandbox } = openSandbox({ tick: 0 });
  const { standard } = client.kyc.business;
  const created = await standard.create(company);
  const [target, ...others] = findUploadTargets(created);
  for (const each of [target, ...others]) await client.kyc.uploadDocument(each as never, photo);
  const find = async () => (await standard.get(created.session.id)).session;
  const before = await find();
  sandbox.advance(1_000);
  await client.kyc.uploadDocument(target as never, photo);
  expect(await find()).toEqual(before);
  sandbox.advance(10_000);
  const done = await find();
  expect(done.status).toBe("COMPLETED");
  await client.kyc.uploadDocument(target as never, photo);
  expect(await find()).toEqual(done);
});

test("a failed company has the fields of a company only", async () => {
  const { client, sandbox } = openSandbox();
  const { standard } = client.kyc.business;
  const { session } = await standard.create(company);
  const id = await openSession({ client }, "business.standard");
  sandbox.decide(id, "FAILED", "FORGED");
  sandbox.advance(10_000);
  const failed = (await standard.get(id)).session;
  expect(failed.status).toBe("FAILED");
  expect(Object.keys(failed).sort()).toEqual(Object.keys(session).sort());
  for (const field of ["failureReason", "preFlight", "individualId", "firstName"])
    expect(failed).not.toHaveProperty(field);
});

test("names the type of a document once it is processed", async () => {
  const { client, sandbox } = openSandbox();
  const { standard } = client.kyc.individual;
  const created = await standard.create({ ...person, lastName: "VERIFYING" });
  expect(created.session.document?.type).toBeNull();
  await standard.process(await uploadDocuments({ client }, created));
  sandbox.advance(10_000);
  const { document } = (await standard.get(created.session.id)).session;
  expect(document).toEqual({ id: "123456789", type: "PASSPORT", category: "PASSPORT" });
});

test("does not count an expiry as an update", async () => {
  const { client, sandbox } = openSandbox();
  const { session } = await client.kyc.individual.standard.create(person);
  sandbox.advance(900_000);
  expect((await client.kyc.individual.standard.get(session.id)).session).toEqual({
    ...session,
    status: "EXPIRED",
  });
});

test("allows fiat quotes for a verified person", async () => {
  const { client, sandbox } = openSandbox();
  const individualId = await verifyPerson({ client, sandbox });
  const { depositQuote } = await client.fiat.quoteDeposit({
    paymentMethodToSend: "PIX",
    amountToSendInFiatCurrency: 100,
    receiveCryptoCurrency: "BRZ",
    individualId,
    chainId: 137,
    walletAddress: "0x1111111111111111111111111111111111111111",
  });
  expect(depositQuote.amountToReceiveInCryptoCurrency).toBe("99");
});
