import { createUnknownError } from "../../errors/assert-known-options.js";
import { ConfigurationError } from "../../errors/data.js";
import { listProblemCodes, severityOf } from "../../errors/problem-severity.js";

/**
 * Copies an array of problem codes.
 *
 * @throws {ConfigurationError} for a misspelt code: it would accept nothing.
 */
export function readCodes(subject: string, value: unknown): string[] {
  if (!Array.isArray(value)) throw createTypeError(subject, describeType(value));
  const codes: unknown[] = Array.from(value);
  const allCodes = listProblemCodes();
  const known: readonly string[] = allCodes;
  const review = allCodes.filter((code) => severityOf(code) === "review");
  return codes.map((code) => {
    if (typeof code !== "string")
      throw createTypeError(subject, `a list with ${describeType(code)}`);
    if (!known.includes(code)) throw createUnknownError(subject, "code", code, known, review);
    return code;
  });
}

function createTypeError(subject: string, received: string): ConfigurationError {
  const message = `${subject}: expected an array of codes, got ${received}.`;
  return new ConfigurationError(message, { hint: 'Pass an array, such as ["price_loss"].' });
}

/** The value itself could be a secret. */
function describeType(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (kind === "Set" || kind === "Map") return `a ${kind}`;
  return typeof value === "object" ? "an object" : `a value of type ${typeof value}`;
}
