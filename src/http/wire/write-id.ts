import { isServer, mustStreamWrites } from "./runtime.js";

/** A header that identifies one write. Only `bursar/proxy` reads it, not the service. */
export const writeIdHeader = "bursar-once";

/**
 * Browsers repeat a request after a broken reused connection, a 421 or a 408. This also affects
 * writes that may have arrived, and cannot be turned off. The id lets the proxy detect the
 * repetition. It must be unique but not secret. Undefined if the runtime repeats no requests.
 */
export function createWriteId(): string | undefined {
  if (isServer() || mustStreamWrites()) return undefined;
  const random = () => Math.random().toString(36).slice(2);
  return `${Date.now().toString(36)}-${random()}${random()}`;
}
