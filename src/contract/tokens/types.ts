import type { ChainId } from "../shared/chain-ids.js";
import type { Maybe } from "../shared/schema.js";
import type { Chain } from "../shared/types.js";

/** What `client.tokens.list` takes. */
export interface ListTokensQuery {
  /** @defaultValue `"marketCap"` */
  orderBy?: "marketCap" | "chainId" | undefined;
  /** @defaultValue `"desc"` */
  orderDir?: "desc" | "asc" | undefined;
  /** Matches address, name or symbol. */
  search?: string | undefined;
  /** Only tokens on this chain; Bitcoin (0) is allowed. */
  filterByChainId?: ChainId | undefined;
  /**
   * `false` lists every token of the service. Otherwise only the tokens that the project has whitelisted are listed:
   * **none at all** until it has whitelisted some.
   *
   * @defaultValue `true`
   */
  filterWhitelist?: boolean | undefined;
  /** Which page, from 1. @defaultValue `1` */
  page?: number | undefined;
  /** Tokens a page: 1 to 100. @defaultValue `10` */
  perPage?: number | undefined;
  /** The project whose whitelist is used. */
  projectId?: string | undefined;
}

/** A token that the service supports. */
export interface ListedToken {
  id?: Maybe<string>;
  /**
   * What names the token in requests. On Bitcoin it need not be an EVM address. Lower case in most answers:
   * compare addresses without regard to case.
   */
  address: string;
  name?: Maybe<string>;
  symbol?: Maybe<string>;
  /** Id of the token at the source of market data. */
  marketDataId?: Maybe<string>;
  decimals?: Maybe<number>;
  /** URL of the logo. */
  logo?: Maybe<string>;
  marketCap?: Maybe<number>;
  chain?: Maybe<Chain>;
  isWhitelistedInProject?: Maybe<boolean>;
  /** Present on real-world assets: swaps with such a token need an `individualId`. */
  rwaProvider?: Maybe<string>;
}

/** A page of tokens. */
export interface ListedTokens {
  tokens: ListedToken[];
  page?: Maybe<number>;
  totalPerPage?: Maybe<number>;
  /** How many tokens there are in all. 0 with `filterWhitelist` on means that the project has whitelisted none. */
  total?: Maybe<number>;
}
