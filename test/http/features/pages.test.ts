import { describe, expect, onTestFinished, test } from "vitest";
import type { Transaction } from "../../../src/contract/wallets/history-records.js";
import { AbortedError } from "../../../src/errors/connection.js";
import { PaginationError } from "../../../src/errors/data.js";
import type { ListOptions } from "../../../src/http/config/options.js";
import { drained } from "../../support/drained.js";
import {
  html,
  json,
  type Loopback,
  type Reply,
  serve,
  stall,
  until,
} from "../../support/loopback.js";
import { flushUnhandled, watchUnhandled } from "../../support/unhandled.js";
import { clientFor, failure, listedToken, transaction, wallet } from "../test-client.js";

/** A history with two items per page, linked by cursors. */
function history(pages: number, more: Readonly<Record<number, Reply>> = {}): Reply {
  return (exchange) => {
    const lastId = exchange.request.query.get("lastId");
    const page = lastId === null ? 0 : Number(lastId.slice(1));
    const reply = more[page];
    if (reply) return reply(exchange);
    const transactions = [transaction(`${page}a`), transaction(`${page}b`)];
    return json({ transactions, nextLastId: page + 1 < pages ? `p${page + 1}` : null })(exchange);
  };
}

const page = (ids: string[], nextLastId?: unknown): Reply =>
  json({ transactions: ids.map((id) => transaction(id)), nextLastId });

function walk(server: Loopback, options: ListOptions = {}) {
  return clientFor(server).wallets.history(wallet, { take: 2 }, options);
}

async function idsOf(list: AsyncIterable<Transaction>, seen: string[] = []): Promise<string[]> {
  for await (const { id } of list) seen.push(id);
  return seen;
}

const askedFor = (server: Loopback) =>
  server.requests.map((request) => request.query.get("lastId"));

describe.each([{ prefetch: false }, { prefetch: true }])("a listing by cursor, %o,", (options) => {
  test("continues after an empty page with a cursor", async () => {
    const server = await serve([
      page(["a"], "p1"),
      page([], "p2"),
      page([], "p3"),
      page(["b"], null),
    ]);
    expect(await idsOf(walk(server, options))).toEqual(["a", "b"]);
    expect(await drained(server)).toHaveLength(4);
  });

  test.each([
    ["comes back at once", [page(["a"], "x"), page(["b"], "x")], 2],
    ["comes back in a cycle of two", [page(["a"], "x"), page(["b"], "y"), page(["c"], "x")], 3],
    [
      "comes back in a cycle of three",
      [page(["a"], "x"), page(["b"], "y"), page(["c"], "z"), page(["d"], "x")],
      4,
    ],
    ["comes back with empty pages", [page([], "x"), page([], "y"), page([], "x")], 3],
  ] as [string, Reply[], number][])("fails when a cursor %s", async (_, replies, requests) => {
    const server = await serve([...replies, ...replies, ...replies]);
    const seen: string[] = [];
    const error = await failure(idsOf(walk(server, options), seen));
    expect(error).toBeInstanceOf(PaginationError);
    expect(error).toMatchObject({ operation: "wallets.history", cursor: "x" });
    expect(await drained(server)).toHaveLength(requests);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("fails when the same page comes twice in a row under new cursors", async () => {
    const server = await serve(({ index, ...exchange }) =>
      page(["a", "b"], `c${index}`)({ index, ...exchange }),
    );
    expect(await failure(idsOf(walk(server, options)))).toBeInstanceOf(PaginationError);
    expect((await drained(server)).length).toBeLessThanOrEqual(3);
  });

  test("returns the pages before a failed one", async () => {
    const server = await serve(history(9, { 2: json({ id: "BAD_REQUEST" }, 400) }));
    const seen: string[] = [];
    expect(await failure(idsOf(walk(server, options), seen))).toMatchObject({ id: "BAD_REQUEST" });
    expect(seen).toEqual(["0a", "0b", "1a", "1b"]);
    expect(askedFor(server)).toEqual([null, "p1", "p2"]);
  });

  test("retries like a read", async () => {
    let faults = 2;
    const server = await serve(
      history(3, { 1: (exchange) => (faults-- > 0 ? html(503) : page(["1a"], "p2"))(exchange) }),
    );
    expect(await idsOf(walk(server, options))).toEqual(["0a", "0b", "1a", "2a", "2b"]);
  });

  test("starts again at each iteration", async () => {
    const server = await serve(history(2));
    const list = walk(server, options);
    expect(await idsOf(list)).toEqual(await idsOf(list));
    expect(askedFor(server)).toEqual([null, "p1", null, "p1"]);
  });

  test("sends nothing until it is iterated", async () => {
    const server = await serve(history(2));
    const list = walk(server, options);
    list[Symbol.asyncIterator]();
    list.pages();
    // A request of that listing would arrive before this one.
    await clientFor(server).wallets.history(wallet, { lastId: "p1" });
    expect(askedFor(server)).toEqual(["p1"]);
  });

  test("detects a cycle back to where it resumed", async () => {
    const server = await serve([page(["a"], "y"), page(["b"], "x")]);
    expect(
      await failure(idsOf(clientFor(server).wallets.history(wallet, { lastId: "x" }, options))),
    ).toBeInstanceOf(PaginationError);
  });
});

describe("a page that comes again", () => {
  /** The ids and the number of requests of a listing that returns one item on each page. */
  async function walkSame(pages: number) {
    const server = await serve(({ index, ...exchange }) =>
      page(["a"], index + 1 < pages ? `c${index}` : null)({ index, ...exchange }),
    );
    const seen: string[] = [];
    const outcome = await idsOf(walk(server), seen).catch((error: unknown) => error);
    return { outcome, seen, count: (await drained(server)).length };
  }

  test("is accepted three times in a row with one item, which may have moved", async () => {
    expect(await walkSame(3)).toMatchObject({ outcome: ["a", "a", "a"], count: 3 });
  });

  test("fails at the fourth time", async () => {
    const { outcome, seen, count } = await walkSame(9);
    expect(outcome).toBeInstanceOf(PaginationError);
    expect([seen, count]).toEqual([["a", "a", "a"], 4]);
  });

  test("is not one that has another first or last item, or another value inside of an item", async () => {
    const rows = (...items: [id: string, kept?: unknown][]) =>
      items.map(([id, kept]) => transaction(id, { metadata: { kept } }));
    const lists = [
      rows(["a"], ["b"]),
      rows(["a"], ["c"]),
      rows(["d"], ["c"]),
      rows(["d"], ["c", [1]]),
      rows(["d"], ["c", [2]]),
      rows(["d"], ["c", { 0: 2, 1: 1 }]),
      rows(["d"], ["c", { 0: 2 }]),
      rows(["d"], ["c", null]),
      rows(["e"], ["f"], ["g"]),
      rows(["e"], ["f"], ["h"]),
    ];
    const server = await serve(
      lists.map((transactions, i) =>
        json({ transactions, nextLastId: i + 1 < lists.length ? `c${i}` : null }),
      ),
    );
    expect((await idsOf(walk(server))).join("")).toBe("abacdcdcdcdcdcdcefgefh");
  });
});

describe("empty pages with a cursor", () => {
  const emptyPage: Reply = (exchange) => page([], `c${exchange.index}`)(exchange);

  test("are skipped", async () => {
    const server = await serve([...Array.from({ length: 100 }, () => emptyPage), page(["z"])]);
    expect(await idsOf(walk(server))).toEqual(["z"]);
    expect(await drained(server)).toHaveLength(101);
  });

  test("are skipped however many there are in total, if pages with items are between them", async () => {
    const replies = Array.from({ length: 240 }, (_, i) =>
      i % 2 === 0 ? page([], `c${i}`) : page([`item ${i}`], `c${i}`),
    );
    const server = await serve([...replies, page(["z"])]);
    expect(await idsOf(walk(server))).toHaveLength(121);
  });

  test.each([{ prefetch: false }, { prefetch: true }])(
    "do not keep a loop busy without end, %o",
    async (options) => {
      const server = await serve(emptyPage);
      const error = await failure(idsOf(walk(server, options)));
      expect(error).toBeInstanceOf(PaginationError);
      expect(error).toMatchObject({ message: expect.stringContaining("101 empty pages in a row") });
      expect(await drained(server)).toHaveLength(101);
    },
  );
});

describe("an iteration that ends early sends nothing more", () => {
  const ends: [
    string,
    (list: AsyncIterable<Transaction>, controller: AbortController) => Promise<unknown>,
  ][] = [
    [
      "by a break",
      async (list) => {
        for await (const { id } of list) if (id === "1a") break;
      },
    ],
    [
      "by a throw",
      async (list) => {
        for await (const { id } of list) if (id === "1a") throw new Error("enough");
      },
    ],
    [
      "by a return of its iterator",
      async (list) => {
        const items = list[Symbol.asyncIterator]();
        for (let i = 0; i < 3; i++) await items.next();
        await items.return?.();
      },
    ],
    [
      "by an abort",
      async (list, controller) => {
        for await (const { id } of list) if (id === "1a") controller.abort();
      },
    ],
  ];

  test.each(ends)("%s", async (_, end) => {
    const server = await serve(history(50));
    const controller = new AbortController();
    await end(walk(server, { signal: controller.signal }), controller).catch(() => {});
    // One more request of that listing would arrive before this one.
    await walk(server);
    expect(askedFor(server)).toEqual([null, "p1", null]);
  });

  test.each(ends)("%s, and aborts the prefetch request", async (_, end) => {
    const server = await serve(history(50, { 2: stall }));
    const controller = new AbortController();
    const list = walk(server, { signal: controller.signal, prefetch: true });
    const waiting: AsyncIterable<Transaction> = {
      async *[Symbol.asyncIterator]() {
        for await (const item of list) {
          // The prefetch request must be in progress.
          if (item.id === "1a")
            await until(() => server.requests.length === 3, "the request ahead");
          yield item;
        }
      },
    };
    await end(waiting, controller).catch(() => {});
    await server.idle();
    expect(askedFor(server)).toEqual([null, "p1", "p2"]);
    expect(server.abandoned).toBe(1);
  });

  test.each([{ prefetch: false }, { prefetch: true }])(
    "and rejects after an abort, %o",
    async (options) => {
      const server = await serve(history(50));
      const controller = new AbortController();
      const seen: string[] = [];
      const read = async () => {
        for await (const { id } of walk(server, { ...options, signal: controller.signal })) {
          seen.push(id);
          if (id === "1a") controller.abort("enough");
        }
      };
      const error = await failure(read());
      expect(error).toBeInstanceOf(AbortedError);
      expect((error as AbortedError).reason).toBe("enough");
      expect(seen).toEqual(["0a", "0b", "1a"]);
    },
  );

  test.each([{ prefetch: false }, { prefetch: true }])(
    "and sends nothing if the signal is already aborted, %o",
    async (options) => {
      const server = await serve(history(2));
      const error = await failure(
        idsOf(walk(server, { ...options, signal: AbortSignal.abort("no") })),
      );
      expect(error).toMatchObject({ name: "AbortedError", sent: false, reason: "no" });
      expect(await drained(server)).toHaveLength(0);
    },
  );
});

describe("prefetch", () => {
  /** `prefetched` is the number of requests to wait for while a page is processed. */
  async function order(options: ListOptions, prefetched = 0) {
    const server = await serve(history(3));
    let worked = 0;
    for await (const { cursor } of walk(server, options).pages()) {
      const expected = worked + Math.min(3, worked + 1 + prefetched);
      await until(() => server.requests.length >= expected, "the request ahead");
      // The work is a request, too: one that the listing has already sent arrives before it.
      await clientFor(server).wallets.history(wallet, { lastId: `work until ${cursor?.lastId}` });
      worked++;
    }
    return askedFor(server);
  }

  test("requests the next page while the consumer processes this one", async () => {
    expect(await order({ prefetch: true }, 1)).toEqual([
      null,
      "p1",
      "work until p1",
      "p2",
      "work until p2",
      "work until undefined",
    ]);
  });

  test("is off by default", async () => {
    expect(await order({})).toEqual([
      null,
      "work until p1",
      "p1",
      "work until p2",
      "p2",
      "work until undefined",
    ]);
  });

  test("sends nothing after an abort, and returns the page that it has", async () => {
    const server = await serve(history(9));
    const controller = new AbortController();
    let ended = 0;
    const client = clientFor(server, { hooks: { onEnd: () => void ended++ } });
    const options = { prefetch: true, signal: controller.signal };
    const pages = client.wallets.history(wallet, { take: 2 }, options).pages();
    await pages.next();
    await until(() => ended === 2, "the response ahead");
    controller.abort("enough");
    expect((await pages.next()).value).toMatchObject({ items: [{ id: "1a" }, { id: "1b" }] });
    const error = await failure(pages.next());
    expect(error).toMatchObject({ name: "AbortedError", sent: false, reason: "enough" });
    expect(await drained(server)).toHaveLength(2);
  });

  test("ignores a failed page that is not needed", async () => {
    const unhandled: unknown[] = [];
    onTestFinished(watchUnhandled((reason) => unhandled.push(reason)));
    const server = await serve(history(9, { 1: json({ id: "BAD_REQUEST" }, 400) }));
    for await (const { id } of walk(server, { prefetch: true })) {
      await until(() => server.requests.length === 2, "the request ahead");
      await server.idle();
      await flushUnhandled(unhandled);
      if (id === "0b") break;
    }
    await flushUnhandled(unhandled);
    expect(unhandled).toEqual([]);
  });
});

describe("toArray", () => {
  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, undefined as never, "5" as never])(
    "rejects the limit %s",
    async (limit) => {
      const server = await serve(history(3));
      expect(await failure(walk(server).toArray({ limit }))).toBeInstanceOf(PaginationError);
      expect(await drained(server)).toHaveLength(0);
    },
  );

  test("requires a limit", async () => {
    const server = await serve(history(3));
    expect(await failure(walk(server).toArray(undefined as never))).toBeInstanceOf(PaginationError);
  });
});

test("firstPage returns one page with cursor, total and trace id", async () => {
  const server = await serve(
    json({ transactions: [transaction("a")], nextLastId: "x" }, 200, { "trace-id": "t1" }),
  );
  const first = await walk(server).firstPage();
  expect(first).toEqual({
    items: [transaction("a")],
    cursor: { lastId: "x", take: 2 },
    total: undefined,
    traceId: "t1",
  });
  expect(await drained(server)).toHaveLength(1);
});

test("an empty page number counts as none, also for the next page", async () => {
  const tokens = Array.from({ length: 100 }, (_, i) => listedToken(`t${i}`));
  const server = await serve([
    json({ tokens, page: 1, totalPerPage: 100, total: 101 }),
    json({ tokens: [listedToken("last")], page: 2, totalPerPage: 100, total: 101 }),
  ]);
  const listing = clientFor(server).tokens.list({ page: "" as never });
  expect(await listing.toArray({ limit: 200 })).toHaveLength(101);
  expect((await drained(server)).map(({ url }) => new URL(url ?? "", "http://x").search)).toEqual([
    "?perPage=100",
    "?page=2&perPage=100",
  ]);
});

test("a page has no total if the response states one that is no number", async () => {
  const server = await serve(json({ tokens: [listedToken("a")], total: "9" }));
  const client = clientFor(server, { validation: "off" });
  expect((await client.tokens.list().firstPage()).total).toBeUndefined();
});

test("rejects a response without its array, even if validation is off", async () => {
  const server = await serve(json({ nothing: true }));
  const client = clientFor(server, { validation: "off" });
  expect(await failure(client.wallets.history(wallet).firstPage())).toBeInstanceOf(PaginationError);
});

test.each([5, {}, true])("does not end at the cursor %j, if validation is off", async (cursor) => {
  const server = await serve(page(["a"], cursor));
  const error = await failure(idsOf(walk(server, { validation: "off" })));
  expect(error).toMatchObject({ name: "PaginationError", operation: "wallets.history" });
});
