import { quoteValue } from "../shared/hide-secrets.js";
import { findSimilar } from "../shared/option-names.js";
import { ConfigurationError } from "./data.js";

/**
 * Rejects unknown options: a misspelt one would have no effect. `known` has their names, mostly an
 * `OptionNames`. `for in` also finds the options of class instances and inherited ones, and reads
 * no value. An option of `Object.prototype` is rejected, because it was not passed.
 */
export function assertKnownOptions(
  subject: string,
  options: unknown,
  known: Readonly<Record<string, unknown>> | readonly string[],
): void {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError(`${subject}: expected an object with options`);
  const names: readonly string[] = Array.isArray(known) ? known : Object.keys(known);
  const polluted = names.find((name) => isFromObjectPrototype(options, name));
  if (polluted !== undefined) {
    const message = `${subject}: Object.prototype has a property ${polluted}, which would be an option of every call`;
    throw new ConfigurationError(message, {
      hint: "Find the code that adds it: it may be an attack.",
    });
  }
  for (const name in options) {
    // An old library may have extended Object.prototype.
    if (names.includes(name) || name in {}) continue;
    throw createUnknownError(subject, "option", name, names);
  }
}

/** Only the prototype of all objects, of any realm, has a method of this name. */
function isFromObjectPrototype(options: object, name: string): boolean {
  if (!(name in options)) return false;
  let owner: object | null = options;
  while (owner && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  return owner !== null && Object.hasOwn(owner, "isPrototypeOf");
}

/** Suggests the name that is meant, or else lists `shown`. `kind` is a noun, such as `option`. */
export function createUnknownError(
  subject: string,
  kind: string,
  name: unknown,
  names: readonly string[],
  shown: readonly string[] = names,
): ConfigurationError {
  const similar = typeof name === "string" ? findSimilar(name, names) : undefined;
  return new ConfigurationError(`${subject}: unknown ${kind} ${quoteValue(name, 80)}`, {
    hint: similar ? `Did you mean ${similar}?` : `The ${kind}s are ${shown.join(", ")}.`,
  });
}
