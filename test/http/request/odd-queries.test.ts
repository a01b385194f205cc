import { expect, test } from "vitest";
import { type Client, RequestValidationError } from "../../../src/index.js";
import { drained } from "../../support/drained.js";
import { clientOn, recorder } from "../../support/recorder.js";

const noTokens = { tokens: [], page: 1, totalPerPage: 10, total: 0 };
const get = { method: "GET", path: "/x" } as const;

test.each([null, undefined, {}])("sends no query for the query %j", async (query) => {
  const fetch = recorder(() => ({ json: noTokens }));
  const client = clientOn(fetch);
  await client.request({ method: "GET", path: "/x", query: query as never });
  await client.tokens.list(query as never).firstPage();
  expect((await drained(fetch)).map((request) => request.query)).toEqual(["", ""]);
});

test.each(["repeat", "comma"] as const)(
  "sends no parameter for a list of empty values, with arrays by %s",
  async (arrays) => {
    const fetch = recorder(() => ({ json: {} }));
    const query = { ids: [""], none: [null], empty: [] };
    await clientOn(fetch).request({ ...get, query: query as never, arrays });
    expect((await drained(fetch)).map((request) => request.query)).toEqual([""]);
  },
);

class OnlyGetters {
  get amount() {
    return "1";
  }
}
const odd: [string, unknown][] = [
  ["a text", "text"],
  ["an emoji", "😀"],
  ["a number", 5],
  ["true", true],
  ["a list", ["a"]],
  ["a promise", Promise.resolve({ search: "a" })],
  ["a Map", new Map([["search", "a"]])],
  ["URLSearchParams", new URLSearchParams("search=a")],
  ["an object whose fields are getters of its class", new OnlyGetters()],
];
test.each(odd)("rejects %s as a query, and sends nothing", async (_, query) => {
  const fetch = recorder(() => ({ json: noTokens }));
  const client = clientOn(fetch);
  for (const call of [
    () => client.tokens.list(query as never).firstPage(),
    () => client.tokens.list(query as never).toArray({ limit: 5 }),
    () => client.request({ method: "GET", path: "/x", query: query as never }),
  ]) {
    const error = await call().then(undefined, (thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error).toMatchObject({ issues: [{ path: "query", code: "invalid_type" }] });
  }
  expect(await drained(fetch)).toEqual([]);
});

test.each<[string, unknown]>([
  ["a promise", Promise.resolve({})],
  ["a Map", new Map([["amount", "1"]])],
  ["URLSearchParams", new URLSearchParams("amount=1")],
  ["an object whose fields are getters of its class", new OnlyGetters()],
])("rejects %s as a body, and sends nothing", async (_, body) => {
  const fetch = recorder(() => ({ json: {} }));
  const client = clientOn(fetch);
  for (const call of [
    () => client.swap.quote(body as never),
    () => client.request({ method: "POST", path: "/x", body }),
  ]) {
    const error = await call().then(undefined, (thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error).toMatchObject({ issues: [{ path: "body", code: "invalid_type" }] });
  }
  expect(await drained(fetch)).toEqual([]);
});

test("options in place of a query or a body are rejected with the advice where they belong", async () => {
  const { signal } = new AbortController();
  const fetch = recorder(() => ({ json: noTokens }));
  const client = clientOn(fetch);
  for (const call of [
    () => client.tokens.list({ signal } as never).firstPage(),
    () => client.fiat.createDeposit({ quoteId: "q_1", signal } as never),
  ]) {
    const error = await call().then(undefined, (thrown: unknown) => thrown);
    expect(error).toMatchObject({ issues: [{ path: expect.stringMatching(/\.signal$/) }] });
    expect((error as Error).message).toContain("pass options as the last argument");
  }
  const error = await client.tokens.list({ serach: "a" } as never).then(undefined, String);
  expect(error).toContain("is it misspelt?");
});

test.each<[string, (client: Client) => PromiseLike<unknown>, string]>([
  ["a value", ({ tokens }) => tokens.list({ search: "a\ud800" }).firstPage(), "query.search"],
  ["a custom value", ({ request }) => request({ ...get, query: { a: "\udc00" } }), "query.a"],
  [
    "an item",
    ({ request }) => request({ ...get, query: { a: ["b", "\ud800", "\udc00"] } }),
    "query.a",
  ],
  ["a name", ({ request }) => request({ ...get, query: { "a\ud800": 1 } }), "query.a\ud800"],
  [
    "an extra value",
    ({ tokens }) => tokens.list({}, { extraQuery: { a: "\ud800" } }).firstPage(),
    "query.a",
  ],
])(
  "rejects lone surrogates, which no URL can contain, and sends nothing: %s",
  async (_, call, path) => {
    const fetch = recorder(() => ({ json: noTokens }));
    const error = await call(clientOn(fetch)).then(undefined, (thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error).toMatchObject({
      issues: [{ path, code: "invalid_query", expected: "well-formed Unicode" }],
    });
    expect(await drained(fetch)).toEqual([]);
  },
);

const numbers = [
  [1e-7, "0.0000001"],
  [1e21, "1000000000000000000000"],
  [-1.5e-7, "-0.00000015"],
  [1.25e22, "12500000000000000000000"],
  [Number.MAX_SAFE_INTEGER, "9007199254740991"],
  [0.1, "0.1"],
  [-0, "0"],
] as const;

test.each(numbers)(
  "sends the number %d in a query as the plain decimal %s",
  async (number, text) => {
    const fetch = recorder(() => ({ json: {} }));
    const query = { price: number, list: [number], text: "1e-7" };
    await clientOn(fetch).request({ ...get, query });
    expect(fetch.requests[0]?.query).toBe(`price=${text}&list=${text}&text=1e-7`);
  },
);

test("sends every number in a query without an exponent and without losing digits", async () => {
  const fetch = recorder(() => ({ json: {} }));
  const client = clientOn(fetch);
  for (let exponent = -323; exponent <= 308; exponent++) {
    const number = Number(`1.7976931348623157e${exponent}`);
    await client.request({ ...get, query: { number } });
    const sent = new URLSearchParams(fetch.requests.at(-1)?.query).get("number") ?? "";
    expect(sent).toMatch(/^\d+(\.\d*[1-9])?$/);
    expect(Number(sent)).toBe(number);
  }
});
