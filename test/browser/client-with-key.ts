import { createClient as create } from "../../src/client.js";
import type { ClientOptions } from "../../src/index.js";

export * from "../../src/client.js";

/** The twin of `createClient` for the sandbox's suites in a page: a sandbox's key is no secret, so it may be in one. */
export const createClient = (options?: ClientOptions) =>
  create({ dangerouslyAllowBrowser: true, ...options });
