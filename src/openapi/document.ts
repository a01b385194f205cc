import { createOpenApi, type OpenApiDocument } from "./create-openapi.js";

/**
 * The document that the package has as JSON. The build replaces this module with that document,
 * which needs no schemas.
 */
const document: OpenApiDocument = createOpenApi();
export default document;
