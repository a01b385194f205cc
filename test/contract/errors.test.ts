import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { errorCatalogue, errorFacts } from "../../src/contract/shared/error-catalogue.js";
import { errorsOf, fixtures, parseError } from "../support/fixtures/index.js";

interface Expected {
  readonly statuses: Set<number>;
  readonly retryable: Set<boolean>;
}

/** Ids of no operation in the fixtures: the service was seen to send them. */
const seenElsewhere: readonly (readonly [id: string, statuses: number[], mark?: "retryable"])[] = [
  ["BAD_REQUEST", [400]],
  ["UNAUTHORIZED_EXCEPTION", [401]],
  ["HTTP_EXCEPTION", [403, 404]],
  ["NOT_ALLOWED", [403]],
  ["WALLET_NOT_FOUND", [404]],
  ["INVALID_TAX_EXPORT_SCHEDULE_TIMEZONE", [400]],
  ["TAX_EXPORT_SCHEDULE_ALREADY_EXISTS", [409]],
  ["FAILED_TO_PUBLISH_TAX_EXPORT_SCHEDULE_MESSAGE", [500]],
  ["INTERNAL_SERVER_ERROR", [], "retryable"],
];

/** Ids that were seen without their status. The fixtures use a status that fits. */
const withoutStatus = ["INDIVIDUAL_NOT_FOUND", "FAILED_TO_GET_BALANCES", "INTERNAL_SERVER_ERROR"];

// The contract's own catalogue has the ids of the labelled operations only.
const labelled = fixtures.filter(({ label }) => label !== undefined);
const ofContract = new Set(
  labelled.flatMap(({ errors }) => errors).map((text) => parseError(text).id),
);

const expected = new Map<string, Expected>();
for (const [id, statuses, mark] of seenElsewhere)
  expected.set(id, { statuses: new Set(statuses), retryable: new Set([mark === "retryable"]) });
for (const { id, status, retryable } of fixtures.flatMap(errorsOf)) {
  const entry = expected.get(id) ?? { statuses: new Set(), retryable: new Set() };
  expected.set(id, entry);
  entry.statuses.add(status);
  entry.retryable.add(retryable);
}

const rows = [...expected].map(([id, entry]) => ({ id, ...entry }));
const catalogue = Object.entries(errorCatalogue);

describe("the error catalogue", () => {
  it("has the ids of the contract and the ids that were seen, and no others", () => {
    expect(rows).not.toHaveLength(0);
    expect(Object.keys(errorCatalogue).sort()).toEqual(rows.map(({ id }) => id).sort());
  });

  it.each(rows)("has the source and the status of $id", ({ id, statuses }) => {
    const facts = errorFacts(id);
    expect(facts?.source).toBe(ofContract.has(id) ? "contract" : "seen");
    expect([facts?.status].flat()).toEqual(withoutStatus.includes(id) ? [] : [...statuses]);
  });

  it.each(rows)("says whether a retry after $id can succeed", ({ id, retryable }) => {
    const facts = errorFacts(id);
    expect([facts?.retry]).toEqual([...retryable]);
    // Only a failure of the service can pass by itself.
    expect(facts?.retry === true && [facts.status].flat().some((each) => each !== 500)).toBe(false);
  });

  it("states what an id says about a write, where the status alone would mislead", () => {
    const stated = catalogue.flatMap(([id, { outcome }]) => (outcome ? [[id, outcome]] : []));
    expect(Object.fromEntries(stated)).toEqual({
      CANCEL_LIMIT_ORDER_NOT_ALLOWED: "unknown",
      FIAT_QUOTE_NOT_FOUND: "unknown",
      TAX_EXPORT_ALREADY_REQUESTED_TODAY: "unknown",
      WALLET_ALREADY_REGISTERED: "done",
      EXECUTE_USER_OP: "unknown",
      USER_OPERATION_NOT_FOUND: "unknown",
      TAX_EXPORT_SCHEDULE_ALREADY_EXISTS: "unknown",
    });
  });

  it.each(catalogue)("says what %s means and what to do next", (_, { meaning, hint }) => {
    expect(meaning.trim()).toMatch(/\w{2}/);
    expect(hint.trim()).toMatch(/^[A-Z].*\.$|^Nothing to do\.$/);
  });

  it.each([
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    "",
    "fiat_quote_expired",
    "INVALID_METADATA",
    " BAD_REQUEST",
    undefined,
  ])("does not know %j, because it compares ids exactly", (id) => {
    expect(errorFacts(id)).toBeUndefined();
  });
});

describe("an endpoint", () => {
  it.each(fixtures)("$name names its documented errors, and no others", (fixture) => {
    const named = endpoints.find(({ name }) => name === fixture.name)?.errors;
    const ids = new Set(errorsOf(fixture).map(({ id }) => id));
    expect([...(named ?? [])].sort()).toEqual([...ids].sort());
  });
});
