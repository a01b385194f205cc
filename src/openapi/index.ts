export {
  createOpenApi,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiOptions,
  type OpenApiParameter,
} from "./create-openapi.js";
export type { JsonSchema } from "./json-schemas.js";
