import type * as t from "../contract/tokens/types.js";
import { createPages, type Pages } from "../http/features/pages.js";
import type { ListOptions } from "../http/options.js";
import type { Transport } from "../http/transport.js";

/** The tokens of the service. */
export class Tokens {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the tokens whitelisted in the project, or, with `filterWhitelist: false`, all that are supported. A new project's whitelist is empty.
   *
   * @example
   * ```ts
   * const usdc = await client.tokens.list({ search: "USDC", filterWhitelist: false, perPage: 100 }).toArray({ limit: 50 });
   * console.log(usdc.map((token) => `${token.symbol} on ${token.chain?.id}`));
   * ```
   */
  list(query?: t.ListTokensQuery, options?: ListOptions): Pages<t.ListedToken, { page: number }> {
    return createPages(this.#transport, {
      name: "tokens.list",
      query,
      options,
    });
  }
}
