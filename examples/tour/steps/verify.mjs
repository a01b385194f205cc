export const title = "Open a verification session and upload a document";

export async function code({ client, console, progress }) {
  const { session, frontDocumentUpload } = await client.kyc.individual.standard.create({
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
  const photo = new Blob([new Uint8Array(400_000)], { type: "image/jpeg" });
  await client.kyc.uploadDocument(frontDocumentUpload, photo, {
    onProgress: ({ sent, total }) => progress(`uploaded ${Math.round((100 * sent) / total)} %`),
  });

  await client.kyc.individual.standard.process(session.id);
  console.log("session", session.id);
  return { session };
}
