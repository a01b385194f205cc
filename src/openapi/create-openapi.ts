import { endpoints } from "../contract/endpoints.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import { type ErrorId, errorFacts } from "../contract/shared/error-catalogue.js";
import { type Options, readOptions, withDefault } from "../errors/options.js";
import { createEventComponents, createWebhooks } from "./describe-webhooks.js";
import { examples } from "./examples.js";
import {
  createComponents,
  describeField,
  describeFields,
  describeWhole,
  type JsonSchema,
  toContent,
  toJsonSchema,
} from "./json-schemas.js";
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from "./types.js";

/** Options of `createOpenApi`. */
export interface OpenApiOptions {
  /** The URL of the service. Default: a relative URL. */
  serverUrl?: string | undefined;
}

const documentOptions: Options<OpenApiOptions, "serverUrl"> = () => ({
  serverUrl: withDefault({ kind: "text" }, "/"),
});

/**
 * Describes every operation of the service as an OpenAPI 3.1 document, from the values that the
 * client itself uses: every operation, field and webhook with a description and an example.
 * `npx bursar openapi` prints it. Rules between fields, such as "`expiration` requires
 * `minAmountOut`", have no form in OpenAPI.
 *
 * @throws ConfigurationError if an option is unknown.
 * @example
 * ```ts
 * import { createOpenApi } from "bursar/openapi";
 *
 * const document = createOpenApi({ serverUrl: "https://api.example.com" });
 * console.log(Object.keys(document.paths).length);
 * ```
 */
export function createOpenApi(options: OpenApiOptions = {}): OpenApiDocument {
  const { serverUrl } = readOptions("createOpenApi", options, documentOptions);
  const paths: OpenApiDocument["paths"] = {};
  for (const endpoint of endpoints as readonly Endpoint[]) {
    const method = endpoint.method.toLowerCase();
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: describeOperation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Smart wallets, swaps, liquidity, lending, fiat, tokens and identity checks",
      version: "v1",
      description:
        "Amounts are decimal strings. Unknown response fields and words may appear: ignore them.",
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set([...endpoints.map(({ name }) => getTag(name)), "webhooks"])].map((name) => ({
      name,
    })),
    paths,
    webhooks: createWebhooks(),
    components: {
      schemas: { ...createComponents(), ...createEventComponents() },
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "x-api-key" } },
    },
  };
}

const getTag = (name: string) => name.split(".")[0] as string;

const effects = {
  read: "Changes nothing and can be repeated.",
  quote: "Changes nothing and can be repeated.",
  write: "Changes something. Never repeat it before you know the outcome of the first call.",
};

const sources = {
  contract: "",
  published: " Documented outside the service contract.",
  inferred: " **Not documented: inferred from similar operations.**",
};

function describeOperation(endpoint: Endpoint): OpenApiOperation {
  const { name, title, effect, known, body } = endpoint;
  const parameters = describeParameters(endpoint);
  const [request] = examples[name] ?? [];
  return {
    operationId: name.replaceAll(".", "_"),
    summary: title,
    description: `${describeWhole(name)} ${effects[effect]}${sources[known]}`,
    tags: [getTag(name)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: toContent(toJsonSchema(body), request) },
    }),
    responses: { "2XX": describeSuccess(endpoint), ...describeErrors(endpoint) },
  };
}

function describeSuccess({ name, response }: Endpoint): OpenApiOperation["responses"][string] {
  if (!response) return { description: "Success, without a body" };
  const [, example] = examples[name] ?? [];
  return { description: "Success", content: toContent(toJsonSchema(response), example) };
}

function describeParameters(endpoint: Endpoint): OpenApiParameter[] {
  const { name: operation, params, query, arrays, headers = {} } = endpoint;
  const inPath = listFields(params, operation).map((field) => ({
    ...field,
    in: "path" as const,
    required: true,
  }));
  const inQuery = listFields(query, operation).map((field) => ({
    ...field,
    in: "query" as const,
    ...(field.schema.deprecated === true && { deprecated: true }),
    ...(field.schema.type === "array" && { style: "form" as const, explode: arrays === "repeat" }),
  }));
  const inHeaders = Object.values(headers).map((name) => ({
    name,
    in: "header" as const,
    required: false,
    description: describeField(operation, name) as string,
    schema: { type: "string" },
  }));
  return [...inPath, ...inQuery, ...inHeaders];
}

function listFields(schema: Endpoint["query"], operation: string) {
  if (!schema) return [];
  const { properties = {}, required = [] } = describeFields(schema, operation);
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    description: description as string,
    schema: field,
    required: required.includes(name),
  }));
}

/** The errors that every operation may have. */
const commonErrors: readonly ErrorId[] = ["BAD_REQUEST", "HTTP_EXCEPTION"];

function describeErrors({ errors }: Endpoint): OpenApiOperation["responses"] {
  const idsByStatus = new Map<string, ErrorId[]>();
  for (const id of [...errors, ...commonErrors]) {
    const known = [errorFacts(id)?.status ?? []].flat();
    for (const status of known.length > 0 ? known : ["default"]) {
      const ids = idsByStatus.get(String(status)) ?? [];
      idsByStatus.set(String(status), [...ids, id]);
    }
  }
  return {
    ...Object.fromEntries([...idsByStatus].map(([status, ids]) => [status, describeError(ids)])),
    default: { description: "Another error", content: toContent(errorReference) },
  };
}

const errorReference: JsonSchema = { $ref: "#/components/schemas/ErrorEnvelope" };

function describeError(ids: readonly ErrorId[]): OpenApiOperation["responses"][string] {
  const description = ids.map((id) => `\`${id}\`: ${errorFacts(id)?.meaning}`).join("; ");
  return { description, content: toContent(errorReference) };
}
