import type { PolicyStore } from "../policy/policy-store.js";
import { openRedis, type RedisClient, rejectResult } from "./open-redis.js";
import { createReserve } from "./reserve-amount.js";

/**
 * A hash per key: an amount per id, as `version:expires:amount`, and in `last` the id of the last
 * one that was added.
 */
const read = `
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local result = { redis.call("HGET", KEYS[1], "last") or "" }
local fields = redis.call("HGETALL", KEYS[1])
for i = 1, #fields, 2 do
  local expires = fields[i + 1]:match("^%d+:(%d+):")
  if expires and tonumber(expires) <= now then
    redis.call("HDEL", KEYS[1], fields[i])
  elseif fields[i] ~= "last" then
    table.insert(result, fields[i + 1])
  end
end
return result`;

const add = `
local mark, id, version, amount, ttl = unpack(ARGV)
if (redis.call("HGET", KEYS[1], "last") or "") ~= mark then return 0 end
local time = redis.call("TIME")
local expires = time[1] * 1000 + math.floor(time[2] / 1000) + ttl
local value = version .. ":" .. string.format("%.0f", expires) .. ":" .. amount
redis.call("HSET", KEYS[1], "last", id, id, value)
if redis.call("PTTL", KEYS[1]) < tonumber(ttl) then redis.call("PEXPIRE", KEYS[1], ttl) end
return 1`;

const release = `redis.call("HDEL", KEYS[1], ARGV[1])`;
const freeze = `redis.call("SET", KEYS[1], ARGV[1], "NX")`;
const unfreeze = `redis.call("DEL", KEYS[1])`;
const frozen = `return redis.call("GET", KEYS[1])`;

/**
 * Creates a store for `createSigningPolicy` in Redis: limits hold for all processes, exactly.
 * Windows end by the clock of Redis. A Redis that evicts or loses keys forgets what was signed: use
 * `maxmemory-policy noeviction` and `appendonly yes`.
 *
 * @throws ConfigurationError if the client has no `eval`. Its methods throw it for an amount of
 * another version.
 * @example
 * ```ts
 * import { createSigningPolicy } from "bursar/policy";
 * import { type RedisClient, redisPolicyStore } from "bursar/stores";
 *
 * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359" as const;
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
      const result = await run(read, toKey(key));
      const [mark, ...values] = Array.isArray(result) ? result : [];
      if (typeof mark !== "string") return rejectResult(subject, "a list of texts");
      const amounts = values.map((value) => {
        const [, version, amount] = /^(\d+):\d+:(.*)$/.exec(String(value)) ?? [];
        return { version, amount };
      });
      return { amounts, mark };
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
      await run(release, toKey(key), id);
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
