import { endpoint } from "../shared/endpoint.js";
import { ListedChains, ListedTokens, ListTokensQuery, tokenPageSizes } from "./records.js";
/** List the tokens that the project has whitelisted, or all that the service supports. */
export const listTokens = /* @__PURE__ */ endpoint({
  name: "tokens.list",
  title: "List the tokens that the project has whitelisted, or all that the service supports",
  label: "E15",
  method: "GET",
  path: "/api/v1/crypto/tokens",
  query: ListTokensQuery,
  response: ListedTokens,
  errors: [],
  effect: "read",
  known: "contract",
  paging: {
    style: "page",
    items: "tokens",
    param: "page",
    total: "total",
    size: "perPage",
    sizes: tokenPageSizes,
  },
});

export const listChains = /* @__PURE__ */ endpoint({
  name: "tokens.chains",
  title: "List the chains of the service",
  method: "GET",
  path: "/api/v1/crypto/chains",
  response: ListedChains,
  errors: [],
  effect: "read",
  known: "published",
});

/** The endpoints of this file, in the order of the reference. */
export default [listTokens, listChains] as const;
