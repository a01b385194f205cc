import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { main } from "../../src/cli/main.js";
import {
  redisPolicyStore,
  redisReplayStore,
  type SqlStoreOptions,
  sqlJournal,
  sqlPolicyStore,
  sqlReceipts,
  sqlReplayStore,
} from "../../src/stores/index.js";
import { createWebhookHandler } from "../../src/webhooks/index.js";
import { failure } from "../http/test-client.js";

// test/e2e/stores has the tests on real databases.

const window = { version: 1, hours: 1, max: "10" } as const;
const sqlStores = { sqlJournal, sqlPolicyStore, sqlReceipts, sqlReplayStore } as const;
const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
type Query = SqlStoreOptions["query"];

/** A database with the tables of version 1, whose other statements have this result. */
const queryWith = (result: unknown) =>
  vi.fn(async (sql: string) => {
    if (sql.startsWith("select dialect"))
      return { rows: [{ dialect: "postgres", version: 1 }], changes: 1 };
    if (!sql.startsWith("update bursar_schema")) return result;
    return { rows: [], changes: sql.includes("where") ? 0 : 1 };
  }) as unknown as Query & { mock: { calls: [string, unknown[]][] } };

describe("options of the stores", () => {
  const query = queryWith({ rows: [], changes: 0 });

  test.each(Object.entries(sqlStores))("%s names an invalid one", (name, create) => {
    const open = create as (options: unknown) => unknown;
    for (const [options, message] of [
      [undefined, "expected an object with options"],
      [{ dialect: "sqlite" }, "query: expected a function, got undefined"],
      [{ query: {}, dialect: "sqlite" }, "query: expected a function, got a value of type object"],
      [{ query }, "dialect: expected one of postgres, sqlite, got undefined"],
      [{ query, dialect: "mysql" }, 'dialect: expected one of postgres, sqlite, got "mysql"'],
      [{ query, dialect: "sqlite", table: "x" }, 'unknown option "table"'],
    ] as const)
      expect(() => open(options)).toThrow(
        expect.objectContaining({ name: "ConfigurationError", message: `${name}: ${message}` }),
      );
    expect(query).not.toHaveBeenCalled();
  });

  test.each([
    ["redisPolicyStore", redisPolicyStore],
    ["redisReplayStore", redisReplayStore],
  ] as const)("%s needs a client with eval", (name, create) => {
    for (const client of [undefined, null, {}, { eval: "text" }, "redis://:secret@host"])
      expect(() => create(client as never)).toThrow(
        expect.objectContaining({
          name: "ConfigurationError",
          message: `${name}: redis: expected a client with eval`,
          hint: "Pass a client of ioredis or node-redis.",
        }),
      );
  });

  test("replay stores need times above zero, and at least twice the tolerance", () => {
    const redis = { eval: async () => null };
    for (const times of [{ lease: 0 }, { keep: -1 }, { lease: Number.NaN }])
      for (const create of [
        () => redisReplayStore(redis, times),
        () => sqlReplayStore({ query, dialect: "sqlite", ...times }),
      ])
        expect(create).toThrow(/(lease|keep): expected milliseconds > 0/);
    for (const replays of [
      redisReplayStore(redis, { lease: 599_999 }),
      sqlReplayStore({ query, dialect: "sqlite", lease: 599_999 }),
    ])
      expect(() => createWebhookHandler({ secret, replays, onEvent() {}, onError() {} })).toThrow(
        /`lease` of `replays` \(599999 ms\) is below twice the tolerance/,
      );
    const onEvent = () => {};
    for (const replays of [redisReplayStore(redis), sqlReplayStore({ query, dialect: "sqlite" })])
      createWebhookHandler({ secret, replays, onEvent, onError() {} });
  });
});

test("redisReplayStore keeps a claim for eleven minutes, and what is done for three days", async () => {
  const calls: unknown[][] = [];
  const redis = {
    eval: async (...args: [string, number, ...string[]]) => {
      calls.push(args.slice(2));
      return args[3];
    },
  };
  const claim = await redisReplayStore(redis).claim("msg_1");
  if (typeof claim === "object") await claim.complete();
  expect(calls).toEqual([
    ["bursar:webhook:msg_1", expect.stringMatching(/^1:[\da-f-]{36}$/), "660000"],
    ["bursar:webhook:msg_1", "1:done", "259200000"],
  ]);
});

test("a reservation succeeds after a rejected one of its key", async () => {
  const redis = { eval: vi.fn(async () => [""] as unknown) };
  redis.eval.mockRejectedValueOnce(new Error("connection reset"));
  const store = redisPolicyStore(redis);
  const calls = [1, 2].map(() => store.reserve("key", "0", window));
  const [first, second] = await Promise.allSettled(calls);
  expect(first).toMatchObject({ status: "rejected", reason: { name: "ConnectionError" } });
  expect(second).toMatchObject({ status: "fulfilled", value: { used: "0" } });
});

test("sqlPolicyStore adds after the highest position, in whichever order rows are stored", async () => {
  // PostgreSQL moves a row that a release has changed behind the others.
  const stored = [2, 3, 1].map((position) => ({ position, version: 1, amount: "1", counts: 1 }));
  const inserted: unknown[] = [];
  const others = queryWith({ rows: [], changes: 1 });
  const query: Query = async (sql, values) => {
    if (sql.startsWith("insert")) inserted.push(values[1]);
    if (!sql.startsWith("select position")) return others(sql, values);
    const isOrdered = sql.includes("order by position");
    return {
      rows: isOrdered ? [...stored].sort((a, b) => a.position - b.position) : stored,
      changes: 0,
    };
  };
  const store = sqlPolicyStore({ query, dialect: "postgres" });
  expect(await store.reserve("key", "1", window)).toMatchObject({ used: "3" });
  expect(inserted).toEqual([4]);
});

describe("a function query that returns something else", () => {
  /** Opens a store, and returns a function that calls it. */
  const openers: Record<string, (query: Query) => () => Promise<unknown>> = {
    sqlJournal(query) {
      const journal = sqlJournal({ query, dialect: "postgres" });
      return () => journal.list()[Symbol.asyncIterator]().next();
    },
    sqlPolicyStore(query) {
      const store = sqlPolicyStore({ query, dialect: "postgres" });
      return () => store.reserve("key", "1", window);
    },
    sqlReceipts(query) {
      const receipts = sqlReceipts({ query, dialect: "postgres" });
      return async () => receipts({} as never);
    },
    sqlReplayStore(query) {
      const store = sqlReplayStore({ query, dialect: "postgres" });
      return async () => store.claim("id");
    },
  };

  test.each(Object.entries(openers))("is named by %s", async (name, open) => {
    const results = [undefined, null, [], { rows: [] }, { changes: 0 }, { rows: 1, changes: 0 }];
    const more = [
      { rows: [1], changes: 0 },
      { rows: [], changes: "1" },
      { rows: [], rowCount: 1 },
    ];
    for (const result of [...results, ...more]) {
      const error = {
        name: "ConfigurationError",
        message: `${name}: query: expected { rows, changes }`,
        hint: expect.stringContaining("docs/stores.md"),
        outcome: name === "sqlJournal" ? "unknown" : "none",
      };
      // Also for the first statement.
      for (const query of [queryWith(result), (async () => result) as never])
        expect(await failure(open(query)())).toMatchObject(error);
    }
  });

  test.each(Object.entries(openers))(
    "is called again by %s, whichever of the first statements has failed",
    async (name, open) => {
      const works = queryWith({ rows: [], changes: 1 });
      for (const failing of ["from bursar_schema", "version < 0", "= version", ""]) {
        let isDown = true;
        const seen: string[] = [];
        const query: Query = async (sql, values) => {
          seen.push(sql);
          if (isDown && (failing ? sql.endsWith(failing) : !sql.includes("bursar_schema")))
            throw new Error("connection refused");
          return works(sql, values);
        };
        const call = open(query);
        const outcome = name === "sqlJournal" ? "unknown" : "none";
        for (const error of await Promise.all([failure(call()), failure(call())]))
          expect([failing, error]).toMatchObject([failing, { name: "ConnectionError", outcome }]);
        isDown = false;
        seen.length = 0;
        await call();
        // It has looked at the schema before, unless that has failed.
        expect([failing, seen[0]?.includes("bursar_schema")]).toEqual([failing, failing !== ""]);
      }
    },
  );

  test("is named if it counts changes wrongly", async () => {
    const always = (changes: number) =>
      (async (sql: string) => ({
        rows: sql.startsWith("select dialect") ? [{ dialect: "postgres", version: 1 }] : [],
        changes,
      })) as unknown as Query;
    const refused = async (query: Query, message: string) => {
      const store = sqlPolicyStore({ query, dialect: "postgres" });
      expect(await failure(store.reserve("key", "1", window))).toMatchObject({
        name: "ConfigurationError",
        message: expect.stringContaining(message),
      });
    };
    await refused(always(1), "query: changes: expected 0 for an update of no row, got 1");
    // `once` would take its own entry for that of another process, without end.
    await refused(always(0), "query: changes: expected 1 for an update of one row, got 0");
    const nothing = queryWith({ rows: [], changes: 0 });
    await refused(nothing, '"key": nothing was added, although the key did not change');
    await refused(queryWith({ rows: [], changes: 2 }), "expected 0 or 1 for one row, got 2");
    const receipts = sqlReceipts({ query: nothing, dialect: "postgres" });
    expect(await failure(Promise.resolve(receipts({} as never)))).toMatchObject({
      name: "ConfigurationError",
      message: "sqlReceipts: nothing was added, though the end did not change",
    });
    const journal = sqlJournal({ query: nothing, dialect: "postgres" });
    const entry = { version: 1, intent: "a", revision: 1, state: "begun" } as never;
    expect(await failure(journal.begin(entry))).toMatchObject({
      name: "JournalError",
      message: 'sqlJournal: the entry of "a" was not inserted, and is missing',
    });
  });

  test.each<[string, object[], string | undefined]>([
    ["two rows", [{ version: 1 }, { version: 1 }], "bursar_schema: expected one row, got 2"],
    ["a version of another driver", [{ version: "1" }], undefined],
  ])("is read with %s of the schema", async (_, rows, message) => {
    const others = queryWith({ rows: [], changes: 1 });
    const schema = rows.map((row) => ({ dialect: "sqlite", ...row }));
    const query: Query = async (sql, values) =>
      sql.startsWith("select dialect") ? { rows: schema, changes: 0 } : others(sql, values);
    const journal = sqlJournal({ query, dialect: "sqlite" });
    const error = await journal.begin({ intent: "a" } as never).catch((thrown) => thrown);
    if (message === undefined) expect(error).toBeUndefined();
    else expect(error).toMatchObject({ message: `sqlJournal: ${message}`, outcome: "unknown" });
  });

  test("gets names and values as parameters only", async () => {
    const query = queryWith({ rows: [], changes: 1 });
    const store = sqlPolicyStore({ query, dialect: "postgres" });
    await store.reserve("the key", "5", window);
    await store.freeze("the name", "the reason");
    for (const [sql] of query.mock.calls) expect(sql).not.toMatch(/the (key|name|reason)|\?/);
    // It looks at the tables once.
    const looks = query.mock.calls.filter(([sql]) => sql.startsWith("select dialect"));
    expect(looks).toHaveLength(1);
    expect(query.mock.calls.at(-1)).toEqual([
      expect.stringContaining("values ($1, $2)"),
      ["the name", "the reason"],
    ]);
  });
});

describe("a client whose eval returns something else", () => {
  test.each([undefined, null, "OK", 7, [], [1], [["1"]], {}])("is named: %j", async (result) => {
    const redis = { eval: async () => result };
    const reserve = redisPolicyStore(redis).reserve("key", "1", window);
    expect(await failure(reserve)).toMatchObject({
      name: "ConfigurationError",
      message: "redisPolicyStore: eval: expected a list of texts",
    });
  });

  test("is named if it does not say whether it added", async () => {
    const redis = { eval: async (script: string) => (/HGETALL/.test(script) ? [""] : "OK") };
    expect(await failure(redisPolicyStore(redis).reserve("key", "1", window))).toMatchObject({
      message: "redisPolicyStore: eval: expected 0 or 1",
    });
  });
});

test("an error of a driver shows no connection string, not even in its fields", async () => {
  const url = "postgres://shop:hunter2@db.example/shop";
  const words = ["password", "passwd", "Passphrase ", "pass", "PWD"].map(
    (word) => `${word}=hunter2`,
  );
  for (const text of [`connect to ${url} failed`, ...words, "shop:hunter2@db.example"]) {
    const thrown = Object.assign(new Error(text), { input: url, code: "ECONNREFUSED" });
    const query = async () => Promise.reject(thrown);
    const redis = { eval: query };
    for (const call of [
      sqlJournal({ query, dialect: "postgres" }).begin({ intent: "a" } as never),
      sqlPolicyStore({ query, dialect: "sqlite" }).frozen("name"),
      redisPolicyStore(redis).frozen("name"),
    ]) {
      const error = (await failure(call)) as Error;
      expect(error).toMatchObject({ name: "ConnectionError", code: "ECONNREFUSED" });
      expect(JSON.stringify(error) + String(error) + error.stack).not.toMatch(
        /hunter2|db\.example/,
      );
    }
  }
});

describe.each<[code: unknown, text: string, name: string, message: string]>([
  ["42P01", "no table", "ConfigurationError", " with 42P01: no table"],
  ["42703", "no column", "ConfigurationError", " with 42703: no column"],
  [
    "SQLITE_ERROR",
    "no such table: t",
    "ConfigurationError",
    " with SQLITE_ERROR: no such table: t",
  ],
  [undefined, "no such column: c", "ConfigurationError", ": no such column: c"],
  ["42501", "permission denied", "ConnectionError", " with 42501: permission denied"],
  ["57P01", "x".repeat(300), "ConnectionError", ` with 57P01: ${"x".repeat(200)}`],
  [7, "closed", "ConnectionError", ": closed"],
  ["db.example:5432", "closed", "ConnectionError", ": closed"],
  ["a b", "closed", "ConnectionError", ": closed"],
])("an error of a driver with the code %j and the text %j is a %s", (code, text, name, message) => {
  const query = async () => Promise.reject(Object.assign(new Error(text), { code }));

  test("of a store", async () => {
    const error = await failure(sqlPolicyStore({ query, dialect: "postgres" }).frozen("name"));
    expect(error).toMatchObject({ name, message: `sqlPolicyStore: query failed${message}` });
  });

  test("of a journal, whose outcome is not known", async () => {
    const journal = sqlJournal({ query, dialect: "postgres" });
    expect(await failure(journal.begin({ intent: "a" } as never))).toMatchObject({
      name,
      message: `sqlJournal: query failed${message}`,
      outcome: "unknown",
    });
  });
});

describe("bursar stores", () => {
  async function run(...args: string[]) {
    const texts = { out: "", error: "" };
    const code = await main(["stores", ...args], {
      print(text) {
        texts.out += text;
      },
      printError(text) {
        texts.error += text;
      },
    });
    return { code, ...texts };
  }

  test("prints the tables of a dialect", async () => {
    for (const dialect of ["postgres", "sqlite"]) {
      const { code, out } = await run("schema", "--dialect", dialect);
      expect(code).toBe(0);
      expect(out).toMatch(/^create table bursar_/);
      expect(out).toContain(`insert into bursar_schema values ('${dialect}', 1);`);
    }
  });

  test.each([
    [["schema"], "--dialect: expected postgres or sqlite"],
    [["schema", "--dialect", "mysql"], '--dialect: expected postgres or sqlite, got "mysql"'],
    [["schema", "--dialect", "toString"], '--dialect: expected postgres or sqlite, got "toString"'],
    [[], 'expected the command "schema", got ""'],
    [["tables"], 'expected the command "schema", got "tables"'],
    [["schema", "more"], 'expected the command "schema", got "schema more"'],
    [["schema", "--dielect", "sqlite"], "Unknown option '--dielect'"],
  ])("names what is wrong with %j", async (args, message) => {
    const { code, out, error } = await run(...args);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(error).toContain(`bursar stores: ${message}`);
    expect(error).toContain("See bursar stores --help");
  });

  test("shows its help", async () => {
    expect((await run("--help")).out).toContain("--dialect <dialect>   postgres or sqlite");
  });
});

test("the adapters of docs/stores.md are those of test/e2e/stores", () => {
  const read = (path: string) =>
    readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").replace(/\s+/g, " ");
  const adapters = read("test/e2e/stores/connect-sql.mjs");
  const bodies = [
    ...read("docs/stores.md").matchAll(/const query = async \([^{]*=> \{(.*?)\}; const /g),
  ];
  expect(bodies).toHaveLength(2);
  for (const [, body = ""] of bodies) expect(adapters).toContain(body.trim());
});
