import { assertKnownOptions } from "../errors/assert-known-options.js";

const shared = "timeout totalTimeout retry maxResponseBytes headers validation dedupe";
export const clientOptionNames: readonly string[] =
  `baseUrl apiKey fetch wire ${shared} hooks logger logLevel onDrift paths dangerouslyAllowBrowser allowInsecureHttp`.split(
    " ",
  );
/** The options of all calls. Some methods add options to those of `CallOptions`. */
export const callOptionNames: readonly string[] =
  `signal ${shared} extraBody extraQuery prefetch stringifyFallback acceptLanguage language`.split(
    " ",
  );

/** A misspelt option would have no effect: `apikey` would use the key of the environment. */
export function assertClientOptions(options: unknown): void {
  assertKnownOptions("createClient", options, clientOptionNames);
}

export function assertCallOptions(options: unknown): void {
  assertKnownOptions("call", options, callOptionNames);
}
