import { inspect } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { drained } from "../../support/drained.js";
import { inBrowser } from "../../support/in-browser.js";
import { json, type Loopback, type Reply, serve } from "../../support/loopback.js";
import { flushUnhandled, watchUnhandled } from "../../support/unhandled.js";
import { clientFor, failure, listedToken } from "../test-client.js";

/** Tokens 1 to `total`, paged like the service does, with at most `most` items per page. */
function tokens(total: number, most = 100, stated: number | undefined = total): Reply {
  return (exchange) => {
    const { query } = exchange.request;
    const size = Math.min(most, Number(query.get("perPage") ?? 10));
    const first = (Number(query.get("page") ?? 1) - 1) * size;
    const count = Math.max(0, Math.min(size, total - first));
    const items = Array.from({ length: count }, (_, i) => listedToken(`t${first + i + 1}`));
    return json({ tokens: items, page: 1, totalPerPage: size, total: stated })(exchange);
  };
}

const sizesOf = (server: Loopback, name: string) =>
  server.requests.map((request) => request.query.get(name));

async function addressesOf(items: AsyncIterable<{ address: string }>): Promise<string[]> {
  const addresses: string[] = [];
  for await (const { address } of items) addresses.push(address);
  return addresses;
}

describe("awaiting a listing", () => {
  test("returns the first page, with the service's default size", async () => {
    const server = await serve(tokens(25));
    const page = await clientFor(server).tokens.list();
    expect(page.items).toHaveLength(10);
    expect(page.total).toBe(25);
    expect(sizesOf(server, "perPage")).toEqual([null]);
  });

  test("sends one request per listing, shared with firstPage", async () => {
    const server = await serve(tokens(25));
    const list = clientFor(server).tokens.list();
    const pages = await Promise.all([list, list.firstPage(), list]);
    expect(new Set(pages).size).toBe(1);
    expect((await list.withResponse()).data).toBe(await list);
    expect(await drained(server)).toHaveLength(1);
  });

  test("sends nothing before it is awaited", async () => {
    const server = await serve(tokens(25));
    const client = clientFor(server);
    client.tokens.list();
    // A request of that listing would arrive before this one.
    await client.tokens.list({ perPage: 3 });
    expect(sizesOf(server, "perPage")).toEqual(["3"]);
  });

  test("makes a failed request again", async () => {
    const server = await serve([json({ id: "BAD_REQUEST" }, 400), tokens(1)]);
    const list = clientFor(server).tokens.list();
    expect(await failure(list)).toMatchObject({ id: "BAD_REQUEST" });
    expect((await list).items).toHaveLength(1);
  });

  test("rejects once, for catch, finally and then alike", async () => {
    const unhandled: unknown[] = [];
    onTestFinished(watchUnhandled((reason) => unhandled.push(reason)));
    const list = () => clientFor(server).tokens.list();
    const server = await serve(json({ id: "BAD_REQUEST" }, 400));
    const seen: string[] = [];
    await list().catch(() => seen.push("catch"));
    await list().then(undefined, () => seen.push("then"));
    await failure(list().finally(() => seen.push("finally")));
    await flushUnhandled(unhandled);
    expect(seen).toEqual(["catch", "then", "finally"]);
    expect(unhandled).toEqual([]);
  });
});

describe("iterating a listing", () => {
  test("keeps the meaning of a page number without a size", async () => {
    const server = await serve(tokens(25));
    const addresses = await addressesOf(clientFor(server).tokens.list({ page: 2 }));
    expect(addresses[0]).toBe("t11");
    expect(addresses).toHaveLength(15);
  });
});

describe("a page", () => {
  test("iterates its items, and with `for await` all further ones", async () => {
    const server = await serve(tokens(25));
    const page = await clientFor(server).tokens.list();
    expect([...page]).toEqual(page.items);
    expect(await drained(server)).toHaveLength(1);
    const addresses = await addressesOf(page);
    expect(addresses).toEqual(Array.from({ length: 25 }, (_, i) => `t${i + 1}`));
    expect(sizesOf(server, "page")).toEqual([null, "2", "3"]);
  });

  test("stops iterating at an abort, and detects that the service repeats it", async () => {
    const server = await serve(tokens(25));
    const controller = new AbortController();
    const page = await clientFor(server).tokens.list({}, { signal: controller.signal });
    const seen: string[] = [];
    const read = async () => {
      for await (const { address } of page) if (seen.push(address) === 2) controller.abort();
    };
    expect(await failure(read())).toMatchObject({ name: "AbortedError" });
    expect(seen).toHaveLength(2);
    const stuck = await serve(
      json({ tokens: [listedToken("a"), listedToken("b")], page: 1, totalPerPage: 2, total: 9 }),
    );
    const first = await clientFor(stuck).tokens.list({ perPage: 2 });
    expect(await failure(addressesOf(first))).toMatchObject({ name: "PaginationError" });
    expect(await drained(stuck)).toHaveLength(2);
  });

  test("is plain data in JSON, comparisons and copies", async () => {
    const server = await serve(tokens(1));
    const page = await clientFor(server).tokens.list();
    const data = { items: [listedToken("t1")], cursor: undefined, total: 1, traceId: undefined };
    expect(page).toEqual(data);
    expect(structuredClone(page)).toEqual(data);
    expect(Object.keys(page)).toEqual(["items", "cursor", "total", "traceId"]);
  });
});

// The tests in pages replace `inspect`.
describe.skipIf(inBrowser)("console.log", () => {
  test("names a listing by its operation", async () => {
    const list = clientFor(await serve(tokens(1))).tokens.list();
    expect(inspect(list)).toBe("Pages<tokens.list>");
    expect(String(list)).toBe("[object Pages<tokens.list>]");
  });

  test("shows a page as data", async () => {
    const text = inspect(await clientFor(await serve(tokens(1))).tokens.list());
    expect(text).toMatch(/items: \[\s*\{\s*id: 't1',\s*address: 't1',/);
    expect(text).not.toContain("Symbol");
  });

  test("shows a client's base URL, whether it has a key, and its methods", async () => {
    const server = await serve(tokens(1));
    const text = inspect(clientFor(server, { apiKey: "secret-key-1234" }));
    expect(text).toContain(server.url);
    expect(text).toContain("apiKey: 'set'");
    expect(text).toMatch(/tokens: '[\w, ]*\blist\b/);
    expect(text).toContain("individual: { standard: { create, get, process }");
    expect(text).not.toContain("secret-key-1234");
    expect(text).not.toContain("function");
    expect(inspect(clientFor(server, { apiKey: null }))).toContain("apiKey: 'none'");
  });
});
