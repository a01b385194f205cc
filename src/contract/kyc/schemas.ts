import * as z from "zod/mini";
import { Id, integerFrom, mapOf, oneOf, Text, text } from "../shared/primitives.js";
import {
  defaulted,
  type ExactSchema,
  lazy,
  maybe,
  openWord,
  record,
  request,
} from "../shared/schema.js";
import type * as t from "./types.js";

function isCalendarDate(value: string): boolean {
  const match = /^(?:(\d{4})-(\d\d)-(\d\d)|(\d\d)\/(\d\d)\/(\d{4}))$/.exec(value);
  if (!match) return false;
  const day = `${match[1] ?? match[6]}-${match[2] ?? match[5]}-${match[3] ?? match[4]}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  // Some engines parse February 30 as March 2. Formatting the parsed date detects that.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** A date of birth in a request. */
export const BirthDate = lazy(() =>
  z
    .string()
    .check(
      z.refine(isCalendarDate, { error: "a date of the calendar as YYYY-MM-DD, or as DD/MM/YYYY" }),
    ),
);

/** Plain http is for a sandbox on the same machine. */
const StorageUrl = lazy(() =>
  text(/^https:\/\/[^/]|^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/]/, "an https URL"),
);

/** The upload target of a document. The order of its fields is kept. */
export const UploadTarget: ExactSchema<t.UploadTarget> = record(
  () => ({
    url: StorageUrl,
    fields: mapOf(Text),
  }),
  { essential: { fields: ["url", "fields"] } },
);

/** The request of the URLs of documents. */
export const DocumentUrlsRequest: ExactSchema<t.DocumentUrlsRequest> = request(() => ({
  sessionId: Id,
  sessionType: oneOf("STANDARD_INDIVIDUAL", "ENHANCED_INDIVIDUAL"),
  expiresInSeconds: defaulted(integerFrom(1, Number.MAX_SAFE_INTEGER), 3_600),
}));

/** The URLs of documents. A page opens them, so that they must not be programs. */
export const DocumentUrls: ExactSchema<t.DocumentUrls> = record(
  () => ({
    frontDocumentUrl: maybe(StorageUrl),
    backDocumentUrl: maybe(StorageUrl),
    faceImageUrl: maybe(StorageUrl),
  }),
  { essential: { fields: [], ifPresent: ["frontDocumentUrl", "backDocumentUrl", "faceImageUrl"] } },
);

/** The document of a session. */
export const SessionDocument: ExactSchema<t.SessionDocument> = record(() => ({
  id: Text,
  type: maybe(openWord<t.DocumentCategory>()),
  category: openWord<t.DocumentCategory>(),
}));

/** The path of calls on a session. */
export const SessionPath: ExactSchema<{ sessionId: string }> = request(() => ({ sessionId: Id }));
