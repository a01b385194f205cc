import * as viem from "viem";
import * as bitcoin from "../../src/bitcoin/index.js";
import * as schemas from "../../src/contract/index.js";
import * as bursar from "../../src/index.js";
import * as intents from "../../src/intents/index.js";
import * as openapi from "../../src/openapi/index.js";
import * as policy from "../../src/policy/index.js";
import * as proxy from "../../src/proxy/index.js";
import * as query from "../../src/query/index.js";
import * as receipts from "../../src/receipts/index.js";
import * as sandbox from "../../src/sandbox/index.js";
import * as stores from "../../src/stores/index.js";
import * as signing from "../../src/tasks/index.js";
import * as tools from "../../src/tools/index.js";
import * as undici from "../../src/undici/index.js";
import * as webhooks from "../../src/webhooks/index.js";

/** What the examples import: the sources of every entry, and viem. */
export const bursarModules: Readonly<Record<string, unknown>> = {
  bursar,
  "bursar/bitcoin": bitcoin,
  "bursar/intents": intents,
  "bursar/openapi": openapi,
  "bursar/policy": policy,
  "bursar/proxy": proxy,
  "bursar/query": query,
  "bursar/receipts": receipts,
  "bursar/sandbox": sandbox,
  "bursar/schemas": schemas,
  "bursar/signing": signing,
  "bursar/stores": stores,
  "bursar/tools": tools,
  "bursar/undici": undici,
  "bursar/webhooks": webhooks,
  viem,
};
