import { assertKnownOptions } from "../errors/assert-known-options.js";

const shared = "timeout totalTimeout retry maxResponseBytes headers validation dedupe";
const clientOptions =
  `baseUrl apiKey fetch ${shared} hooks logger logLevel onDrift paths dangerouslyAllowBrowser allowInsecureHttp`.split(
    " ",
  );
/** The options of all calls. Some methods add options to those of `CallOptions`. */
const callOptions =
  `signal ${shared} extraBody extraQuery prefetch stringifyFallback acceptLanguage language`.split(
    " ",
  );

/** A misspelt option would have no effect: `apikey` would use the key of the environment. */
export function assertClientOptions(options: unknown): void {
  assertKnownOptions("createClient", options, clientOptions);
}

export function assertCallOptions(options: unknown): void {
  assertKnownOptions("call", options, callOptions);
}
