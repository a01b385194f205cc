import type * as t from "../contract/tokens/records.js";
import type { CallOptions, ListOptions } from "../http/config/options.js";
import type { Call } from "../http/features/call.js";
import type { ClientCalls } from "../http/features/client-calls.js";
import { createPages, type Pages } from "../http/features/pages.js";

/** The tokens of the service. */
export class Tokens {
  readonly #calls: ClientCalls;

  /** @internal */
  constructor(calls: ClientCalls) {
    this.#calls = calls;
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
    return createPages(this.#calls, { name: "tokens.list", query, options });
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
    return this.#calls.call("tokens.chains", {}, options);
  }
}
