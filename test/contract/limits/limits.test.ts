import { describe, expect, test } from "vitest";
import type { EndpointName } from "../../../src/contract/endpoints.js";
import { RequestValidationError } from "../../../src/index.js";
import { drained } from "../../support/drained.js";
import { fixtureOf } from "../../support/fixtures/index.js";
import { clientOn, type Recorded, recorder } from "../../support/recorder.js";
import { type Change, changedArgs, parameter } from "../rules/refuse.js";
import { type Limits, published, table } from "./table.js";
import type { Probe } from "./values.js";

const change = (field: string, { value, beside }: Probe): Change =>
  field === "path" ? parameter(value) : { ...beside, [field]: value };

/** The only request of a call, or the issues of the refusal. */
async function send(name: EndpointName, args: readonly unknown[]) {
  const fetch = recorder(() => ({ json: fixtureOf(name).full as unknown }));
  const call = Promise.resolve(fixtureOf(name).call(clientOn(fetch, { validation: "off" }), args));
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, requests: fetch.requests };
}

/** The value of a field as it was sent. */
function readSent({ method, json, query, path }: Recorded, field: string): unknown {
  if (field === "path") return decodeURIComponent(path);
  if (method !== "GET") return (json as Record<string, unknown>)[field];
  return new URLSearchParams(query).getAll(field).join(",");
}

const asSent = (method: string, value: unknown) => (method === "GET" ? String(value) : value);

async function expectAllowed(name: EndpointName, field: string, probe: Probe): Promise<void> {
  const { error, requests } = await send(name, changedArgs(name, change(field, probe)));
  expect(error).not.toBeInstanceOf(RequestValidationError);
  expect(await drained({ requests })).toHaveLength(1);
  const [request] = requests as [Recorded];
  const sent = readSent(request, field);
  if (field === "path") expect(sent).toContain(String(probe.value));
  else expect(sent).toEqual(asSent(request.method, probe.value));
}

async function expectRefused(name: EndpointName, args: readonly unknown[]): Promise<void> {
  const { error, requests } = await send(name, args);
  expect(await drained({ requests })).toEqual([]);
  expect(error).toBeInstanceOf(RequestValidationError);
}

/** docs/decisions.md: null, and in a query an empty text or list, mean "not given". */
function meansNotGiven(name: EndpointName, value: unknown): boolean {
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  return value === null || (fixtureOf(name).route.startsWith("GET") && isEmpty);
}

async function expectLeftOut(name: EndpointName, field: string, args: readonly unknown[]) {
  const { requests } = await send(name, args);
  expect(await drained({ requests })).toHaveLength(1);
  expect(readSent(requests[0] as Recorded, field) ?? "").toBe("");
}

const show = ({ value, beside }: Probe) =>
  `${typeof value} ${JSON.stringify(value) ?? value}${beside ? ` beside ${JSON.stringify(beside)}` : ""}`;

const all = [...table, ...published];
const probes = all.flatMap(({ label, operation, fields }) =>
  Object.entries(fields).flatMap(([field, { allowed, refused }]) => [
    ...allowed.map((probe) => ({ label, operation, field, probe, isAllowed: true })),
    ...refused.map((probe) => ({ label, operation, field, probe, isAllowed: false })),
  ]),
);

test("the tables have every endpoint of the contract, and a value that is refused for each field", () => {
  expect(table.map(({ label }) => label)).toEqual(
    Array.from({ length: 20 }, (_, i) => `E${i + 1}`),
  );
  for (const { fields } of all)
    for (const [field, { allowed, refused }] of Object.entries(fields)) {
      expect(allowed, field).not.toHaveLength(0);
      expect(refused, field).not.toHaveLength(0);
    }
  expect(probes.length).toBeGreaterThan(860);
});

describe.each(all)("$label, $operation", ({ operation, required, fields }: Limits) => {
  for (const [field, { allowed, refused }] of Object.entries(fields)) {
    const isOptional = !required.includes(field) && field !== "path";
    for (const probe of allowed)
      test(`sends ${field} as it is: ${show(probe)}`, () => expectAllowed(operation, field, probe));
    for (const probe of refused) {
      const args = changedArgs(operation, change(field, probe));
      if (isOptional && meansNotGiven(operation, probe.value))
        test(`sends no ${field}: ${show(probe)}`, () => expectLeftOut(operation, field, args));
      else test(`refuses ${field}: ${show(probe)}`, () => expectRefused(operation, args));
    }
  }

  for (const field of required)
    test(`refuses a request without ${field}`, () =>
      expectRefused(operation, changedArgs(operation, { [field]: undefined })));

  test("sends a request with the required fields only", async () => {
    const { error, requests } = await send(operation, fixtureOf(operation).minimalArgs);
    expect(error).not.toBeInstanceOf(RequestValidationError);
    expect(await drained({ requests })).toHaveLength(1);
  });
});
