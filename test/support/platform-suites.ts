/**
 * The suites of what can differ between versions of Node and between browsers: requests, streams,
 * aborts, timers, stacks, servers. `test/smoke` has one test per entry of the package.
 * All other code computes the same everywhere, and `npm test` runs it once.
 */
const anywhere = ["smoke", "errors", "http", "webhooks"];

/** Folders of `test` that run in a page of Chromium and Firefox. */
export const pageFolders = [...anywhere, "resources"];

/**
 * In WebKitGTK, the uploads of `resources` cannot be encoded, and its fake `performance` has no
 * effect.
 */
export const foldersForWebKit = anywhere;

/** Folders of `test` that run on the other versions of Node. */
export const nodeFolders = [
  ...anywhere,
  "faults",
  "intents",
  "proxy",
  "resources",
  "sandbox/server",
  "undici",
];
