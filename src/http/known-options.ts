import { ConfigurationError } from "../errors/data.js";

const shared = "timeout totalTimeout retry headers validation dedupe";
const clientOptions =
  `baseUrl apiKey fetch ${shared} hooks logger logLevel onDrift paths dangerouslyAllowBrowser allowInsecureHttp`.split(
    " ",
  );
/** The options of all calls. Some methods add options to those of `CallOptions`. */
const callOptions = `signal ${shared} prefetch stringifyFallback acceptLanguage language`.split(
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
    if (names.includes(name)) continue;
    const similar = names.find((known) => isSimilar(known, name));
    throw new ConfigurationError(`${subject}: unknown option ${JSON.stringify(name)}`, {
      hint: similar ? `Did you mean ${similar}?` : `The options are ${names.join(", ")}.`,
    });
  }
}

/** Whether two names differ only in letter case and in at most three edits. */
function isSimilar(a: string, b: string): boolean {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a.toLowerCase()].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b.toLowerCase()].entries())
      next.push(
        Math.min(at(row, j) + Number(letter !== other), at(row, j + 1) + 1, at(next, j) + 1),
      );
    row = next;
  }
  return at(row, b.length) <= 3;
}

const at = (list: readonly number[], i: number): number => list[i] ?? 0;
