export { createProxy } from "./create-proxy.js";
export { type ProxyErrorFacts, type ProxyErrorId, proxyErrors } from "./proxy-error-catalogue.js";
export {
  type NodeHandler,
  type NodeRequest,
  type NodeResponse,
  toNodeHandler,
} from "./to-node-handler.js";
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
