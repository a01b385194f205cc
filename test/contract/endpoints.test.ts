import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import * as contract from "../../src/contract/index.js";
import { toZod } from "../../src/contract/records/to-zod.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { fixtures } from "../support/fixtures/index.js";
import { clientOn, recorder, testApiKey, testBaseUrl } from "../support/recorder.js";
import { openFixtureWorld } from "./fixture-world.js";

const all: readonly Endpoint[] = endpoints;

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
    expect(fetch.requests).toHaveLength(1);
    const [request] = fetch.requests;
    if (!request) expect.unreachable();
    return request;
  }

  let usual: ReturnType<typeof send> | undefined;
  /** The request of a usual call, sent once. */
  const sendUsual = () => {
    usual ??= send(fixture.args);
    return usual;
  };

  it("has the method, path, label and effect of the contract", () => {
    expect(endpoint).toMatchObject({
      method: fixture.method,
      path: fixture.path,
      effect: fixture.effect,
    });
    expect(endpoint?.label).toBe(fixture.label);
  });

  it("is a read if and only if its method is GET", () => {
    expect(endpoint?.effect === "read").toBe(endpoint?.method === "GET");
  });

  it("is known from the contract if and only if it has a label", () => {
    expect(endpoint?.known === "contract").toBe(fixture.label !== undefined);
  });

  it("names what to look up after a lost response if and only if it is a write", () => {
    expect(Boolean(endpoint?.lookup)).toBe(fixture.effect === "write");
  });

  it("has pages if and only if it is a listing", () => {
    expect(endpoint?.paging?.items).toBe(fixture.list);
  });

  it("is a method of the client at its dotted name", () => {
    expect(memberOf(clientOn(recorder()), name)).toBeTypeOf("function");
  });

  it("sends the method and path of the contract", async () => {
    const request = await sendUsual();
    expect(request.method).toBe(fixture.method);
    expect(new URL(request.url).origin).toBe(testBaseUrl);
    expect(request.path).toBe(fixture.sent.path);
    const pattern = fixture.path.replaceAll(/\{\w+\}/g, "[^/]+");
    expect(request.path).toMatch(new RegExp(`^${pattern}$`));
  });

  it("sends its query", async () => {
    const request = await sendUsual();
    expect(request.query).toBe(fixture.sent.query ?? "");
  });

  it("sends the API key in x-api-key only", async () => {
    const { headers, url, body } = await sendUsual();
    expect(headers.get("x-api-key")).toBe(testApiKey);
    expect([...headers].filter(([, value]) => value.includes(testApiKey))).toEqual([
      ["x-api-key", testApiKey],
    ]);
    expect(`${url} ${body}`).not.toContain(testApiKey);
  });

  it("sends its body as JSON, with the content type only if there is a body", async () => {
    const request = await sendUsual();
    expect(request.json).toEqual(fixture.sent.body);
    expect(request.headers.get("content-type")).toBe(
      fixture.sent.body === undefined ? null : "application/json",
    );
    expect(request.headers.get("accept")).toBe("application/json");
  });

  it("sends the headers that its options name", async () => {
    const request = await sendUsual();
    for (const header of ["accept-language", "x-language"]) {
      expect(request.headers.get(header)).toBe(fixture.sent.headers?.[header] ?? null);
    }
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
