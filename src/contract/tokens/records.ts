import {
  defaulted,
  essential,
  type FieldsOf,
  integerFrom,
  listOf,
  maybe,
  type ObjectSchema,
  oneOf,
} from "../records/schema.js";
import { ChainId } from "../shared/chains.js";
import type { PageSizes } from "../shared/endpoint.js";
import { AddressId, Flag, Num, Text, WholeNum } from "../shared/primitives.js";
import { Chain, checkAddressOfChain } from "../shared/records.js";

/** The number of tokens per page. */
export const tokenPageSizes: PageSizes = { default: 10, max: 100 };

const listTokensQueryFields = () => ({
  /** What the list is sorted by. @defaultValue `"marketCap"` */
  orderBy: defaulted(oneOf("marketCap", "chainId"), "marketCap"),
  /** The direction of the order. @defaultValue `"desc"` */
  orderDir: defaulted(oneOf("desc", "asc"), "desc"),
  /** Matches the address, name or symbol. */
  search: maybe(Text),
  /** Only tokens on this chain, including Bitcoin (0). */
  filterByChainId: maybe(ChainId),
  /**
   * `true` lists the tokens on the project's whitelist: **none** if the whitelist is empty. `false`
   * lists every token of the service.
   *
   * @defaultValue `true`
   */
  filterWhitelist: defaulted(Flag, true),
  /** The page number. The first page is 1. @defaultValue `1` */
  page: defaulted(integerFrom(1, Number.MAX_SAFE_INTEGER), 1),
  /** Tokens per page: 1 to 100. @defaultValue `10` */
  perPage: defaulted(integerFrom(1, tokenPageSizes.max), tokenPageSizes.default),
  /** The project whose whitelist is used. */
  projectId: maybe(Text),
});
/** The query of `client.tokens.list`. */
export interface ListTokensQuery extends FieldsOf<typeof listTokensQueryFields> {}
export const ListTokensQuery: ObjectSchema<ListTokensQuery> = {
  kind: "request",
  fields: listTokensQueryFields,
};

const listedTokenFields = () => ({
  /** The service's id of the token. */
  id: Text,
  /**
   * The token in requests. On Bitcoin, and on a chain that this version does not know, it may be
   * another word than an EVM address. Mostly in lower case: compare addresses case-insensitively.
   */
  address: essential(AddressId),
  /** The name of the token. */
  name: Text,
  /** The symbol of the token. */
  symbol: Text,
  /** The id of the token at the provider of market data. */
  marketDataId: Text,
  /** The decimals of the token. */
  decimals: WholeNum,
  /** URL of the logo. */
  logo: Text,
  /** The market capitalization. @unverified currency not documented */
  marketCap: Num,
  chain: essential(Chain),
  /** Whether the token is on the project's whitelist. */
  isWhitelistedInProject: Flag,
  /** Present on real-world assets. Swaps of these tokens require an `individualId`. */
  rwaProvider: maybe(Text),
});
/** A token that the service supports. */
export interface ListedToken extends FieldsOf<typeof listedTokenFields> {}
export const ListedToken: ObjectSchema<ListedToken> = {
  kind: "record",
  fields: listedTokenFields,
  rule: checkAddressOfChain,
};

const listedTokensFields = () => ({
  tokens: essential(listOf(ListedToken), "items of any form"),
  /** The page number. The first page is 1. */
  page: WholeNum,
  /** The number of tokens per page. @unverified of the page or at most */
  totalPerPage: WholeNum,
  /** The number of tokens. @unverified whether of all pages */
  total: WholeNum,
});
/** A page of tokens. */
export interface ListedTokens extends FieldsOf<typeof listedTokensFields> {}
export const ListedTokens: ObjectSchema<ListedTokens> = {
  kind: "record",
  fields: listedTokensFields,
};

const listedChainsFields = () => ({
  /** Including Bitcoin (0). Match chains by `id`: their names differ between calls. */
  chains: essential(listOf(Chain), "items of any form"),
});
/** The chains of the service. */
export interface ListedChains extends FieldsOf<typeof listedChainsFields> {}
export const ListedChains: ObjectSchema<ListedChains> = {
  kind: "record",
  fields: listedChainsFields,
};
