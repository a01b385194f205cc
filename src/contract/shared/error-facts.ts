// The root entry imports it from here. The build gives this file its own copy of the catalogue, so
// that a page which does not use it loads the catalogue with its first call: see tsup.config.ts.
export { errorFacts } from "./error-catalogue.js";
