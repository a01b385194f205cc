import { inspect } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { inBrowser } from "../../support/in-browser.js";
import { json, type Loopback, type Reply, serve } from "../../support/loopback.js";
import { flushUnhandled, watchUnhandled } from "../../support/unhandled.js";
import {
  clientFor,
  failure,
  listedPool,
  listedToken,
  transaction,
  wallet,
} from "../test-client.js";

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

const history: Reply = (exchange) => {
  const isFirst = exchange.request.query.get("lastId") === null;
  const id = isFirst ? "a" : "b";
  return json({ transactions: [transaction(id)], nextLastId: isFirst ? "p1" : null })(exchange);
};

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
    expect(server.requests).toHaveLength(1);
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
  test("uses the largest page size that the service allows", async () => {
    const server = await serve(tokens(2_019));
    expect(await addressesOf(clientFor(server).tokens.list())).toHaveLength(2_019);
    expect(server.requests).toHaveLength(21);
    expect(new Set(sizesOf(server, "perPage"))).toEqual(new Set(["100"]));
  });

  test("uses the largest size for pools and for the history", async () => {
    const pools = await serve(json({ pools: [] }));
    for await (const _ of clientFor(pools).liquidity.pools());
    expect(sizesOf(pools, "take")).toEqual(["50"]);
    const records = await serve(history);
    for await (const _ of clientFor(records).wallets.history(wallet));
    expect(sizesOf(records, "take")).toEqual(["100", "100"]);
  });

  test("keeps a size that is given", async () => {
    const server = await serve(tokens(25));
    await addressesOf(clientFor(server).tokens.list({ perPage: 20 }));
    expect(sizesOf(server, "perPage")).toEqual(["20", "20"]);
  });

  test("keeps the meaning of a page number without a size", async () => {
    const server = await serve(tokens(25));
    const addresses = await addressesOf(clientFor(server).tokens.list({ page: 2 }));
    expect(addresses[0]).toBe("t11");
    expect(addresses).toHaveLength(15);
  });

  test.each([2, 10, 25, 50])(
    "returns every item of a service that limits its pages to %i items",
    async (most) => {
      const limited = await serve(tokens(120, most));
      expect(await addressesOf(clientFor(limited).tokens.list())).toHaveLength(120);
      const untold = await serve(tokens(120, most, Number.NaN));
      const found = await addressesOf(clientFor(untold).tokens.list());
      if (most >= 10) expect(found).toHaveLength(120);
    },
  );

  test.each([10, 25, 49])("returns every pool if pages are limited to %i pools", async (most) => {
    const server = await serve((exchange) => {
      const { query } = exchange.request;
      const offset = Number(query.get("offset") ?? 0);
      const count = Math.max(0, Math.min(most, Number(query.get("take") ?? 10), 120 - offset));
      const pools = Array.from({ length: count }, (_, i) => listedPool(`137-${offset + i}`));
      return json({ pools })(exchange);
    });
    const seen = new Set<unknown>();
    for await (const { id } of clientFor(server).liquidity.pools()) seen.add(id);
    expect(seen.size).toBe(120);
  });

  test("requests no more items than toArray needs", async () => {
    const server = await serve(tokens(2_019));
    expect(await clientFor(server).tokens.list().toArray({ limit: 3 })).toHaveLength(3);
    expect(await clientFor(server).tokens.list().toArray({ limit: 150 })).toHaveLength(150);
    expect(sizesOf(server, "perPage")).toEqual(["3", "100", "100"]);
  });
});

describe("a page", () => {
  test("iterates its items, and with `for await` all further ones", async () => {
    const server = await serve(tokens(25));
    const page = await clientFor(server).tokens.list();
    expect([...page]).toEqual(page.items);
    expect(server.requests).toHaveLength(1);
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
    expect(stuck.requests).toHaveLength(2);
  });

  test("is plain data in JSON, comparisons and copies", async () => {
    const server = await serve(tokens(1));
    const page = await clientFor(server).tokens.list();
    const data = { items: [listedToken("t1")], cursor: undefined, total: 1, traceId: undefined };
    expect(page).toEqual(data);
    expect(structuredClone(page)).toEqual(data);
    expect(Object.keys(page)).toEqual(["items", "cursor", "total", "traceId"]);
  });

  test("has a cursor with its size, which resumes there after JSON", async () => {
    const server = await serve(tokens(25));
    const client = clientFor(server);
    const page = await client.tokens.list();
    expect(page.cursor).toEqual({ page: 2, perPage: 10 });
    const saved = JSON.parse(JSON.stringify(page.cursor));
    expect(await addressesOf(client.tokens.list(saved))).toHaveLength(15);
    for await (const { cursor } of client.tokens.list({ perPage: 20 }).pages()) {
      expect(cursor).toEqual({ page: 2, perPage: 20 });
      break;
    }
    const records = await clientFor(await serve(history)).wallets.history(wallet, { take: 1 });
    expect(records.cursor).toEqual({ lastId: "p1", take: 1 });
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
