import type { ListedToken } from "../../contract/tokens/records.js";
import type { OperationHandlers } from "../shared/operation-handler.js";
import { createFieldError } from "../shared/service-error.js";
import {
  describeChain,
  evmChains,
  getCatalogue,
  getLogoUrl,
  getMarketDataId,
  type KnownToken,
} from "../world/catalogue.js";
import type { Project, World } from "../world/world.js";

/** The whitelist of the requested project. It is empty for an unknown project. */
function getWhitelist(
  world: World,
  project: Project,
  projectId: string | null | undefined,
): ReadonlySet<string> {
  const asked =
    projectId == null ? project : Object.values(world.projects).find(({ id }) => id === projectId);
  return new Set(asked?.whitelist.map((asset) => asset.toLowerCase()));
}

function matchesSearch({ address, name, symbol }: KnownToken, search: string): boolean {
  return [address, name, symbol].some((text) => text.toLowerCase().includes(search));
}

function describeListedToken(token: KnownToken, whitelist: ReadonlySet<string>): ListedToken {
  const asset = token.asset;
  return {
    id: `token_${asset.replace(":", "_")}`,
    address: token.address,
    name: token.name,
    symbol: token.symbol,
    marketDataId: getMarketDataId(token),
    decimals: token.decimals,
    logo: getLogoUrl(token),
    marketCap: token.marketCap,
    chain: describeChain(token.chainId),
    isWhitelistedInProject: whitelist.has(asset),
    ...(token.rwaProvider !== undefined && { rwaProvider: token.rwaProvider }),
  };
}

export const tokenHandlers: OperationHandlers = {
  "tokens.list"({ world, project, query }) {
    // Like the service: an explicit project id must not be empty.
    if (query.projectId === "")
      throw createFieldError(["projectId"], "Required", { code: "too_small", minimum: 1 });
    const whitelist = getWhitelist(world, project, query.projectId);
    const [orderBy, orderDir] = [query.orderBy ?? "marketCap", query.orderDir ?? "desc"];
    const [page, perPage] = [query.page ?? 1, query.perPage ?? 10];
    const search = query.search?.trim().toLowerCase() ?? "";
    const direction = orderDir === "asc" ? 1 : -1;
    // The stable sort keeps equal tokens in catalogue order, so that no page repeats or skips one.
    const found = [...getCatalogue().values()]
      .filter(
        (token) =>
          (query.filterWhitelist === false || whitelist.has(token.asset)) &&
          (query.filterByChainId == null || token.chainId === query.filterByChainId) &&
          matchesSearch(token, search),
      )
      .sort((a, b) => direction * (a[orderBy] - b[orderBy]));
    const shown = found.slice((page - 1) * perPage, page * perPage);
    return {
      tokens: shown.map((token) => describeListedToken(token, whitelist)),
      page,
      totalPerPage: shown.length,
      total: found.length,
    };
  },
  "tokens.chains": () => ({
    chains: [0, ...evmChains].sort((a, b) => a - b).map(describeChain),
  }),
};
