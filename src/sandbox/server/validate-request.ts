import type { EndpointName } from "../../contract/endpoints.js";
import type { KnownWord, Schema } from "../../contract/records/schema.js";
import { visit } from "../../contract/records/visit.js";
import type { TransactionStatus } from "../../contract/wallets/history-records.js";
import { BadRequestError, type ServiceIssue } from "../shared/service-error.js";
import { createEnumIssue, createTypeIssue, toServiceIssues } from "./to-service-issues.js";

/**
 * Validates a part of a request like the service: unknown fields and the client's own rules are
 * ignored. `wireIssues` are those that the schema cannot find, because it is the client's.
 */
export function validateRequest(
  schema: Schema | undefined,
  value: unknown,
  wireIssues: readonly ServiceIssue[] = [],
): unknown {
  const result = schema && visit(schema, value, { limit: maxIssues, isRequest: true });
  const found = result?.issues.filter(({ code, isOwn }) => !isOwn && code !== "unrecognized_keys");
  const issues = found?.flatMap(toServiceIssues) ?? [];
  const reported = new Set(issues.map(({ path }) => path[0]));
  issues.push(...wireIssues.filter(({ path }) => !reported.has(path[0])));
  if (issues.length > 0) throw new BadRequestError(issues);
  return result ? result.data : value;
}

const maxIssues = 1_000;

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

/** The statuses that the service's filter accepts, in the service's order. */
export const transactionStatuses = [
  "PROCESSING",
  "ON_BRIDGE",
  "COMPLETED",
  "FAILED",
  "PARTIALLY_COMPLETED",
] as const satisfies readonly KnownWord<TransactionStatus>[];
