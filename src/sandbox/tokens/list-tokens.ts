import type { ListedToken } from "../../contract/tokens/types.js";
import type { Handler, Handlers } from "../shared/operation-handler.js";
import { BadRequest } from "../shared/service-error.js";
import { chainRecord, type KnownToken, logoOf, tokens } from "../world/catalogue.js";
import { assetOf } from "../world/ledger.js";
import type { Project, World } from "../world/world.js";

const list: Handler<"tokens.list"> = ({ world, project, query }) => {
  // Seen in the running service: a project id that is there must not be empty.
  if (query.projectId === "")
    throw new BadRequest([
      { code: "too_small", minimum: 1, path: ["projectId"], message: "Required" },
    ]);
  const whitelist = whitelistOf(world, project, query.projectId);
  const { orderBy = "marketCap", orderDir = "desc", page = 1, perPage = 10 } = query;
  const search = query.search?.trim().toLowerCase() ?? "";
  const direction = orderDir === "asc" ? 1 : -1;
  // The sort is stable: tokens of equal rank stay in the catalogue's order, so that no page repeats or skips one.
  const found = [...tokens().values()]
    .filter(
      (token) =>
        (query.filterWhitelist === false || whitelist.has(assetOf(token.chainId, token.address))) &&
        (query.filterByChainId === undefined || token.chainId === query.filterByChainId) &&
        matches(token, search),
    )
    .sort((a, b) => direction * (a[orderBy] - b[orderBy]));
  const shown = found.slice((page - 1) * perPage, page * perPage);
  return {
    body: {
      tokens: shown.map((token) => describe(token, whitelist)),
      page,
      totalPerPage: shown.length,
      total: found.length,
    },
  };
};

/** The whitelist of the project that was asked for. A project that nobody knows has whitelisted nothing. */
function whitelistOf(
  world: World,
  project: Project,
  projectId: string | undefined,
): ReadonlySet<string> {
  const asked =
    projectId === undefined
      ? project
      : Object.values(world.projects).find(({ id }) => id === projectId);
  return new Set(asked?.whitelist.map((asset) => asset.toLowerCase()));
}

function matches({ address, name, symbol }: KnownToken, search: string): boolean {
  return [address, name, symbol].some((text) => text.toLowerCase().includes(search));
}

function describe(token: KnownToken, whitelist: ReadonlySet<string>): ListedToken {
  const asset = assetOf(token.chainId, token.address);
  return {
    id: `token_${asset.replace(":", "_")}`,
    address: token.address,
    name: token.name,
    symbol: token.symbol,
    marketDataId: token.name.toLowerCase().replaceAll(" ", "-"),
    decimals: token.decimals,
    logo: logoOf(token),
    marketCap: token.marketCap,
    chain: chainRecord(token.chainId),
    isWhitelistedInProject: whitelist.has(asset),
    ...(token.rwaProvider !== undefined && { rwaProvider: token.rwaProvider }),
  };
}

export const tokenHandlers: Handlers = { "tokens.list": list };
