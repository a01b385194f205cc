import { isServer, mustStreamWrites } from "./runtime.js";

/** Identifies one sending of a write. It is for your own proxy only: the service does not know it. */
export const writeIdHeader = "bursar-once";

/**
 * Browsers repeat a request after a broken reused connection, a 421 or a 408, even a write that may
 * have arrived, and nothing can stop them. This id lets the proxy detect the repetition. It is not a secret, it
 * only has to differ each time. Undefined where the runtime repeats nothing.
 */
export function createWriteId(): string | undefined {
  if (isServer() || mustStreamWrites()) return undefined;
  const random = () => Math.random().toString(36).slice(2);
  return `${Date.now().toString(36)}-${random()}${random()}`;
}
