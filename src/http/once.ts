import { isServer, resendsByItself } from "./runtime.js";

/** Tells one sending of a write from another. It goes to a proxy of one's own only: the service knows nothing of it. */
export const onceHeader = "bursar-once";

/**
 * Browsers send a request a second time where a connection breaks that was used before, writes too, though the first may have arrived; and they
 * cannot be kept from it. By this id whoever stands in between can tell. It need not be secret, only another one each time.
 */
export function onceHeaders(): Record<string, string> {
  if (isServer() || resendsByItself()) return {};
  const word = () => Math.random().toString(36).slice(2);
  return { [onceHeader]: `${Date.now().toString(36)}-${word()}${word()}` };
}
