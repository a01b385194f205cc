// Shows the store of a signing policy in Redis, so that its limits hold for all servers.
// Pass it to createSigningPolicy: store: createRedisLimits(redis)

import type { PolicyStore } from "bursar/policy";
import type { Redis } from "ioredis";

/**
 * Adds an amount to a sorted set, unless the sum would exceed the maximum. The amounts have more
 * digits than a number of Lua, so it adds and compares texts of 96 digits, 12 at a time.
 */
const reserve = `
local function pad(text) return string.rep("0", 96 - #text) .. text end
local function add(a, b)
  local sum, carry = "", 0
  for i = 85, 1, -12 do
    local part = tonumber(a:sub(i, i + 11)) + tonumber(b:sub(i, i + 11)) + carry
    carry = math.floor(part / 1e12)
    sum = string.format("%012.0f", part - carry * 1e12) .. sum
  end
  return sum
end
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", now - ARGV[3])
local used = pad("0")
for _, member in ipairs(redis.call("ZRANGE", KEYS[1], 0, -1)) do
  local version, amount = member:match("^(%d+):.*:(%d+)$")
  if version ~= ARGV[5] then
    return redis.error_reply("limits: " .. KEYS[1] .. ": expected amounts of version " .. ARGV[5]
      .. ", got " .. (version or "one without a version") .. ". Update all servers, or wait until"
      .. " its window has ended.")
  end
  used = add(used, pad(amount))
end
if ARGV[1] == "0" or add(used, pad(ARGV[1])) > pad(ARGV[2]) then return { "", used } end
local id = ARGV[5] .. ":" .. ARGV[4] .. ":" .. ARGV[1]
redis.call("ZADD", KEYS[1], now, id)
redis.call("PEXPIRE", KEYS[1], ARGV[3])
return { id, used }`;

export function createRedisLimits(redis: Redis): PolicyStore {
  return {
    async reserve(key, amount, { version, hours, max }) {
      const milliseconds = String(Math.ceil(hours * 3_600_000));
      const args = [amount, max, milliseconds, crypto.randomUUID(), version];
      const result = await redis.eval(reserve, 1, `bursar:${key}`, ...args);
      const [id, used] = Array.isArray(result) ? result.map(String) : [];
      return { id: id || undefined, used: String(BigInt(used ?? "")) };
    },
    async release(key, id) {
      await redis.eval(`redis.call("ZREM", KEYS[1], ARGV[1])`, 1, `bursar:${key}`, id);
    },
    async freeze(name, reason) {
      await redis.set(`bursar:frozen:${name}`, reason, "NX"); // keeps the first reason
    },
    async unfreeze(name) {
      await redis.del(`bursar:frozen:${name}`);
    },
    async frozen(name) {
      return (await redis.get(`bursar:frozen:${name}`)) ?? undefined;
    },
  };
}
