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
import { DateTime, Email, emailPattern } from "../contract/shared/primitives.js";
import { fieldsOf, isInteger } from "../contract/shared/read-schema.js";
import { documentedDefaults, requestObjects } from "../contract/shared/schema.js";
import * as shared from "../contract/shared/schemas.js";
import * as swap from "../contract/swap/schemas.js";
import * as tokens from "../contract/tokens/schemas.js";
import * as history from "../contract/wallets/history-schemas.js";
import * as portfolio from "../contract/wallets/portfolio-schemas.js";
import * as wallets from "../contract/wallets/schemas.js";
import { isObject } from "../shared/guards.js";

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

/** The exported schemas of the contract by name. They become the components. No two share one. */
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

/** Marks the objects of requests until their optional fields are described. */
const requestMark = "x-bursar-request";

const options = {
  // What is sent: some requests are converted, such as a Date to a string.
  io: "output",
  unrepresentable: "any",
  uri: (id: string) => `${referencePrefix}${id}`,
  override: ({ zodSchema, ...given }: { zodSchema: z.core.$ZodType; jsonSchema: object }) => {
    const jsonSchema = given.jsonSchema as JsonSchema;
    Object.assign(jsonSchema, formats.get(zodSchema));
    if (isInteger(zodSchema)) jsonSchema.type = "integer";
    const documented = documentedDefaults.get(zodSchema);
    if (documented) jsonSchema.default = documented.value;
    // What the client sends if the field is omitted is no default of the service.
    else delete jsonSchema.default;
    if (!requestObjects.has(zodSchema)) return;
    const fields = fieldsOf(zodSchema) ?? {};
    const required = jsonSchema.required?.filter((name) => !isOptional(fields[name]));
    if (required?.length) jsonSchema.required = required;
    else delete jsonSchema.required;
    jsonSchema[requestMark] = true;
  },
} as const;

/** Also a field with a default, which is always sent. */
const isOptional = (field: z.core.$ZodType | undefined) => field?._zod.optin !== undefined;

/** What the code checks of these texts is more than a pattern. */
const formats: ReadonlyMap<z.core.$ZodType, JsonSchema> = /* @__PURE__ */ new Map<
  z.core.$ZodType,
  JsonSchema
>([
  [Email, { format: "email", pattern: emailPattern.source }],
  [DateTime, { format: "date-time" }],
  [business.Website, { format: "uri" }],
]);

/** Describes the optional fields of requests without null: the client sends none. */
function finish(value: unknown): void {
  if (!isObject(value)) return;
  for (const inner of Object.values(value)) finish(inner);
  if (!(requestMark in value)) return;
  delete value[requestMark];
  const { properties = {} } = value as JsonSchema;
  for (const [name, { anyOf, ...field }] of Object.entries(properties)) {
    const types = [field.type].flat().filter((type) => type !== "null");
    const forms = (anyOf as JsonSchema[] | undefined)?.filter(({ type }) => type !== "null");
    if (types.length === 1 && types[0] !== undefined) field.type = types[0];
    properties[name] = {
      ...field,
      ...(forms?.length === 1 ? forms[0] : anyOf !== undefined && { anyOf }),
    };
  }
}

/** Describes all named schemas. */
export function createComponents(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, options);
  finish(schemas);
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
  const described = z.toJSONSchema(schema, options);
  finish(described);
  const { $schema, ...rest } = described;
  return rest as JsonSchema;
}
