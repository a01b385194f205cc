import type { EndpointName } from "../../contract/endpoints.js";
import type { ServiceIssue } from "../shared/service-error.js";
import { transactionStatuses } from "../wallets/transaction-words.js";
import { createEnumIssue, createTypeIssue } from "./to-service-issues.js";

type Fields = Readonly<Record<string, unknown>>;

/** Finds issues that the client's schemas do not have, because they convert the value. */
export function findBodyIssues(operation: string, body: unknown): ServiceIssue[] {
  if (operation !== ("wallets.register" satisfies EndpointName)) return [];
  const { salt } = Object(body) as Fields;
  return typeof salt === "number" ? [createTypeIssue(["salt"], "string", salt)] : [];
}

/** The client accepts new statuses. The service lists those that its filter accepts. */
export function findQueryIssues(operation: string, query: Fields): ServiceIssue[] {
  if (operation !== ("wallets.history" satisfies EndpointName)) return [];
  const given = Array.isArray(query.status) ? (query.status as unknown[]) : [];
  return given.flatMap((status, i) =>
    transactionStatuses.some((known) => known === status)
      ? []
      : [createEnumIssue(["status", i], transactionStatuses, status)],
  );
}
