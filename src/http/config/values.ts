import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../shared/hide-secrets.js";

export const defaultResponseBytes = 32_000_000;
// Timers have 31 bits. A longer delay would fire immediately.
export const maxTimerDelay = 2_147_483_647;

export function validateTime(name: string, value: number): number {
  if (typeof value !== "number" || !(value > 0)) {
    throw new ConfigurationError(`${name} must be milliseconds > 0, got ${quoteValue(value)}`);
  }
  return Math.min(value, maxTimerDelay);
}

export function validateOptionalTime(name: string, value: number | undefined): number | undefined {
  return value === undefined ? undefined : validateTime(name, value);
}

export function isHeaderValue(value: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]/.test(value);
}
