/** The source file of each entry of the package, by its name in an import. */
export const entries = {
  bursar: "src/index.ts",
  "bursar/schemas": "src/contract/index.ts",
  "bursar/sandbox": "src/sandbox/index.ts",
  "bursar/bitcoin": "src/bitcoin/index.ts",
  "bursar/signing": "src/tasks/index.ts",
  "bursar/intents": "src/intents/index.ts",
  "bursar/policy": "src/policy/index.ts",
  "bursar/receipts": "src/receipts/index.ts",
  "bursar/webhooks": "src/webhooks/index.ts",
  "bursar/stores": "src/stores/index.ts",
  "bursar/query": "src/query/index.ts",
  "bursar/proxy": "src/proxy/index.ts",
  "bursar/openapi": "src/openapi/index.ts",
  "bursar/tools": "src/tools/index.ts",
  "bursar/undici": "src/undici/index.ts",
};
