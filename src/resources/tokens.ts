import type * as t from "../contract/tokens/records.js";
import type { CallOptions, ListOptions } from "../http/config/options.js";
import type { Call } from "../http/features/call.js";
import type { Transport } from "../http/features/client-transport.js";
import { createPages, type Pages } from "../http/features/pages.js";

/** The tokens of the service. */
export class Tokens {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the tokens on the project's whitelist, which is empty in a new project. To list all
   * supported tokens, pass `filterWhitelist: false`.
   *
   * @example
   * ```ts
   * for await (const token of client.tokens.list({ search: "USDC", filterWhitelist: false })) {
   *   console.log(token.symbol, token.chain?.id);
   * }
   * ```
   */
  list(
    query?: t.ListTokensQuery,
    options?: ListOptions,
  ): Pages<t.ListedToken, { page: number; perPage: number }, "tokens.list"> {
    return createPages(this.#transport, { name: "tokens.list", query, options });
  }

  /**
   * Lists the chains of the service, including Bitcoin (0). Match them by `id`: their names differ
   * between calls.
   *
   * @example
   * ```ts
   * const { chains } = await client.tokens.chains();
   * console.log(chains.map(({ id, name }) => `${id} ${name}`));
   * ```
   */
  chains(options?: CallOptions): Call<t.ListedChains, "tokens.chains"> {
    return this.#transport.call("tokens.chains", {}, options);
  }
}
