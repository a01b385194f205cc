export * from "./any-bursar-error.js";
export * from "./api.js";
export * from "./base.js";
export * from "./connection.js";
export * from "./data.js";
export type * from "./errors-of.js";
export * from "./is-api-error.js";
export * from "./signing.js";
export * from "./webhook.js";
