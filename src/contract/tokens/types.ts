import type { Address } from "../../shared/patterns.js";
import type { ChainId } from "../shared/chains/chain-ids.js";
import type { Maybe, Open } from "../shared/schema.js";
import type { Chain } from "../shared/types.js";
import type { UnverifiedRwaProvider } from "../shared/unverified-words.js";

/** The query of `client.tokens.list`. */
export interface ListTokensQuery {
  /** @defaultValue `"marketCap"` */
  orderBy?: "marketCap" | "chainId" | null | undefined;
  /** @defaultValue `"desc"` */
  orderDir?: "desc" | "asc" | null | undefined;
  /** Matches the address, name or symbol. */
  search?: string | null | undefined;
  /** Only tokens on this chain, including Bitcoin (0). */
  filterByChainId?: ChainId | null | undefined;
  /**
   * `true` lists the tokens on the project's whitelist: **none** if the whitelist is empty. `false`
   * lists every token of the service.
   *
   * @defaultValue `true`
   */
  filterWhitelist?: boolean | null | undefined;
  /** The page number. The first page is 1. @defaultValue `1` */
  page?: number | null | undefined;
  /** Tokens per page: 1 to 100. @defaultValue `10` */
  perPage?: number | null | undefined;
  /** The project whose whitelist is used. */
  projectId?: string | null | undefined;
}

/** A token that the service supports. */
export interface ListedToken {
  id: string;
  /**
   * The token in requests. On Bitcoin, and on a chain that this version does not know, it may be
   * another word than an EVM address. Mostly in lower case: compare addresses case-insensitively.
   */
  address: Address;
  name: string;
  symbol: string;
  /** The id of the token at the provider of market data. */
  marketDataId: string;
  decimals: number;
  /** URL of the logo. */
  logo: string;
  /** @unverified currency not documented */
  marketCap: number;
  chain: Chain;
  isWhitelistedInProject: boolean;
  /** Present on real-world assets. Swaps of these tokens require an `individualId`. */
  rwaProvider?: Maybe<Open<UnverifiedRwaProvider>>;
}

/** A page of tokens. */
export interface ListedTokens {
  tokens: ListedToken[];
  page: number;
  totalPerPage: number;
  /** The number of tokens. @unverified whether of all pages */
  total: number;
}

/** The chains of the service. */
export interface ListedChains {
  /** Including Bitcoin (0). Match chains by `id`: their names differ between calls. */
  chains: Chain[];
}
