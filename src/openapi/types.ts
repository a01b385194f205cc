import type { JsonSchema } from "../contract/records/to-json-schema.js";

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  webhooks: Record<string, { post: OpenApiOperation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<string, { type: "apiKey"; in: "header"; name: string }>;
  };
}

/** One operation of an OpenAPI document. */
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  /** Empty for webhooks, which need no key. */
  security?: Record<string, string[]>[];
  parameters?: OpenApiParameter[];
  requestBody?: { required: boolean; content: OpenApiContent };
  responses: Record<string, { description: string; content?: OpenApiContent }>;
}

/** A body by its media type. The example is complete. */
export type OpenApiContent = Record<
  string,
  { schema: JsonSchema; examples?: { complete: { value: unknown } } }
>;

/** One parameter of an OpenAPI operation. */
export interface OpenApiParameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  deprecated?: boolean;
  schema: JsonSchema;
  style?: "form";
  explode?: boolean;
}
