export * from "./api.js";
export * from "./base.js";
export * from "./data.js";
export * from "./signing.js";
export * from "./transport.js";
export * from "./webhook.js";
