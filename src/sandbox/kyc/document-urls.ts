import type { DocumentUrls, IndividualSession } from "../../contract/kyc/types.js";
import type { OperationHandlers } from "../shared/operation-handler.js";
import { findEntry } from "../world/state.js";
import { storagePath } from "./document-uploads.js";
import { getSession } from "./sessions.js";

const kinds = {
  STANDARD_INDIVIDUAL: "individual.standard",
  ENHANCED_INDIVIDUAL: "individual.enhanced",
} as const;

export const documentUrlHandlers: OperationHandlers = {
  /** The URLs of documents that have arrived. The sandbox keeps no contents, so they lead nowhere. */
  "kyc.documentUrls"(request) {
    const { world, random, baseUrl, body } = request;
    const params = { sessionId: body.sessionId };
    const session = getSession({ ...request, params }, kinds[body.sessionType]);
    const sign = (path: string) =>
      `${baseUrl}${storagePath}/${path}?X-Cloud-Expires=${body.expiresInSeconds ?? 3_600}` +
      `&X-Cloud-Signature=${random.hex(32)}`;
    const findUrl = (document: string) => {
      const key = session.wanted.find((name) => name.includes(`/${document}-`));
      const upload = findEntry(world.uploads, key);
      return upload && upload.received !== null ? sign(upload.key) : null;
    };
    const { id, livenessRequired, status } = session.record as IndividualSession;
    const urls: DocumentUrls = {
      frontDocumentUrl: findUrl("front"),
      backDocumentUrl: findUrl("back"),
      // The check takes the photo of the face.
      faceImageUrl: livenessRequired && status === "COMPLETED" ? sign(`faces/${id}`) : null,
    };
    return urls;
  },
};
