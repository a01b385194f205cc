import { finiteFrom, type Options, unchecked, withDefault } from "../errors/options.js";
import type { SandboxOptions } from "./controls/types.js";
import { httpUrl } from "./shared/parse-http-url.js";

export const sandboxOptions: Options<
  SandboxOptions,
  "seed" | "tick" | "latency" | "baseUrl"
> = () => ({
  seed: withDefault({ kind: "text" }, "bursar"),
  // Read by the clock.
  now: unchecked,
  tick: withDefault(finiteFrom(0, "milliseconds"), 1_000),
  latency: withDefault(finiteFrom(0, "milliseconds"), 0),
  baseUrl: withDefault(httpUrl(), "https://sandbox.test"),
  keyless: unchecked,
});
