import type { ChainId } from "../shared/chain-ids.js";
import type { Maybe } from "../shared/schema.js";
import type { Chain } from "../shared/types.js";

/** The query of `client.tokens.list`. */
export interface ListTokensQuery {
  /** @defaultValue `"marketCap"` */
  orderBy?: "marketCap" | "chainId" | undefined;
  /** @defaultValue `"desc"` */
  orderDir?: "desc" | "asc" | undefined;
  /** Matches the address, name or symbol. */
  search?: string | undefined;
  /** Only tokens on this chain, including Bitcoin (0). */
  filterByChainId?: ChainId | undefined;
  /**
   * `true` lists the tokens on the project's whitelist: **none** if the whitelist is empty. `false`
   * lists every token of the service.
   *
   * @defaultValue `true`
   */
  filterWhitelist?: boolean | undefined;
  /** The page number. The first page is 1. @defaultValue `1` */
  page?: number | undefined;
  /** Tokens per page: 1 to 100. @defaultValue `10` */
  perPage?: number | undefined;
  /** The project whose whitelist is used. */
  projectId?: string | undefined;
}

/** A token that the service supports. */
export interface ListedToken {
  id?: Maybe<string>;
  /**
   * The token in requests. On Bitcoin it may not be an EVM address. Mostly in lower case: compare
   * addresses case-insensitively.
   */
  address: string;
  name?: Maybe<string>;
  symbol?: Maybe<string>;
  /** The id of the token at the provider of market data. */
  marketDataId?: Maybe<string>;
  decimals?: Maybe<number>;
  /** URL of the logo. */
  logo?: Maybe<string>;
  marketCap?: Maybe<number>;
  chain?: Maybe<Chain>;
  isWhitelistedInProject?: Maybe<boolean>;
  /** Present on real-world assets. Swaps of these tokens require an `individualId`. */
  rwaProvider?: Maybe<string>;
}

/** A page of tokens. */
export interface ListedTokens {
  tokens: ListedToken[];
  page?: Maybe<number>;
  totalPerPage?: Maybe<number>;
  /** The total number of tokens. 0 with `filterWhitelist` means that the whitelist is empty. */
  total?: Maybe<number>;
}
