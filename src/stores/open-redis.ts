import { ConfigurationError } from "../errors/data.js";
import { toStoreError } from "./store-failure.js";

/** A client of ioredis. */
export interface IoRedisClient {
  eval(script: string, numkeys: number, ...args: string[]): Promise<unknown>;
}

/** A client of node-redis, which has `isOpen`. */
export interface NodeRedisClient {
  readonly isOpen: boolean;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** A connected client of ioredis or node-redis. */
export type RedisClient = IoRedisClient | NodeRedisClient;

/** Runs a script on one key. */
export type RunScript = (script: string, key: string, ...args: string[]) => Promise<unknown>;

export function openRedis(subject: string, redis: RedisClient): RunScript {
  if (typeof (Object(redis) as Partial<RedisClient>).eval !== "function")
    throw new ConfigurationError(`${subject}: redis: expected a client with eval`, {
      hint: "Pass a client of ioredis or node-redis.",
    });
  return async (script, key, ...args) => {
    try {
      if ("isOpen" in redis) return await redis.eval(script, { keys: [key], arguments: args });
      return await redis.eval(script, 1, key, ...args);
    } catch (error) {
      throw toStoreError(subject, "eval", error);
    }
  };
}

export const rejectResult = (subject: string, expected: string): never => {
  throw new ConfigurationError(`${subject}: eval: expected ${expected}`, {
    hint: "Pass a client of ioredis or node-redis, without a transformation of results.",
  });
};
