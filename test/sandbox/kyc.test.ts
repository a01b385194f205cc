import { expect, test } from "vitest";
import type { CreateBusinessSessionRequest, CreateIndividualSessionRequest, UploadTarget } from "../../src/index.js";
import { openSandbox } from "./open.js";
import { refusalOf } from "./swap-kit.js";

const photo = new Blob(["front"], { type: "image/jpeg" });

function personOf(changes: Partial<CreateIndividualSessionRequest> = {}): CreateIndividualSessionRequest {
  return {
    firstName: "Ana",
    lastName: "Silva",
    birthDate: "1990-05-17",
    documentCategory: "IDENTITY_CARD",
    documentCountry: "BRAZIL",
    documentId: "123456789",
    livenessRequired: false,
    email: "ana@example.com",
    address: "Rua Augusta 1",
    city: "Sao Paulo",
    state: "SP",
    postalCode: "01000000",
    ...changes,
  };
}

const company: CreateBusinessSessionRequest = {
  legalName: "Padaria Silva Ltda",
  email: "office@example.com",
  documentId: "12345678000195",
  legalNature: "LTDA",
  phoneNumber: "5511999990000",
  city: "Sao Paulo",
  country: "BRAZIL",
  postalCode: "01000000",
  state: "SP",
  streetLine1: "Rua Augusta 1",
  owners: ["PASSPORT", "IDENTITY_CARD"].map((documentCategory, i) => ({
    firstName: "Ana",
    lastName: "Silva",
    documentId: `12345678${i}`,
    documentCategory,
    documentCountry: "BRAZIL",
    birthDate: "1990-05-17",
    nationality: "BRAZILIAN",
    address: "Rua Augusta 1",
    city: "Sao Paulo",
    state: "SP",
    postalCode: "01000000",
  })),
};

test("a person is verified: documents, process, and an identity with limits", async () => {
  const { client, sandbox } = openSandbox();
  const { standard } = client.kyc.individual;
  const { session, frontDocumentUpload, backDocumentUpload } = await standard.create(personOf());
  expect(session).toMatchObject({ status: "PENDING", individualId: null, updatedAt: null, document: { type: null, id: "123456789" } });
  expect(session).not.toHaveProperty("preFlight");
  expect(session).not.toHaveProperty("failureReason");
  await client.kyc.uploadDocument(frontDocumentUpload, photo);
  await client.kyc.uploadDocument(backDocumentUpload as UploadTarget, photo);
  expect(await standard.process(session.id)).toBeUndefined();
  const seen: (string | undefined)[] = [];
  const final = await client.kyc.waitForSession(session.id, {
    interval: 1,
    maxInterval: 1,
    onProgress: ({ status }) => seen.push(status),
  });
  expect([...new Set(seen)]).toEqual(["PROCESSING", "VERIFYING", "COMPLETED"]);
  expect(final).toEqual({ id: session.id, status: "COMPLETED", individualId: expect.stringMatching(/^ind_/) });
  const limits = await client.kyc.financialLimits(final.individualId as string);
  expect(limits).toMatchObject({ identityId: final.individualId, identityType: "INDIVIDUAL", projectId: "project_1" });
  expect(limits.limits[0]?.limits?.monthly).toEqual({ limit: 9_000, used: 0, remaining: 9_000 });
  expect(sandbox.requests.filter(({ path }) => path === "/storage/documents")).toHaveLength(2);
});

test("a passport has no back", async () => {
  const { client } = openSandbox();
  const { session, frontDocumentUpload, backDocumentUpload } = await client.kyc.individual.standard.create(
    personOf({ documentCategory: "PASSPORT" }),
  );
  expect(backDocumentUpload).toBeNull();
  await client.kyc.uploadDocument(frontDocumentUpload, photo);
  await client.kyc.individual.standard.process(session.id);
});

test("a check that the test lets fail says why", async () => {
  const { client, sandbox } = openSandbox();
  const { session, frontDocumentUpload } = await client.kyc.individual.standard.create(personOf({ documentCategory: "PASSPORT" }));
  sandbox.decide(session.id, "FAILED", "FACE_MISMATCH");
  await client.kyc.uploadDocument(frontDocumentUpload, photo);
  await client.kyc.individual.standard.process(session.id);
  sandbox.advance(10_000);
  const read = await client.kyc.individual.standard.get(session.id);
  expect(read.session).toMatchObject({ status: "FAILED", failureReason: "FACE_MISMATCH", preFlight: false, individualId: null });
});

test("nothing is processed before its documents have arrived, nor twice", async () => {
  const { client } = openSandbox();
  const { standard } = client.kyc.individual;
  const { session, frontDocumentUpload, backDocumentUpload } = await standard.create(personOf());
  await client.kyc.uploadDocument(frontDocumentUpload, photo);
  expect(await refusalOf(standard.process(session.id))).toMatchObject({
    status: 400,
    id: "BAD_REQUEST",
    message: expect.stringContaining("back"),
  });
  expect((await standard.get(session.id)).session.status).toBe("PENDING");
  await client.kyc.uploadDocument(backDocumentUpload as UploadTarget, photo);
  await standard.process(session.id);
  expect(await refusalOf(standard.process(session.id))).toMatchObject({ status: 400, id: "BAD_REQUEST" });
});

test("a session without its documents expires after 15 minutes, one that has them does not", async () => {
  const { client, sandbox } = openSandbox();
  const { standard } = client.kyc.individual;
  const empty = await standard.create(personOf());
  const full = await standard.create(personOf({ documentCategory: "PASSPORT" }));
  await client.kyc.uploadDocument(full.frontDocumentUpload, photo);
  sandbox.advance(900_000);
  expect((await standard.get(empty.session.id)).session.status).toBe("EXPIRED");
  expect((await standard.get(full.session.id)).session.status).toBe("PENDING");
  expect(await refusalOf(standard.process(empty.session.id))).toMatchObject({ id: "BAD_REQUEST" });
  await standard.process(full.session.id);
});

test("unknown sessions and identities are not found", async () => {
  const { client } = openSandbox();
  const { individual, business } = client.kyc;
  const { session } = await individual.standard.create(personOf());
  const missing = { status: 404, id: "STANDARD_SESSION_NOT_FOUND" };
  expect(await refusalOf(individual.standard.get("constructor"))).toMatchObject(missing);
  expect(await refusalOf(individual.standard.process("session_9"))).toMatchObject(missing);
  expect(await refusalOf(individual.enhanced.get(session.id))).toMatchObject(missing);
  expect(await refusalOf(business.standard.get(session.id))).toMatchObject(missing);
  expect(await refusalOf(client.kyc.financialLimits("ind_9"))).toMatchObject({ status: 404, id: "INDIVIDUAL_NOT_FOUND" });
});

test("the enhanced level raises the limits of a known person, with the enhanced document only", async () => {
  const { client, sandbox } = openSandbox();
  const { enhanced } = client.kyc.individual;
  const created = await enhanced.create({ individualId: "ind_1" });
  expect(created).not.toHaveProperty("frontDocumentUpload");
  const id = created.session?.id as string;
  await client.kyc.uploadDocument(created["proofOfAddressDocumentUpload"] as UploadTarget, photo);
  await enhanced.process(id);
  sandbox.advance(10_000);
  expect((await enhanced.get(id)).session).toMatchObject({ status: "COMPLETED", individualId: "ind_1" });
  expect((await client.kyc.financialLimits("ind_1")).limits[0]?.limits?.monthly?.limit).toBe(90_000);
  expect(await refusalOf(enhanced.create({ individualId: "ind_9" }))).toMatchObject({ id: "INDIVIDUAL_NOT_FOUND" });
});

test("a new person at the enhanced level brings all documents", async () => {
  const { client, sandbox } = openSandbox();
  const created = await client.kyc.individual.enhanced.create({ firstName: "Ana" });
  for (const name of ["frontDocumentUpload", "backDocumentUpload", "proofOfAddressDocumentUpload"]) {
    await client.kyc.uploadDocument(created[name] as UploadTarget, photo);
  }
  await client.kyc.individual.enhanced.process(created.session?.id as string);
  sandbox.advance(10_000);
  const { session } = await client.kyc.individual.enhanced.get(created.session?.id as string);
  expect(session).toMatchObject({ status: "COMPLETED", individualId: expect.stringMatching(/^ind_/) });
});

test("a company is checked by itself once all documents are there", async () => {
  const { client, sandbox } = openSandbox();
  const { standard } = client.kyc.business;
  const created = await standard.create(company);
  expect(created.session).toMatchObject({ status: "PENDING", businessId: null, address: "Rua Augusta 1", legalName: "Padaria Silva Ltda" });
  const owners = created.ownersDocuments ?? [];
  expect(owners.map(({ ownerDocumentId, backDocumentUpload }) => [ownerDocumentId, backDocumentUpload !== null])).toEqual([
    ["123456780", false],
    ["123456781", true],
  ]);
  const targets = [
    created.proofOfAddressDocumentUpload,
    created.socialContractDocumentUpload,
    ...owners.flatMap((owner) => [owner.frontDocumentUpload, owner.backDocumentUpload, owner.proofOfAddressDocumentUpload]),
  ].filter((target) => target != null);
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
  expect(await client.kyc.financialLimits(done.businessId as string)).toMatchObject({ identityType: "BUSINESS" });
});

test("a verified person may use fiat at once", async () => {
  const { client } = openSandbox();
  const { session, frontDocumentUpload } = await client.kyc.individual.standard.create(personOf({ documentCategory: "PASSPORT" }));
  await client.kyc.uploadDocument(frontDocumentUpload, photo);
  await client.kyc.individual.standard.process(session.id);
  const { individualId } = await client.kyc.waitForSession(session.id, { interval: 1, maxInterval: 1 });
  const { depositQuote } = await client.fiat.quoteDeposit({
    paymentMethodToSend: "PIX",
    amountToSendInFiatCurrency: 100,
    receiveCryptoCurrency: "BRZ",
    individualId: individualId as string,
    chainId: 137,
    walletAddress: "0x1111111111111111111111111111111111111111",
  });
  expect(depositQuote.amountToReceiveInCryptoCurrency).toBe("99");
});
