import type { EndpointName } from "../../contract/endpoints.js";
import type { ServiceIssue } from "../shared/service-error.js";
import { transactionStatuses } from "../wallets/transaction-words.js";
import { createEnumIssue, createTypeIssue } from "./to-service-issues.js";

type Fields = Readonly<Record<string, unknown>>;

/** The limit of metadata, in UTF-8 bytes of JSON. */
const maxMetadataBytes = 1_024;

/** Finds issues that the client's schemas accept: they convert values, and accept new words. */
export function findBodyIssues(operation: string, body: unknown): ServiceIssue[] {
  if (typeof body !== "object" || body === null) return [];
  const { salt, metadata } = body as Fields;
  const isRegistration = operation === ("wallets.register" satisfies EndpointName);
  return [
    ...(isRegistration && typeof salt === "number"
      ? [createTypeIssue(["salt"], "string", salt)]
      : []),
    ...(isTooLong(metadata) ? [createMetadataIssue()] : []),
  ];
}

/** The service lists the statuses that its filter accepts. */
export function findQueryIssues(operation: string, query: Fields): ServiceIssue[] {
  if (operation !== ("wallets.history" satisfies EndpointName)) return [];
  const given = Array.isArray(query.status) ? (query.status as unknown[]) : [];
  return given.flatMap((status, i) =>
    transactionStatuses.some((known) => known === status)
      ? []
      : [createEnumIssue(["status", i], transactionStatuses, status)],
  );
}

function isTooLong(metadata: unknown): boolean {
  if (metadata === undefined || metadata === null) return false;
  const text = typeof metadata === "string" ? metadata : JSON.stringify(metadata);
  return new TextEncoder().encode(text).byteLength > maxMetadataBytes;
}

function createMetadataIssue(): ServiceIssue {
  const message = `Metadata must contain at most ${maxMetadataBytes} bytes`;
  return { code: "custom", message, path: ["metadata"] };
}
