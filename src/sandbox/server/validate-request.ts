import type { core } from "zod/mini";
import type { EndpointName } from "../../contract/endpoints.js";
import type { KnownWord, Schema } from "../../contract/shared/schema.js";
import type { TransactionStatus } from "../../contract/wallets/types.js";
import { BadRequestError, type ServiceIssue } from "../shared/service-error.js";
import { createEnumIssue, createTypeIssue, toServiceIssues } from "./to-service-issues.js";

/**
 * Validates a part of a request like the service: unknown fields and the client's own rules are
 * ignored. `wireIssues` are those that the schema cannot find, because it is the client's.
 */
export function validateRequest(
  schema: Schema<unknown> | undefined,
  value: unknown,
  wireIssues: readonly ServiceIssue[] = [],
): unknown {
  const result = schema && parseKnownFields(schema, value);
  const issues = result?.issues.flatMap(toServiceIssues) ?? [];
  const reported = new Set(issues.map(({ path }) => path[0]));
  issues.push(...wireIssues.filter(({ path }) => !reported.has(path[0])));
  if (issues.length > 0) throw new BadRequestError(issues);
  return result ? result.value : value;
}

function parseKnownFields(schema: Schema<unknown>, value: unknown) {
  let known = value;
  for (;;) {
    const result = parse(schema, known);
    const unknown = result.issues.find(({ code }) => code === "unrecognized_keys");
    if (unknown?.code !== "unrecognized_keys") return result;
    known = omitKeys(known, unknown.path, unknown.keys);
  }
}

/** Not `safeParse`: it returns no value if the client has a rule that the service does not have. */
function parse(schema: Schema<unknown>, given: unknown) {
  const context = { async: false, reportInput: true } as const;
  const payload = schema._zod.run({ value: given, issues: [] }, context) as core.ParsePayload;
  const issues = payload.issues.filter(
    (issue) => !(issue.code === "custom" && issue.params?.clientRule),
  );
  return { value: payload.value, issues: issues.map(toIssue) };
}

/** Without the message, which is the client's. Zod's own function would bundle all of Zod. */
function toIssue(issue: core.$ZodRawIssue): core.$ZodIssue {
  return { ...issue, path: issue.path ?? [], message: "" } as core.$ZodIssue;
}

function omitKeys(value: unknown, path: readonly PropertyKey[], keys: readonly string[]): unknown {
  const [next, ...rest] = path;
  if (Array.isArray(value))
    return value.map((item, i) => (i === next ? omitKeys(item, rest, keys) : item));
  const entries = Object.entries(value as object);
  return Object.fromEntries(
    next === undefined
      ? entries.filter(([key]) => !keys.includes(key))
      : entries.map(([key, item]) => [key, key === next ? omitKeys(item, rest, keys) : item]),
  );
}

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
