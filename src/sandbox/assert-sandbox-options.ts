import { ConfigurationError } from "../errors/data.js";
import { assertKnownOptions } from "../errors/unknown-option.js";
import { quoteValue } from "../shared/hide-secrets.js";
import type { SandboxOptions } from "./controls/types.js";
import { toTime } from "./world/clock.js";

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
