import { assertKnownOptions } from "../../errors/assert-known-options.js";
import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../errors/hide-secrets.js";
import type { SandboxOptions } from "../types.js";

const optionNames = Object.keys({
  seed: true,
  now: true,
  tick: true,
  latency: true,
  baseUrl: true,
  keyless: true,
} satisfies Record<keyof SandboxOptions, true>);

export function assertSandboxOptions(options: SandboxOptions): void {
  assertKnownOptions("createSandbox", options, optionNames);
  const { now } = options;
  if (now !== undefined && typeof now !== "function") toTime(now);
  for (const name of ["tick", "latency"] as const) {
    const { [name]: duration = 0 } = options;
    if (!(typeof duration === "number" && duration >= 0 && duration < Number.POSITIVE_INFINITY))
      throw new ConfigurationError(
        `createSandbox: expected milliseconds ≥ 0 as ${name}, got ${quoteValue(duration)}`,
      );
  }
}

/** Throws if it is not a time. */
export function toTime(now: unknown): number {
  // A fake Date is not an instance of the current one.
  const isDate = typeof (now as Date | null)?.getTime === "function";
  const time = isDate ? (now as Date).getTime() : now;
  if (typeof time === "number" && Math.abs(time) <= maxTime) return time;
  throw new ConfigurationError(
    `createSandbox: expected now to be a valid date or milliseconds since 1970, got ${isDate ? "an invalid date" : quoteValue(now)}`,
    { hint: "A function returns milliseconds." },
  );
}

/** The last time that a `Date` can have. */
const maxTime = 8_640_000_000_000_000;
