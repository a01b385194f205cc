import { ConfigurationError } from "../errors/data.js";
import { integerPattern } from "../shared/patterns.js";

export function parseWholeNumber(flag: string, text: string, max: number): number {
  const value = integerPattern.test(text) ? Number(text) : Number.NaN;
  if (value <= max) return value;
  throw new ConfigurationError(`${flag} ${text}: expected a whole number from 0 to ${max}`);
}
