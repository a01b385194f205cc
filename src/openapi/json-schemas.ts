import * as z from "zod/mini";
import * as fiat from "../contract/fiat/schemas.js";
import * as business from "../contract/kyc/business-schemas.js";
import * as individual from "../contract/kyc/individual-schemas.js";
import * as limits from "../contract/kyc/limit-schemas.js";
import * as kyc from "../contract/kyc/schemas.js";
import * as lending from "../contract/lending/schemas.js";
import * as liquidityOperations from "../contract/liquidity/operation-schemas.js";
import * as pools from "../contract/liquidity/pool-schemas.js";
import * as liquidity from "../contract/liquidity/schemas.js";
import * as operations from "../contract/operations/schemas.js";
import * as chains from "../contract/shared/chains.js";
import * as countries from "../contract/shared/countries.js";
import { requestObjects } from "../contract/shared/schema.js";
import * as shared from "../contract/shared/schemas.js";
import * as swap from "../contract/swap/schemas.js";
import * as tokens from "../contract/tokens/schemas.js";
import * as history from "../contract/wallets/history-schemas.js";
import * as portfolio from "../contract/wallets/portfolio-schemas.js";
import * as wallets from "../contract/wallets/schemas.js";

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  $ref?: string;
  [keyword: string]: unknown;
}

const modules: readonly Record<string, unknown>[] = [
  ...[wallets, history, portfolio, swap, liquidity, liquidityOperations, pools, lending],
  ...[fiat, tokens, kyc, individual, business, limits, operations, chains, countries, shared],
];

const referencePrefix = "#/components/schemas/";

function isSchema(value: unknown): value is z.core.$ZodType {
  return typeof value === "object" && value !== null && "_zod" in value;
}

/** The exported schemas of the contract by name. They become the components. */
function createRegistry() {
  const registry = z.registry<{ id: string }>();
  for (const schemas of modules) {
    for (const [id, schema] of Object.entries(schemas)) {
      // A few schemas are exported a second time by another module.
      if (isSchema(schema) && !registry.has(schema)) registry.add(schema, { id });
    }
  }
  return registry;
}

const registry = /* @__PURE__ */ createRegistry();

const options = {
  // What is sent: some requests are converted, such as a Date to a string.
  io: "output",
  unrepresentable: "any",
  uri: (id: string) => `${referencePrefix}${id}`,
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }) => {
    if (requestObjects.has(zodSchema)) removeNulls(jsonSchema as JsonSchema);
  },
} as const;

/** The client sends no null for an optional field, so the document does not offer it. */
function removeNulls({ properties = {} }: JsonSchema): void {
  for (const [name, field] of Object.entries(properties)) {
    const others = (field.anyOf as JsonSchema[] | undefined)?.filter(({ type }) => type !== "null");
    if (others?.length === 1) properties[name] = others[0] as JsonSchema;
  }
}

/** Describes all named schemas. */
export function createComponents(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, options);
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema as JsonSchema]),
  );
}

/** Describes one schema: by a reference if it is a component, or in place. */
export function toJsonSchema(
  schema: z.core.$ZodType,
  use: "request" | "response" | "fields",
): JsonSchema {
  const id = registry.get(schema)?.id;
  if (id !== undefined && use !== "fields") return { $ref: `${referencePrefix}${id}` };
  const { $schema, ...described } = z.toJSONSchema(schema, options);
  return described as JsonSchema;
}
