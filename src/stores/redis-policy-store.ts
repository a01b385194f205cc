import type { PolicyStore } from "../policy/policy-store.js";
import { openRedis, type RedisClient, rejectResult } from "./open-redis.js";
import { createReserve } from "./reserve-amount.js";

/**
 * A hash per key: an amount per id, as `version:expires:amount`, and in `last` the id of the last
 * one that was added.
 */
const read = `
local time = redis.call("TIME")
local now = string.format("%.0f", time[1] * 1000 + math.floor(time[2] / 1000))
return { now, redis.call("HGETALL", KEYS[1]) }`;

const add = `
local mark, id, version, amount, ttl = unpack(ARGV)
if (redis.call("HGET", KEYS[1], "last") or "") ~= mark then return 0 end
local time = redis.call("TIME")
local expires = time[1] * 1000 + math.floor(time[2] / 1000) + ttl
local value = version .. ":" .. string.format("%.0f", expires) .. ":" .. amount
redis.call("HSET", KEYS[1], "last", id, id, value)
if redis.call("PTTL", KEYS[1]) < tonumber(ttl) then redis.call("PEXPIRE", KEYS[1], ttl) end
return 1`;

/** Neither removes the mark. */
const remove = `
for _, id in ipairs(ARGV) do
  if id ~= "last" then redis.call("HDEL", KEYS[1], id) end
end`;

const freeze = `redis.call("SET", KEYS[1], ARGV[1], "NX")`;
const unfreeze = `redis.call("DEL", KEYS[1])`;
const frozen = `return redis.call("GET", KEYS[1])`;

/**
 * Creates a store for `createSigningPolicy` in Redis: limits hold for all processes, exactly.
 * Windows end by the clock of Redis. A Redis that evicts or loses keys forgets what was signed: use
 * `maxmemory-policy noeviction` and `appendonly yes`.
 *
 * @throws {ConfigurationError} if the client has no `eval`. Its methods throw it for an amount of
 * another version.
 * @example
 * ```ts
 * import { createSigningPolicy } from "bursar/policy";
 * import { type RedisClient, redisPolicyStore } from "bursar/stores";
 *
 * const limits = [{ token: usdc, windows: [{ hours: 24, max: "1000" }] }];
 * // redis: new Redis(url) of ioredis, or a connected client of node-redis
 * const createPolicy = (redis: RedisClient) => {
 *   const store = redisPolicyStore(redis);
 *   return createSigningPolicy({ chains: [137], receivers: [], limits, store });
 * };
 * console.log(createPolicy);
 * ```
 */
export function redisPolicyStore(redis: RedisClient): PolicyStore {
  const subject = "redisPolicyStore";
  const run = openRedis(subject, redis);
  const toKey = (key: string) => `bursar:${key}`;
  const toFrozen = (name: string) => `bursar:frozen:${name}`;

  const reserve = createReserve(subject, {
    async read(key) {
      const [now, pairs] = Object((await run(read, toKey(key))) ?? []) as [unknown, unknown];
      if (typeof now !== "string" || !Array.isArray(pairs))
        return rejectResult(subject, "the time and a list");
      const fields = new Map<unknown, unknown>();
      for (let i = 0; i < pairs.length; i += 2) fields.set(pairs[i], pairs[i + 1]);
      const mark = fields.get("last") ?? "";
      fields.delete("last");
      const amounts = [];
      const expired: string[] = [];
      for (const [id, value] of fields) {
        const [, version, expires, amount] = /^(\d+):(\d+):(.*)$/.exec(String(value)) ?? [];
        if (expires !== undefined && BigInt(expires) <= BigInt(now)) expired.push(String(id));
        else amounts.push({ version, amount });
      }
      if (expired.length > 0) await run(remove, toKey(key), ...expired);
      return { amounts, mark: String(mark) };
    },
    async add(key, mark, { id, version, amount, milliseconds }) {
      const values = [mark, id, String(version), amount, String(milliseconds)];
      const result = await run(add, toKey(key), ...values);
      return result === 1 || (result !== 0 && rejectResult(subject, "0 or 1"));
    },
  });

  return {
    reserve,
    async release(key, id) {
      await run(remove, toKey(key), id);
    },
    async freeze(name, reason) {
      await run(freeze, toFrozen(name), reason);
    },
    async unfreeze(name) {
      await run(unfreeze, toFrozen(name));
    },
    async frozen(name) {
      const reason = await run(frozen, toFrozen(name));
      return reason === null || reason === undefined ? undefined : String(reason);
    },
  };
}
