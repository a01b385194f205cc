import { inBrowser } from "./in-browser.js";
import { until } from "./waiting.js";

/**
 * Calls `note` for unhandled rejections, and replaces all other listeners. The returned function
 * restores them.
 */
export function watchUnhandled(note: (reason: unknown) => void): () => void {
  if (inBrowser) {
    const listener = (event: PromiseRejectionEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      note(event.reason);
    };
    addEventListener("unhandledrejection", listener, { capture: true });
    return () => removeEventListener("unhandledrejection", listener, { capture: true });
  }
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", note);
  return () => {
    process.removeListener("unhandledRejection", note);
    for (const listener of others) process.on("unhandledRejection", listener);
  };
}

/**
 * Waits until `watchUnhandled` has added every unhandled rejection so far to the list. They are
 * reported in order, so all of them come before one more.
 */
export async function flushUnhandled(unhandled: unknown[]): Promise<void> {
  void Promise.reject("the last one");
  await until(() => unhandled.includes("the last one"), "the last unhandled rejection");
  unhandled.splice(unhandled.indexOf("the last one"), 1);
}
