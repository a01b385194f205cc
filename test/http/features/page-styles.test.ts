import { describe, expect, test } from "vitest";
import { PaginationError } from "../../../src/errors/data.js";
import { json, type Loopback, type Reply, serve } from "../../support/loopback.js";
import { clientFor, failure, listedPool, listedToken, wallet } from "../test-client.js";

const token = (n: number) => listedToken(`token-${n}`);
const pool = (n: number) => listedPool(`137-${n}`);
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

function tokens(
  count: number,
  say: Record<string, unknown> | ((page: number) => Record<string, unknown>) = { total: count },
): Reply {
  return (exchange) => {
    const page = Number(exchange.request.query.get("page") ?? 1);
    const perPage = Number(exchange.request.query.get("perPage") ?? 10);
    const items = range((page - 1) * perPage, Math.min(count, page * perPage)).map(token);
    return json({ tokens: items, page, ...(typeof say === "function" ? say(page) : say) })(
      exchange,
    );
  };
}

function pools(count: number | ((request: number) => number)): Reply {
  return (exchange) => {
    const offset = Number(exchange.request.query.get("offset") ?? 0);
    const take = Number(exchange.request.query.get("take") ?? 10);
    const total = typeof count === "number" ? count : count(exchange.index);
    return json({ pools: range(offset, Math.min(total, offset + take)).map(pool) })(exchange);
  };
}

async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

const asked = (server: Loopback, name: string) =>
  server.requests.map((request) => request.query.get(name));

describe("a listing by page number", () => {
  test.each([
    [0, [null]],
    [1, [null]],
    [9, [null]],
    [11, [null, "2"]],
    [30, [null, "2", "3"]],
    [31, [null, "2", "3", "4"]],
  ])("with %i tokens returns each once and requests no extra page", async (count, pages) => {
    const server = await serve(tokens(count));
    expect(await collect(clientFor(server).tokens.list({ perPage: 10 }))).toEqual(
      range(0, count).map(token),
    );
    expect(asked(server, "page")).toEqual(pages);
  });

  test("asks once more after one full page, whose total may be that of the page", async () => {
    const server = await serve(tokens(10));
    expect(await collect(clientFor(server).tokens.list({ perPage: 10 }))).toHaveLength(10);
    expect(asked(server, "page")).toEqual([null, "2"]);
  });

  test("ends at a page that is not full, whose total is its own", async () => {
    const server = await serve(tokens(5));
    expect(await collect(clientFor(server).tokens.list({ perPage: 10 }))).toHaveLength(5);
    expect(asked(server, "page")).toEqual([null]);
  });

  test.each([
    [25, [null, "2", "3"]],
    [30, [null, "2", "3", "4"]],
  ])("returns all of %i tokens if the total is that of each page", async (count, pages) => {
    const ofPage = (page: number) => ({
      total: Math.max(0, Math.min(10, count - (page - 1) * 10)),
    });
    const server = await serve(tokens(count, ofPage));
    expect(await collect(clientFor(server).tokens.list({ perPage: 10 }))).toEqual(
      range(0, count).map(token),
    );
    expect(asked(server, "page")).toEqual(pages);
  });

  test("ends at the first incomplete page without a total", async () => {
    const server = await serve(tokens(25, {}));
    expect(await collect(clientFor(server).tokens.list({ perPage: 10 }))).toHaveLength(25);
    expect(asked(server, "page")).toEqual([null, "2", "3"]);
  });

  test("ends at an empty page after a full one without a total", async () => {
    const server = await serve(tokens(20, {}));
    expect(await collect(clientFor(server).tokens.list({ perPage: 10 }))).toHaveLength(20);
    expect(server.requests).toHaveLength(3);
  });

  test("ends at an empty page regardless of the total", async () => {
    const server = await serve(tokens(20, { total: 1_000_000 }));
    expect(await collect(clientFor(server).tokens.list({ perPage: 10 }))).toHaveLength(20);
    expect(server.requests).toHaveLength(3);
  });

  test("ends if the total shrinks", async () => {
    const server = await serve(tokens(100, (page) => ({ total: page < 3 ? 100 : 25 })));
    expect(await collect(clientFor(server).tokens.list({ perPage: 10 }))).toHaveLength(30);
    expect(server.requests).toHaveLength(3);
  });

  test("fails when the service ignores the page number", async () => {
    const server = await serve(json({ tokens: range(0, 10).map(token), total: 50 }));
    const error = await failure(collect(clientFor(server).tokens.list({ perPage: 10 })));
    expect(error).toBeInstanceOf(PaginationError);
    expect(server.requests).toHaveLength(2);
  });

  test("resumes at a page, and keeps the other parameters", async () => {
    const server = await serve(tokens(30));
    const client = clientFor(server);
    const { cursor, total } = await client.tokens.list({ search: "USD", perPage: 5 }).firstPage();
    expect([cursor, total]).toEqual([{ page: 2, perPage: 5 }, 30]);
    const rest = await collect(
      client.tokens.list({ search: "USD", perPage: 5, ...JSON.parse(JSON.stringify(cursor)) }),
    );
    expect(rest).toEqual(range(5, 30).map(token));
    expect(new Set(asked(server, "search"))).toEqual(new Set(["USD"]));
    expect(new Set(asked(server, "perPage"))).toEqual(new Set(["5"]));
  });
});

describe("a listing by offset", () => {
  test.each([
    [0, [null]],
    [9, [null]],
    [10, [null, "10"]],
    [25, [null, "10", "20"]],
  ])("with %i pools returns each once", async (count, offsets) => {
    const server = await serve(pools(count));
    expect(await collect(clientFor(server).liquidity.pools({ take: 10 }))).toEqual(
      range(0, count).map(pool),
    );
    expect(asked(server, "offset")).toEqual(offsets);
  });

  test("uses the requested page size", async () => {
    const server = await serve(pools(7));
    expect(await collect(clientFor(server).liquidity.pools({ take: 3 }))).toHaveLength(7);
    expect(asked(server, "offset")).toEqual([null, "3", "6"]);
  });

  test("ends if the list shrinks", async () => {
    const server = await serve(pools((request) => (request < 2 ? 40 : 15)));
    expect(await collect(clientFor(server).liquidity.pools({ take: 10 }))).toHaveLength(20);
    expect(server.requests).toHaveLength(3);
  });

  test("fails when the service ignores the offset", async () => {
    const server = await serve(json({ pools: range(0, 10).map(pool) }));
    expect(await failure(collect(clientFor(server).liquidity.pools({ take: 10 })))).toBeInstanceOf(
      PaginationError,
    );
    expect(server.requests).toHaveLength(2);
  });

  test("resumes at an offset", async () => {
    const server = await serve(pools(25));
    const client = clientFor(server);
    const { cursor } = await client.liquidity.pools({ take: 20 }).firstPage();
    expect(cursor).toEqual({ offset: 20, take: 20 });
    expect(await collect(client.liquidity.pools({ take: 20, ...cursor }))).toEqual(
      range(20, 25).map(pool),
    );
  });
});

test("encodes arrays by repeated keys for history, and by commas for pools", async () => {
  const server = await serve([
    json({ transactions: [] }),
    json({ transactions: [] }),
    json({ pools: [] }),
  ]);
  const client = clientFor(server);
  await client.wallets
    .history(wallet, { type: ["SWAP", "CROSS_SWAP"], chains: [1, 137] })
    .firstPage();
  await client.wallets
    .history(wallet, { type: "SWAP", status: [] as never, metadataKey: "" })
    .firstPage();
  await client.liquidity.pools({ chainIds: [1, 137], ids: ["a b", "c"] }).firstPage();
  const [many, one, commas] = server.requests;
  expect(many?.query.getAll("type")).toEqual(["SWAP", "CROSS_SWAP"]);
  expect(many?.query.getAll("chains")).toEqual(["1", "137"]);
  expect([...(one?.query.keys() ?? [])]).toEqual(["type"]);
  expect(commas?.url).toContain("chainIds=1,137");
  expect(commas?.url).toContain("ids=a%20b,c");
  expect(commas?.url).toContain("filterWhitelist=true");
});
