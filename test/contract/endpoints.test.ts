import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { findFixture, fixtureOf, fixtures } from "../support/fixtures/index.js";
import { clientOn, recorder, testApiKey, testBaseUrl } from "../support/recorder.js";
import { contractTable } from "./contract-table.js";
import { openFixtureWorld, refusedForState } from "./fixture-world.js";

const names = endpoints.map((endpoint) => endpoint.name);
const labels = Array.from({ length: 20 }, (_, i) => `E${i + 1}`);

/** What the client holds at a dotted name. */
function memberOf(client: object, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], client);
}

describe("the list of endpoints", () => {
  it("holds 32 operations with a name, a path-and-method and a title of their own", () => {
    expect(names).toHaveLength(32);
    expect(new Set(names).size).toBe(32);
    expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(32);
    expect(new Set(endpoints.map(({ title }) => title)).size).toBe(32);
  });

  it("names E1 to E20 once each, because the contract has twenty endpoints", () => {
    const given = endpoints.flatMap((endpoint) => ("label" in endpoint ? [endpoint.label] : []));
    expect([...given].sort()).toEqual([...labels].sort());
  });

  it("is what the contract's table holds, neither more nor less", () => {
    expect(Object.keys(contractTable).sort()).toEqual([...names].sort());
  });

  it("says `contract` of E1 to E20 alone, because only their paths are promised", () => {
    for (const endpoint of endpoints)
      expect([endpoint.name, endpoint.known === "contract"]).toEqual([
        endpoint.name,
        "label" in endpoint,
      ]);
  });

  it("tells what to look up for every call that changes something, because its answer may be lost", () => {
    for (const endpoint of endpoints) {
      const lookup = "lookup" in endpoint ? endpoint.lookup : undefined;
      expect([endpoint.name, Boolean(lookup)]).toEqual([
        endpoint.name,
        endpoint.effect === "write",
      ]);
    }
  });
});

describe("what a call does to the world", () => {
  const quotes = [
    "swap.quote",
    "swap.prepareCancellation",
    "wallets.deposit",
    "fiat.quoteDeposit",
    "fiat.quoteWithdrawal",
    "lending.quote",
  ];

  it.each(endpoints)(
    "$name: reads by GET, quotes by name, and all else counts as a write",
    ({ name, method, effect }) => {
      const expected = method === "GET" ? "read" : quotes.includes(name) ? "quote" : "write";
      expect(effect).toBe(expected);
    },
  );
});

describe("fixtures", () => {
  it.each(names)("%s has one", (name) => {
    expect(findFixture(name)?.name).toBe(name);
    expect(fixtures.filter((fixture) => fixture.name === name)).toHaveLength(1);
  });

  it.each(names)("%s is a method of the client at its dotted name", (name) => {
    expect(memberOf(clientOn(recorder()), name)).toBeTypeOf("function");
  });
});

// Fixtures, because every byte that is sent is held against what was written down by hand, and every answer has every field.
describe.each(names)("%s on the wire", (name) => {
  const fixture = fixtureOf(name);
  const row = contractTable[name];

  async function send(args: readonly unknown[]) {
    const fetch = recorder([
      { json: fixture.full, status: fixture.full === undefined ? 204 : 200 },
    ]);
    await fixture.call(clientOn(fetch), args);
    expect(fetch.requests).toHaveLength(1);
    const [request] = fetch.requests;
    if (!request) expect.unreachable();
    return request;
  }

  it("has the contract's method and path", () => {
    const endpoint = endpoints.find((candidate) => candidate.name === name);
    expect(endpoint).toMatchObject({
      method: row.method,
      path: row.path,
      ...(row.label && { label: row.label }),
    });
  });

  it("goes to the contract's path with its parameters filled in", async () => {
    const request = await send(fixture.args);
    expect(request.method).toBe(row.method);
    expect(new URL(request.url).origin).toBe(testBaseUrl);
    expect(request.path).toBe(fixture.sent.path);
    const pattern = row.path.replaceAll(/\{\w+\}/g, "[^/]+");
    expect(request.path).toMatch(new RegExp(`^${pattern}$`));
  });

  it("writes its query as the service reads it", async () => {
    const request = await send(fixture.args);
    expect(request.query).toBe(fixture.sent.query ?? "");
  });

  it("carries the API key in x-api-key, and nowhere else", async () => {
    const { headers, url, body } = await send(fixture.args);
    expect(headers.get("x-api-key")).toBe(testApiKey);
    expect([...headers].filter(([, value]) => value.includes(testApiKey))).toEqual([
      ["x-api-key", testApiKey],
    ]);
    expect(`${url} ${body}`).not.toContain(testApiKey);
  });

  it("sends its body as JSON with the content type of JSON, and no body otherwise", async () => {
    const request = await send(fixture.args);
    expect(request.json).toEqual(fixture.sent.body);
    expect(request.headers.get("content-type")).toBe(
      fixture.sent.body === undefined ? null : "application/json",
    );
    expect(request.headers.get("accept")).toBe("application/json");
  });

  it("sends the headers that its options name", async () => {
    const request = await send(fixture.args);
    for (const header of ["accept-language", "x-language"]) {
      expect(request.headers.get(header)).toBe(fixture.sent.headers?.[header] ?? null);
    }
  });

  it("is taken by the sandbox as it stands, or refused for what the sandbox does not hold", async () => {
    const { sandbox, client } = await openFixtureWorld();
    const before = sandbox.requests.length;
    const outcome = await Promise.resolve(fixture.call(client)).catch((error: unknown) => error);
    const [request, ...others] = sandbox.requests.slice(before);
    expect(others).toEqual([]);
    const { path, query, body } = fixture.sent;
    expect(request).toMatchObject({
      operation: name,
      method: row.method,
      path: query ? `${path}?${query}` : path,
      body,
    });
    const refusal = refusedForState[name];
    if (refusal)
      expect(outcome).toMatchObject({
        id: refusal.id,
        message: expect.stringMatching(refusal.message),
      });
    else expect(outcome).not.toBeInstanceOf(Error);
    expect(request?.status.toString()).toMatch(refusal ? /^4/ : /^2/);
  });

  it.each([200, 201, 202, 203])(
    "takes %i as success, because the service's codes differ from call to call",
    async (status) => {
      const answer =
        fixture.full === undefined ? { status, text: "" } : { status, json: fixture.full };
      const result = await fixture.call(clientOn(recorder([answer])));
      const items = Object.values((fixture.full ?? {}) as object).find(Array.isArray);
      const listed =
        name === "wallets.history" || name === "liquidity.pools" || name === "tokens.list";
      expect(result).toEqual(listed ? expect.objectContaining({ items }) : fixture.full);
    },
  );

  it("accepts an empty 204 only where no body is expected", async () => {
    const result = await Promise.resolve(fixture.call(clientOn(recorder([{ status: 204 }])))).catch(
      (error: unknown) => error,
    );
    if (fixture.full === undefined) expect(result).toBeUndefined();
    else {
      const unreadable = { name: "EmptyBodyError", status: 204 };
      const isWrite = endpoints.some(
        (endpoint) => endpoint.name === name && endpoint.effect === "write",
      );
      expect(result).toMatchObject(
        isWrite ? { name: "OutcomeUnknownError", cause: unreadable } : unreadable,
      );
    }
  });
});
