// A process with the stores of the built package on one database. It runs the calls that
// open-worker.ts sends.
import {
  redisPolicyStore,
  redisReplayStore,
  sqlJournal,
  sqlPolicyStore,
  sqlReceipts,
  sqlReplayStore,
} from "../../../dist/stores.js";
import { connectSql } from "./connect-sql.mjs";

const { BURSAR_STORE: kind, BURSAR_STORE_URL: url } = process.env;

/** What the next statement that changes something does: it fails, loses its response, or waits. */
let fault;
/** Ends the wait of a statement. */
let resume;
/** The most rows that a statement has returned. */
let mostRows = 0;

const adapters = {
  ...connectSql,
  async redis(url) {
    const { Redis } = await import("ioredis");
    return new Redis(url).on("error", () => {});
  },
  async "node-redis"(url) {
    const { createClient } = await import("redis");
    return createClient({ url })
      .on("error", () => {})
      .connect();
  },
};

const connection = await adapters[kind](url);
const isSql = typeof connection === "function";

async function withFaults(isChange, call) {
  const how = isChange ? fault : undefined;
  if (how) fault = undefined;
  if (how === "hold")
    await new Promise((resolve) => {
      resume = resolve;
    });
  if (how === "before") throw new Error("no connection to postgres://user:secret@host/db");
  const result = await call();
  if (how === "after") throw new Error("connection reset");
  mostRows = Math.max(mostRows, result?.rows?.length ?? 0);
  return result;
}

/** The statements of the stores. */
let statements = [];

const query = (sql, values) => {
  statements.push(sql);
  return withFaults(sql.startsWith("insert") || sql.startsWith("update bursar_intents"), () =>
    connection(sql, values),
  );
};
const redis = isSql
  ? undefined
  : {
      ...(kind === "node-redis" && { isOpen: true }),
      eval: (script, ...args) =>
        withFaults(/HSET|NX/.test(script), () => connection.eval(script, ...args)),
    };

const open = ({ lease, keep, dialect = kind } = {}) => ({
  policy: isSql ? sqlPolicyStore({ query, dialect }) : redisPolicyStore(redis),
  replays: isSql
    ? sqlReplayStore({ query, dialect, lease, keep })
    : redisReplayStore(redis, { lease, keep }),
  journal: isSql ? sqlJournal({ query, dialect }) : undefined,
  receipts: isSql ? { append: sqlReceipts({ query, dialect }) } : undefined,
});
let stores = open();
const claims = [];

const calls = {
  open(options) {
    statements = [];
    stores = open(options);
  },
  statements: () => statements,
  kind: () => kind,
  fault(how) {
    fault = how;
  },
  isHeld: () => resume !== undefined,
  resume() {
    resume();
    resume = undefined;
  },
  mostRows: () => mostRows,
  /** A statement, or a command of Redis. */
  raw: (text, values) => connection(text, values),
  /** A command of Redis. */
  command: (...args) =>
    kind === "redis" ? connection.call(...args) : connection.sendCommand(args),
  /** Ends the connections of all processes, also of this one. */
  async cut() {
    if (kind === "postgres")
      await connection(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
        [],
      );
    if (!isSql) await calls.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
  },
  async list(method, ...args) {
    const list = [];
    for await (const entry of stores.journal[method](...args)) list.push(entry);
    return list;
  },
  async claim(id) {
    const claim = await stores.replays.claim(id);
    return typeof claim === "string" ? claim : claims.push(claim) - 1;
  },
  settle: (index, how) => claims[index][how](),
  /** Calls a method with each of these arguments at once. Processes start at the same time. */
  all(store, method, list, at) {
    while (Date.now() < at);
    return Promise.all(
      list.map((args) => stores[store][method](...args).catch((error) => ({ error: `${error}` }))),
    );
  },
};

process.on("message", async ({ id, name, args }) => {
  const [store, method] = name.split(".");
  try {
    const result = await (method ? stores[store][method](...args) : calls[name](...args));
    process.send({ id, result });
  } catch (error) {
    const { name, kind, code, message, hint, outcome } = error;
    process.send({ id, error: { name, kind, code, message, hint, outcome } });
  }
});
process.on("disconnect", () => process.exit());
process.send("ready");
