import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { fieldsOf, itemOf } from "../../src/contract/records/fields.js";
import type { Schema } from "../../src/contract/records/schema.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import type { Fixture } from "../support/fixtures/fixture.js";
import { fixtures } from "../support/fixtures/index.js";
import { hash, signature } from "../support/fixtures/values.js";
import { clientOn, type Recorded, recorder } from "../support/recorder.js";
import { changedArgs, refusalOf } from "./rules/refuse.js";
import { display, type Path, withValue } from "./walk.js";

interface OptionalField {
  readonly path: Path;
  /** Null is a value of the field. */
  readonly keepsNull: boolean;
}

/** The optional fields of a request schema. In a list, of its first item. */
function optionalFields(schema: Schema, at: Path = []): OptionalField[] {
  const item = itemOf(schema);
  if (item) return optionalFields(item, [...at, 0]);
  return fieldsOf(schema).flatMap(({ name, inner, isOptional, keepsNull }) => {
    const path = [...at, name];
    return [...(isOptional ? [{ path, keepsNull }] : []), ...optionalFields(inner, path)];
  });
}

async function send(fixture: Fixture, args: readonly unknown[]): Promise<Recorded> {
  const { minimal, call } = fixture;
  const fetch = recorder([minimal === undefined ? { status: 204 } : { json: minimal }]);
  await call(clientOn(fetch), args);
  return fetch.requests[0] as Recorded;
}

/** The place of the request in the arguments, or of a missing one. */
function requestPlace({ minimalArgs, args }: Fixture): number {
  const isRequest = (argument: unknown) => typeof argument === "object";
  return Math.max(minimalArgs.findIndex(isRequest), args.findIndex(isRequest));
}

/** A copy of arguments with null in a field, and in nothing else that is a bigint or a date. */
function withNull(args: readonly unknown[], place: number, path: Path): unknown[] {
  const copy = [...args];
  copy[place] = withValue(args[place] ?? {}, path, null);
  return copy;
}

const rows = fixtures.flatMap((fixture) => {
  const endpoint = (endpoints as readonly Endpoint[]).find(({ name }) => name === fixture.name);
  const parts = [endpoint?.query, endpoint?.body].flatMap((schema) => schema ?? []);
  return parts.flatMap((schema) =>
    optionalFields(schema).map((field) => ({ ...field, fixture, shown: display(field.path) })),
  );
});

/** Alternatives of which one must be given. Without it, the request is invalid. */
const alternatives = /^change\.|^(?:supply|borrow|repay|withdraw)$|^userOperationHash$/;
const direct = rows.filter(({ shown, keepsNull }) => !alternatives.test(shown) && !keepsNull);
const kept = rows.filter(({ keepsNull }) => keepsNull);

describe("null in an optional field of a request", () => {
  it("is tested for every operation with optional fields", () => {
    expect(new Set(rows.map(({ fixture }) => fixture.name)).size).toBeGreaterThan(14);
    expect(direct.length).toBeGreaterThan(60);
  });

  it.each(direct)("is the same as no field: $fixture.name, $shown", async ({ fixture, path }) => {
    const place = requestPlace(fixture);
    const isNested = path.length > 1;
    const given = isNested ? fixture.args : fixture.minimalArgs;
    const nulled = await send(fixture, withNull(given, place, path));
    const bare = isNested ? withNull(given, place, path) : fixture.minimalArgs;
    const dropped = JSON.parse(
      JSON.stringify(bare, (_, value) => (value === null ? undefined : value)),
    );
    const expected = await send(fixture, isNested ? dropped : fixture.minimalArgs);
    expect([nulled.json, nulled.query]).toEqual([expected.json, expected.query]);
    expect(nulled.body ?? "").not.toContain("null");
  });

  it("is a value of few fields", () => {
    expect(kept.map(({ fixture, shown }) => `${fixture.name} ${shown}`).sort()).toEqual([
      "fiat.quoteWithdrawal transactionFeePercent",
      "operations.transfer transactionFeePercent",
      "swap.quote individualId",
      "swap.quote transactionFeePercent",
    ]);
  });

  it.each(kept)("is sent if it is a value: $fixture.name, $shown", async ({ fixture, path }) => {
    const { json } = await send(fixture, withNull(fixture.minimalArgs, 0, path));
    const { json: bare } = await send(fixture, fixture.minimalArgs);
    expect(json).toEqual({ ...(bare as object), [String(path[0])]: null });
    expect(bare).not.toHaveProperty(String(path[0]));
  });

  it("does not change the caller's object", async () => {
    const fixture = fixtures.find(({ name }) => name === "swap.quote") as Fixture;
    const request = { ...(fixture.minimalArgs[0] as object), metadata: null, slippage: null };
    await send(fixture, [Object.freeze(request)]);
    expect(request).toMatchObject({ metadata: null, slippage: null });
  });

  const accepted = [
    ["swap.quote", { minAmountOut: null, expiration: null, partialFillable: null }],
    ["wallets.register", { eip7702: true, salt: null, metadata: null }],
    ["wallets.check", { eip7702: true, salt: null }],
    ["lending.quote", { supply: null, borrow: null }],
    ["liquidity.change", { change: { percentage: 1, token0: null, token1Amount: null } }],
    ["operations.execute", { authorization: null, quoteId: null }],
    ["operations.execute", { userOperationHash: null, quoteId: hash, signature }],
    ["wallets.history", { metadataKey: null, metadataValue: null, createdAtOldest: null }],
  ] as const;
  it.each(accepted)("is no value for the rules of %s: %j", async (name, change) => {
    const fixture = fixtures.find((found) => found.name === name) as Fixture;
    const { body, query } = await send(fixture, changedArgs(name, change));
    expect(`${body}${query}`).not.toContain("null");
  });

  it("stays in metadata and in fields that the contract does not know", async () => {
    const wrong = changedArgs("swap.quote", { metadata: { order: null } });
    expect((await refusalOf("swap.quote", wrong)).issues).toHaveLength(1);
    const fixture = fixtures.find(({ name }) => name === "fiat.createWithdrawal") as Fixture;
    const paymentMethod = { type: "ADDED_LATER", memo: null };
    const { json } = await send(fixture, [{ quoteId: "q", paymentMethod }]);
    expect(json).toEqual({ quoteId: "q", paymentMethod });
  });
});
