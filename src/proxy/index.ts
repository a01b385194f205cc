export type { NodeHandler, NodeRequest, NodeResponse } from "../node/node-types.js";
export { type NodeHandlerOptions, toNodeHandler } from "../node/to-node-handler.js";
export { createProxy } from "./create-proxy.js";
export { type ProxyErrorFacts, type ProxyErrorId, proxyErrors } from "./proxy-error-catalogue.js";
export type {
  Authorize,
  BursarProxy,
  ProxyCall,
  ProxyErrorBody,
  ProxyEvent,
  ProxyInput,
  ProxyInputOf,
  ProxyOptions,
  TooMany,
} from "./types.js";
export { walletOf, walletsOf } from "./wallets.js";
