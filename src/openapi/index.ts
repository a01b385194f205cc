export { createOpenApi, type OpenApiOptions } from "./create-openapi.js";
export type { JsonSchema } from "./json-schemas.js";
export type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
} from "./types.js";
