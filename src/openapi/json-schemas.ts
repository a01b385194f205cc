import * as fiat from "../contract/fiat/records.js";
import * as business from "../contract/kyc/business-records.js";
import * as kyc from "../contract/kyc/records.js";
import * as lending from "../contract/lending/records.js";
import * as liquidityOperations from "../contract/liquidity/operation-records.js";
import * as pools from "../contract/liquidity/pool-records.js";
import * as liquidity from "../contract/liquidity/records.js";
import * as prepared from "../contract/operations/prepared-records.js";
import * as operations from "../contract/operations/records.js";
import type { Schema } from "../contract/records/schema.js";
import { describeSchema, type JsonSchema } from "../contract/records/to-json-schema.js";
import * as chains from "../contract/shared/chains.js";
import * as countries from "../contract/shared/countries.js";
import * as shared from "../contract/shared/records.js";
import * as swap from "../contract/swap/records.js";
import * as tokens from "../contract/tokens/records.js";
import * as history from "../contract/wallets/history-records.js";
import * as portfolio from "../contract/wallets/portfolio-records.js";
import * as wallets from "../contract/wallets/records.js";

export type { JsonSchema };

const modules: readonly Record<string, unknown>[] = [
  ...[wallets, history, portfolio, swap, liquidity, liquidityOperations, pools, lending, fiat],
  ...[tokens, kyc, business, operations, prepared, chains, countries, shared],
];

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && "kind" in value;
}

/** The exported schemas of the contract by name. They become the components. */
function listSchemas(): ReadonlyMap<Schema, string> {
  const names = new Map<Schema, string>();
  for (const [name, value] of modules.flatMap(Object.entries))
    if (isSchema(value) && !names.has(value)) names.set(value, name);
  return names;
}

const names = /* @__PURE__ */ listSchemas();

function referenceTo(schema: Schema): string | undefined {
  const name = names.get(schema);
  return name === undefined ? undefined : `#/components/schemas/${name}`;
}

/** Describes all named schemas. */
export function createComponents(): Record<string, JsonSchema> {
  return Object.fromEntries(
    [...names].map(([schema, name]) => [name, describeSchema(schema, referenceTo)]),
  );
}

/** Describes one schema: by a reference if it is a component, or in place. */
export function toJsonSchema(schema: Schema, use: "request" | "response" | "fields"): JsonSchema {
  const $ref = use === "fields" ? undefined : referenceTo(schema);
  return $ref === undefined ? describeSchema(schema, referenceTo) : { $ref };
}
