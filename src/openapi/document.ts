import { createOpenApi, type OpenApiDocument } from "./create-openapi.js";

/** The build for pages replaces this module with the document itself, which needs no schemas. */
const document: OpenApiDocument = createOpenApi();
export default document;
