// Shows an identity check: create a session, upload the document, wait, read the limits.

import { createClient } from "bursar";
import { createSandbox } from "bursar/sandbox";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });

async function main() {
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

  // A page gets the photo from <input type="file">, a server from readFile.
  const photo = new Blob([new Uint8Array(200_000)], { type: "image/jpeg" });
  await client.kyc.uploadDocument(created.frontDocumentUpload, photo);
  // A passport has no back.
  if (created.backDocumentUpload)
    await client.kyc.uploadDocument(created.backDocumentUpload, photo);
  await client.kyc.individual.standard.process(created.session.id);

  const { status, individualId } = await client.kyc.waitForSession(created.session.id, {
    interval: 100,
  });
  console.log(status);
  if (status !== "COMPLETED" || !individualId) return;

  const { limits } = await client.kyc.financialLimits(individualId);
  for (const { type, currency, limits: periods } of limits) {
    if (currency === "USD") console.log(`${type}: ${periods.daily.remaining} USD today`);
  }
}

main();
