import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import * as contract from "../../src/contract/index.js";
import { toZod } from "../../src/contract/records/to-zod.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { recallRequest } from "../../src/contract/shared/remembered-requests.js";
import { drained } from "../support/drained.js";
import { fixtures } from "../support/fixtures/index.js";
import { clientOn, recorder, testApiKey, testBaseUrl } from "../support/recorder.js";
import { openFixtureWorld } from "./fixture-world.js";

const all: readonly Endpoint[] = endpoints;

/** Its response is signed, or compared with what is signed. */
const signed = [
  ...["swap.quote", "lending.quote", "fiat.quoteWithdrawal", "fiat.createWithdrawalV1"],
  ...["createWithSwap", "create", "rebalance", "change", "collectFees"].map(
    (method) => `liquidity.${method}`,
  ),
  ...["operations.transfer", "operations.batch", "operations.custom"],
];

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "path" in value && "effect" in value;
}

/** The member of the client at a dotted name. */
function memberOf(client: object, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], client);
}

describe("the list of endpoints", () => {
  it("contains every operation of the fixtures once, and no other", () => {
    expect(all.map(({ name }) => name).sort()).toEqual(fixtures.map(({ name }) => name).sort());
  });

  it("contains every endpoint value of the contract", () => {
    const exported = Object.values(contract).filter(isEndpoint);
    expect(exported).not.toHaveLength(0);
    expect(new Set(exported)).toEqual(new Set(all));
  });

  it("has a Zod schema of every query, body and response", () => {
    const exported = new Set<unknown>(Object.values(contract));
    const parts = all.flatMap(({ name, query, body, response }) =>
      Object.entries({ query, body, response }).map(([part, schema]) => ({
        place: `${name} ${part}`,
        schema,
      })),
    );
    const missing = parts.filter(({ schema }) => schema && !exported.has(toZod(schema)));
    // An empty object has no name.
    expect(missing.map(({ place }) => place)).toEqual(["swap.prepareCancellation body"]);
  });

  it("has no name, route or title twice", () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  });

  it("has the contract's labels from E1 without a gap", () => {
    const labels = all.flatMap(({ label }) => (label === undefined ? [] : [label]));
    expect(labels).not.toHaveLength(0);
    expect([...labels].sort()).toEqual(labels.map((_, i) => `E${i + 1}`).sort());
  });
});

describe.each(fixtures)("$name", (fixture) => {
  const { name } = fixture;
  const endpoint = all.find((candidate) => candidate.name === name);

  async function send(args: readonly unknown[]) {
    const json = args === fixture.minimalArgs ? fixture.minimal : fixture.full;
    const fetch = recorder([{ json, status: json === undefined ? 204 : 200 }]);
    await fixture.call(clientOn(fetch), args);
    expect(await drained(fetch)).toHaveLength(1);
    const [request] = fetch.requests;
    if (!request) expect.unreachable();
    return request;
  }

  it("has the method, path, label and effect of the contract", () => {
    expect(endpoint).toMatchObject({
      method: fixture.method,
      path: fixture.path,
      effect: fixture.effect,
    });
    expect(endpoint?.label).toBe(fixture.label);
    expect(endpoint?.effect === "read").toBe(endpoint?.method === "GET");
    expect(endpoint?.known === "contract").toBe(fixture.label !== undefined);
    // What to look up after a lost response.
    expect(Boolean(endpoint?.lookup)).toBe(fixture.effect === "write");
    expect(endpoint?.paging?.items).toBe(fixture.list);
  });

  it("is a method of the client at its dotted name", () => {
    expect(memberOf(clientOn(recorder()), name)).toBeTypeOf("function");
  });

  it("sends the request of the contract, and the API key in x-api-key only", async () => {
    const { method, url, path, query, headers, json, body } = await send(fixture.args);
    const { sent } = fixture;
    expect({ method, path, query, json }).toEqual({
      method: fixture.method,
      path: sent.path,
      query: sent.query ?? "",
      json: sent.body,
    });
    expect(new URL(url).origin).toBe(testBaseUrl);
    expect(path).toMatch(new RegExp(`^${fixture.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`));
    const expected: Record<string, string> = {
      accept: "application/json",
      "x-api-key": testApiKey,
      ...(sent.body !== undefined && { "content-type": "application/json" }),
      ...sent.headers,
    };
    for (const name of [...Object.keys(expected), "content-type", "accept-language", "x-language"])
      expect(headers.get(name), name).toBe(expected[name] ?? null);
    const withKey = [...headers].filter(([, value]) => value.includes(testApiKey));
    expect(withKey.map(([name]) => name)).toEqual(["x-api-key"]);
    expect(`${url} ${body}`).not.toContain(testApiKey);
  });

  it("sends its required fields without adding defaults", async () => {
    const { json, query } = await send(fixture.minimalArgs);
    const body = fixture.minimalArgs.find((argument) => typeof argument === "object");
    const sent = fixture.minimalSent ?? { body };
    expect([json, query]).toEqual([sent.body, sent.query ?? ""]);
  });

  it("gets the documented result from the sandbox", async () => {
    const { sandbox, client } = await openFixtureWorld();
    const before = sandbox.requests.length;
    const outcome = await Promise.resolve(fixture.call(client)).catch((error: unknown) => error);
    const [request, ...others] = sandbox.requests.slice(before);
    expect(others).toEqual([]);
    const { path, query, body } = fixture.sent;
    expect(request).toMatchObject({
      operation: name,
      method: fixture.method,
      path: query ? `${path}?${query}` : path,
      body,
    });
    const refusal = fixture.refusedInSandbox;
    if (refusal)
      expect(outcome).toMatchObject({
        id: refusal.id,
        message: expect.stringMatching(refusal.message),
      });
    else expect(outcome).not.toBeInstanceOf(Error);
    expect(request?.status.toString()).toMatch(refusal ? /^4/ : /^2/);
  });

  it("is remembered with its request if and only if it is signed", async () => {
    const { full: json } = fixture;
    const reply = json === undefined ? { status: 204 } : { json };
    const response = await fixture.call(clientOn(recorder([reply])));
    expect(recallRequest(response)?.operation).toBe(signed.includes(name) ? name : undefined);
  });

  it.each([200, 201, 202, 203])("accepts the status %i as success", async (status) => {
    const { full, list } = fixture;
    const reply = full === undefined ? { status, text: "" } : { status, json: full };
    const result = await fixture.call(clientOn(recorder([reply])));
    const expected = list
      ? expect.objectContaining({ items: (full as unknown as Record<string, unknown>)[list] })
      : full;
    expect(result).toEqual(expected);
  });

  it("accepts an empty 204 if and only if it expects no body", async () => {
    const result = await Promise.resolve(fixture.call(clientOn(recorder([{ status: 204 }])))).catch(
      (error: unknown) => error,
    );
    const emptyBody = { name: "EmptyBodyError", status: 204 };
    if (fixture.full === undefined) expect(result).toBeUndefined();
    else if (fixture.effect === "write")
      expect(result).toMatchObject({ name: "OutcomeUnknownError", cause: emptyBody });
    else expect(result).toMatchObject(emptyBody);
  });
});
