import { ConfigurationError } from "../errors/data.js";

const shared = "timeout totalTimeout retry headers validation dedupe";
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
  assertKnown("createClient", options, clientOptions);
}

export function assertCallOptions(options: unknown): void {
  assertKnown("call", options, callOptions);
}

function assertKnown(subject: string, options: unknown, names: readonly string[]): void {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError(`${subject}: expected an object with options`);
  for (const name in options) {
    // An old library may have extended Object.prototype.
    if (names.includes(name) || name in {}) continue;
    const similar = names.find((known) => startOf(known) === startOf(name));
    throw new ConfigurationError(`${subject}: unknown option ${JSON.stringify(name)}`, {
      hint: similar ? `Did you mean ${similar}?` : `The options are ${names.join(", ")}.`,
    });
  }
}

const startOf = (name: string) => name.slice(0, 4).toLowerCase();
