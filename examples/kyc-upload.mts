// Shows an identity check: create a session, upload a document from the disk, wait, read limits.
// Run it: npx -y tsx kyc-upload.mts passport.jpg

import { openAsBlob } from "node:fs";
import { createClient } from "bursar";
import { createSandbox } from "bursar/sandbox";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error("usage: npx -y tsx kyc-upload.mts <photo of the document>");
  process.exit(1);
}

const created = await client.kyc.individual.standard.create({
  firstName: "Ana",
  lastName: "Silva",
  birthDate: "1990-05-17",
  documentCategory: "PASSPORT",
  documentCountry: "BRAZIL",
  documentId: "123456789",
  livenessRequired: false,
  email: "ana@example.com",
  address: "Rua Augusta 1",
  city: "Sao Paulo",
  state: "SP",
  postalCode: "01000000",
});

// The targets expire 15 minutes after the session was created. The file is read while it is sent.
const photo = await openAsBlob(path, { type: "image/jpeg" });
await client.kyc.uploadDocument(created.frontDocumentUpload, photo, {
  onProgress: ({ sent, total }) => console.log(`uploaded ${Math.round((100 * sent) / total)} %`),
});
// A passport has no back side. Other documents have.
if (created.backDocumentUpload) await client.kyc.uploadDocument(created.backDocumentUpload, photo);

// After the uploads: start the check, and wait for its outcome. It may take minutes.
await client.kyc.individual.standard.process(created.session.id);
const session = await client.kyc.waitForSession(created.session.id, {
  onProgress: ({ status }) => console.log(status),
});

// Do not show `failureReason` to the person.
if (session.status !== "COMPLETED" || !session.individualId)
  throw new Error(`not verified: ${session.status}`);

// The id for fiat calls: see fiat-by-pix.mts.
console.log(`verified as ${session.individualId}`);
const { limits } = await client.kyc.financialLimits(session.individualId);
for (const { type, currency, limits: periods } of limits)
  if (currency === "USD") console.log(`${type}: ${periods.daily.remaining} USD today`);
