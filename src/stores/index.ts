/** Stores to install: journals, policies, receipts and replays in PostgreSQL, SQLite and Redis. */

export type { IoRedisClient, NodeRedisClient, RedisClient } from "./open-redis.js";
export type { SqlResult, SqlStoreOptions } from "./open-sql.js";
export { redisPolicyStore } from "./redis-policy-store.js";
export { redisReplayStore } from "./redis-replay-store.js";
export type { ReplayTimes } from "./replay-times.js";
export { sqlJournal } from "./sql-journal.js";
export { sqlPolicyStore } from "./sql-policy-store.js";
export { sqlReceipts } from "./sql-receipts.js";
export { type SqlReplayStoreOptions, sqlReplayStore } from "./sql-replay-store.js";
