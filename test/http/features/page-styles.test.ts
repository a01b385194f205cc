import { describe, expect, test } from "vitest";
import { PaginationError } from "../../../src/errors/data.js";
import { drained } from "../../support/drained.js";
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

async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

const asked = (server: Loopback, name: string) =>
  server.requests.map((request) => request.query.get(name));

describe("a listing by page number", () => {
  test("asks once more after one full page, whose total may be that of the page", async () => {
    const server = await serve(tokens(10));
    expect(await collect(clientFor(server).tokens.list({ perPage: 10 }))).toHaveLength(10);
    expect(asked(server, "page")).toEqual([null, "2"]);
  });

  test("ends at a page that is not full and has as many items as the total", async () => {
    const server = await serve(tokens(20));
    expect(await collect(clientFor(server).tokens.list({ perPage: 30 }))).toHaveLength(20);
    expect(await drained(server)).toHaveLength(1);
  });

  test("ends at an empty page regardless of the total", async () => {
    const server = await serve(tokens(20, { total: 1_000_000 }));
    expect(await collect(clientFor(server).tokens.list({ perPage: 10 }))).toHaveLength(20);
    expect(await drained(server)).toHaveLength(3);
  });

  test("fails when the service ignores the page number", async () => {
    const server = await serve(json({ tokens: range(0, 10).map(token), total: 50 }));
    const error = await failure(collect(clientFor(server).tokens.list({ perPage: 10 })));
    expect(error).toBeInstanceOf(PaginationError);
    expect(await drained(server)).toHaveLength(2);
  });
});

describe("a listing by offset", () => {
  test("fails when the service ignores the offset", async () => {
    const server = await serve(json({ pools: range(0, 10).map(pool) }));
    expect(await failure(collect(clientFor(server).liquidity.pools({ take: 10 })))).toBeInstanceOf(
      PaginationError,
    );
    expect(await drained(server)).toHaveLength(2);
  });
});

test.each(["tokens", "pools"] as const)(
  "lists all %s if a page has fewer than were requested",
  async (name) => {
    const items = range(0, 25).map((n) => (name === "tokens" ? token(n) : pool(n)));
    const server = await serve((exchange) => {
      const { query } = exchange.request;
      const start = Number(query.get("offset") ?? 10 * (Number(query.get("page") ?? 1) - 1));
      return json({ [name]: items.slice(start, start + 10) })(exchange);
    });
    const { tokens: byPage, liquidity } = clientFor(server);
    const list = name === "tokens" ? byPage.list({ perPage: 30 }) : liquidity.pools({ take: 30 });
    expect(await collect<object>(list)).toEqual(items);
  },
);

test("keeps the filters of a listing on each page, and on those after a saved cursor", async () => {
  const server = await serve(({ request, ...exchange }) => {
    const offset = Number(request.query.get("offset") ?? 0);
    return json({ pools: range(offset, Math.min(25, offset + 10)).map(pool) })({
      request,
      ...exchange,
    });
  });
  const { liquidity } = clientFor(server);
  const query = { chainIds: [137], take: 10 } as const;
  expect(await collect(liquidity.pools(query))).toHaveLength(25);
  const { cursor } = await liquidity.pools(query);
  expect(await collect(liquidity.pools({ ...query, ...cursor }))).toHaveLength(15);
  const sent = await drained(server);
  expect(sent.map(({ query: each }) => each.get("chainIds"))).toEqual(sent.map(() => "137"));
  expect(sent.length).toBeGreaterThan(4);
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
