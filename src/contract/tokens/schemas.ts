import type { Address } from "../../shared/patterns.js";
import { ChainId } from "../shared/chains.js";
import type { PageSizes } from "../shared/endpoint.js";
import { Flag, Id, integerFrom, listOf, Num, oneOf, Text } from "../shared/primitives.js";
import {
  defaulted,
  type ExactSchema,
  maybe,
  openWord,
  optional,
  record,
  request,
  typedAs,
} from "../shared/schema.js";
import { Chain, checkAddressOfChain } from "../shared/schemas.js";
import type { UnverifiedRwaProvider } from "../shared/unverified-words.js";
import type * as t from "./types.js";

/** The number of tokens per page. */
export const tokenPageSizes: PageSizes = { default: 10, max: 100 };

/** E15: the query. */
export const ListTokensQuery: ExactSchema<t.ListTokensQuery> = request(() => ({
  orderBy: defaulted(oneOf("marketCap", "chainId"), "marketCap"),
  orderDir: defaulted(oneOf("desc", "asc"), "desc"),
  search: optional(Text),
  filterByChainId: optional(ChainId),
  filterWhitelist: defaulted(Flag, true),
  page: defaulted(integerFrom(1, Number.MAX_SAFE_INTEGER), 1),
  perPage: defaulted(integerFrom(1, tokenPageSizes.max), tokenPageSizes.default),
  projectId: optional(Text),
}));

/** A token. */
export const ListedToken: ExactSchema<t.ListedToken> = record(
  () => ({
    id: Text,
    address: typedAs<Address>(Id),
    name: Text,
    symbol: Text,
    marketDataId: Text,
    decimals: Num,
    logo: Text,
    marketCap: Num,
    chain: Chain,
    isWhitelistedInProject: Flag,
    rwaProvider: maybe(openWord<UnverifiedRwaProvider>()),
  }),
  {
    essential: { fields: ["address", "chain"] },
    rule: checkAddressOfChain,
  },
);

/** E15: the response. */
export const ListedTokens: ExactSchema<t.ListedTokens> = record(
  () => ({
    tokens: listOf(ListedToken),
    page: Num,
    totalPerPage: Num,
    total: Num,
  }),
  { essential: { fields: ["tokens"], anyFormIn: ["tokens"] } },
);

/** The chains of the service. */
export const ListedChains: ExactSchema<t.ListedChains> = record(() => ({ chains: listOf(Chain) }), {
  essential: { fields: ["chains"], anyFormIn: ["chains"] },
});
