import { createClient as create } from "../../src/client.js";
import type { ClientOptions } from "../../src/index.js";

export * from "../../src/client.js";

/**
 * Replaces `createClient` in the sandbox's suites in a page. A sandbox's key is not secret, so a
 * page may have it.
 */
export const createClient = (options?: ClientOptions) =>
  create({ dangerouslyAllowBrowser: true, ...options });
