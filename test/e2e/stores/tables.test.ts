import { expect, test } from "vitest";
import { toList } from "../../intents/intent-kit.js";
import { describeStores, type Worker } from "./open-worker.js";
import { untilRejects } from "./random.js";
import { readSchema } from "./servers.js";

const window = { version: 1, hours: 1, max: "10" } as const;
const entry = {
  version: 1,
  intent: "order 17",
  revision: 1,
  state: "begun",
  walletAddress: `0x${"1".repeat(40)}`,
  chainId: 137,
} as const;

/** Every method of the four stores. */
const methods: Readonly<Record<string, (worker: Worker) => Promise<unknown>>> = {
  "sqlJournal begin": ({ journal }) => journal.begin(entry),
  "sqlJournal update": ({ journal }) => journal.update(entry, 0),
  "sqlJournal open": ({ journal }) => toList(journal.open()),
  "sqlJournal list": ({ journal }) => toList(journal.list({ after: "order 16" })),
  "sqlPolicyStore reserve": ({ policy }) => policy.reserve("key", "1", window),
  "sqlPolicyStore release": ({ policy }) => policy.release("key", "id"),
  "sqlPolicyStore freeze": ({ policy }) => policy.freeze("name", "reason"),
  "sqlPolicyStore unfreeze": ({ policy }) => policy.unfreeze("name"),
  "sqlPolicyStore frozen": ({ policy }) => policy.frozen("name"),
  "sqlReceipts append": (worker) => worker.call("receipts.append", {}),
  "sqlReplayStore claim": async ({ replays }) => replays.claim("id"),
};

/** Every method rejects before it looks at another table. */
async function expectRefusal(
  worker: Worker,
  options: object,
  refusal: (subject: string) => object,
): Promise<void> {
  for (const [name, call] of Object.entries(methods)) {
    await worker.call("open", options);
    const [subject = ""] = name.split(" ");
    expect(await untilRejects(call(worker)), name).toMatchObject(refusal(subject));
    for (const sql of await worker.call<string[]>("statements"))
      expect(sql, name).toMatch(/^(select|update) .*bursar_schema/);
  }
  // A store whose first call has failed looks again.
  await worker.call("open", {});
}

describeStores(["postgres", "sqlite"], (open) => {
  const raw = (worker: Worker, sql: string) => worker.call("raw", sql, []);

  test("are refused without their tables, and work when they are there", async () => {
    const worker = await open();
    await raw(worker, "alter table bursar_schema rename to moved");
    await expectRefusal(worker, {}, (subject) => ({
      name: "ConfigurationError",
      message: expect.stringMatching(
        new RegExp(`^${subject}: query failed with \\w+: .*bursar_schema`),
      ),
      hint: expect.stringMatching(/npx bursar stores schema --dialect (postgres|sqlite)$/),
    }));
    const failed = untilRejects(worker.policy.frozen("name"));
    expect(await failed).toMatchObject({ name: "ConfigurationError" });
    await raw(worker, "alter table moved rename to bursar_schema");
    expect(await worker.policy.frozen("name")).toBeUndefined();
  });

  test("are refused with tables of another version", async () => {
    const worker = await open();
    for (const version of [0, 2]) {
      await raw(worker, `update bursar_schema set version = ${version}`);
      await expectRefusal(worker, {}, (subject) => ({
        name: subject === "sqlJournal" && version > 1 ? "JournalError" : "ConfigurationError",
        message: `${subject}: bursar_schema: expected version 1, got ${version}`,
        hint: expect.stringContaining("Update this package"),
      }));
    }
    await raw(worker, "delete from bursar_schema");
    await expectRefusal(worker, {}, (subject) => ({
      message: `${subject}: bursar_schema: expected one row, got 0`,
    }));
    const kind = (await worker.call<string[]>("statements"))[0] ?? "";
    expect(kind).toBe("");
  });

  test("are refused with the other dialect", async () => {
    const worker = await open();
    await raw(worker, "delete from bursar_schema");
    const own = await worker.call<string>("kind");
    const other = own === "sqlite" ? "postgres" : "sqlite";
    await raw(worker, `insert into bursar_schema values ('${own}', 1)`);
    await expectRefusal(worker, { dialect: other }, (subject) => ({
      name: "ConfigurationError",
      message: `${subject}: dialect: expected "${own}", which the tables are of, got "${other}"`,
    }));
    // So the row is true.
    const errors = [];
    for (const sql of (await readSchema(other)).split(/;\n/).filter(Boolean))
      await raw(worker, sql.replaceAll("bursar_", "other_")).catch((error) => errors.push(error));
    expect(errors.length).toBeGreaterThanOrEqual(4);
  });

  test("keep their tables if the schema is run again", async () => {
    const worker = await open();
    await worker.policy.reserve("again", "3", window);
    const schema = await readSchema(await worker.call<string>("kind"));
    for (const sql of schema.split(/;\n/).filter(Boolean))
      await expect(raw(worker, sql)).rejects.toThrow();
    expect(await worker.policy.reserve("again", "0", window)).toMatchObject({ used: "3" });
  });
});

describeStores(["postgres", "sqlite"], (open) => {
  const short = { ...window, hours: 1 / 3_600_000 };
  const rowsOf = async ({ call }: Worker, sql: string) =>
    (await call<{ rows: Record<string, unknown>[] }>("raw", `select ${sql}`, [])).rows;

  test("remove what has expired, and never use the position of an amount twice", async () => {
    const worker = await open();
    const { policy, replays } = worker;
    const key = "key = 'trim'";
    // An amount that another process has read as the last one stays the last one.
    const untilFree = async () => {
      while ((await policy.reserve("trim", "0", window)).used !== "0");
    };
    for (let i = 1; i <= 3; i += 1) {
      await policy.reserve("trim", "9", short);
      await untilFree();
      expect(await rowsOf(worker, `position from bursar_amounts where ${key}`)).toEqual([
        { position: i },
      ]);
    }
    for (let i = 4; i <= 6; i += 1) {
      const { id } = await policy.reserve("trim", "9", window);
      await policy.release("trim", id as string);
      const [last] = await rowsOf(
        worker,
        `max(position) as position from bursar_amounts where ${key}`,
      );
      expect(last).toEqual({ position: i });
    }

    await worker.call("open", { lease: 1, keep: 1 });
    const count = () => rowsOf(worker, "count(*) as count from bursar_deliveries");
    for (let i = 0; i < 20; i += 1) {
      const claim = await replays.claim(`trim ${i}`);
      if (typeof claim === "object") await claim.complete();
    }
    expect(Number((await count())[0]?.["count"])).toBeLessThan(20);
  });
});

describeStores(["redis", "node-redis"], (open) => {
  test("keep a key as long as its last amount counts, in the form of every version", async () => {
    const worker = await open();
    await worker.policy.freeze("stopped", "a reason");
    expect(await worker.call("command", "GET", "bursar:frozen:stopped")).toBe("a reason");
    const hour = 3_600_000;
    for (const [hours, longest] of [
      [2, 2],
      [1, 2],
      [3, 3],
    ] as const) {
      await worker.policy.reserve("kept", "1", { ...window, hours });
      const left = Number(await worker.call("command", "PTTL", "bursar:kept"));
      expect(left).toBeGreaterThan((longest - 0.5) * hour);
      expect(left).toBeLessThanOrEqual(longest * hour);
    }
    const short = { ...window, hours: 1 / 3_600_000 };
    await worker.policy.reserve("kept", "7", short);
    while ((await worker.policy.reserve("kept", "0", window)).used !== "3");
    const values = await worker.call<string[]>("command", "HVALS", "bursar:kept");
    expect(values).toHaveLength(4);
    expect(values.filter((value) => /^1:\d{13}:1$/.test(value))).toHaveLength(3);
  });

  test("refuse keys that another program has written", async () => {
    const worker = await open();
    // A sorted set of the snippet that docs/signing-policy.md had.
    await worker.call("command", "ZADD", "bursar:copied", "1", "1:id:5");
    expect(await untilRejects(worker.policy.reserve("copied", "1", window))).toMatchObject({
      name: "ConfigurationError",
      message: expect.stringContaining("redisPolicyStore: eval failed"),
    });
    await worker.call("command", "HSET", "bursar:text", "id", "five");
    expect(await untilRejects(worker.policy.reserve("text", "1", window))).toMatchObject({
      message: expect.stringContaining(
        '"text": expected amounts of version 1, got one without a version',
      ),
    });
    await worker.call("command", "HSET", "bursar:float", "id", "1:99999999999999:1e+20");
    expect(await untilRejects(worker.policy.reserve("float", "1", window))).toMatchObject({
      message: expect.stringContaining("a stored amount: expected an integer"),
    });
    for (const value of ["2:done", "done"]) {
      await worker.call("command", "SET", "bursar:webhook:other", value);
      expect(await untilRejects((async () => worker.replays.claim("other"))())).toMatchObject({
        name: "ConfigurationError",
        message: 'redisReplayStore: "other": expected a value of version 1, got another one',
      });
    }
  });
});
