import type * as o from "../contract/liquidity/operation-records.js";
import type * as p from "../contract/liquidity/pool-records.js";
import type * as t from "../contract/liquidity/records.js";
import type { CallOptions, ListOptions } from "../http/config/options.js";
import type { Call } from "../http/features/call.js";
import type { Transport } from "../http/features/client-transport.js";
import { createPages, type Pages } from "../http/features/pages.js";

/**
 * Concentrated-liquidity positions and pools. The service does not document whether a call prepares
 * or starts an operation, so every call for a wallet is treated as a write. Check each response
 * with `hasSomethingToSign`. Without a hash, nothing was executed.
 */
export class Liquidity {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a position from one input token, which is swapped into both tokens of the pool.
   * Returns the operation to sign.
   *
   * @throws `ApiError` with the id `NOT_AUTHORIZED_TOKENS`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`.
   * @example
   * ```ts
   * import { hasSomethingToSign } from "bursar";
   *
   * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
   * const { operation } = await client.liquidity.createWithSwap({
   *   walletAddress,
   *   toAddress: walletAddress,
   *   chainId: 137,
   *   payGasFeeToken: usdc,
   *   gasFeePaymentMethod: "ADD_TO_AMOUNT",
   *   tokenIn: usdc,
   *   amountIn: "100",
   *   token0: usdc,
   *   token1: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
   *   poolFeePercent: 0.05,
   *   minPrice: 0.0002,
   *   maxPrice: 0.0006,
   * });
   * if (hasSomethingToSign(operation)) console.log("to sign:", operation.userOperationHash);
   * ```
   */
  createWithSwap(
    request: t.CreateLiquidityRequest,
    options?: CallOptions,
  ): Call<o.CreateWithSwapResult, "liquidity.createWithSwap"> {
    return this.#transport.call("liquidity.createWithSwap", { body: request }, options);
  }

  /**
   * Creates a position, with the same request as {@link Liquidity.createWithSwap}. Returns an
   * operation to sign, or only a copy of the request. `hasSomethingToSign` distinguishes them.
   *
   * @throws `ApiError` with the id `NOT_AUTHORIZED_TOKENS`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`.
   * @example
   * ```ts
   * import { hasSomethingToSign } from "bursar";
   *
   * const { operation } = await client.liquidity.create(position);
   * if (hasSomethingToSign(operation)) console.log("to sign:", operation.userOperationHash);
   * ```
   */
  create(
    request: t.CreateLiquidityRequest,
    options?: CallOptions,
  ): Call<o.CreateLiquidityResult, "liquidity.create"> {
    return this.#transport.call("liquidity.create", { body: request }, options);
  }

  /**
   * Moves a position to another price range. It withdraws the whole position, swaps as needed, and
   * opens a new position. Returns an operation to sign, or only a copy of the request, as the
   * service documents it: check with `hasSomethingToSign`.
   *
   * @throws `ApiError` with the id `NOT_AUTHORIZED_TOKENS`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`, `BLOCKCHAIN_ERROR`.
   * @example
   * ```ts
   * const { operation } = await client.liquidity.rebalance({
   *   walletAddress,
   *   toAddress: walletAddress,
   *   chainId: 137,
   *   tokenId,
   *   newPosition: { minPrice: 0.0003, maxPrice: 0.0007 },
   * });
   * console.log(operation.userOperationHash ?? "nothing to sign");
   * ```
   */
  rebalance(
    request: t.RebalanceLiquidityRequest,
    options?: CallOptions,
  ): Call<o.RebalanceLiquidityResult, "liquidity.rebalance"> {
    return this.#transport.call("liquidity.rebalance", { body: request }, options);
  }

  /**
   * Adds liquidity to a position or removes it, by amounts. A percentage can only remove. Returns
   * an operation to sign, or only a copy of the request: check with `hasSomethingToSign`.
   *
   * @throws `ApiError` with the id `NOT_AUTHORIZED_TOKENS`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT`, `BLOCKCHAIN_ERROR`.
   * @example
   * ```ts
   * const { operation } = await client.liquidity.change({
   *   walletAddress,
   *   chainId: 137,
   *   tokenId,
   *   payGasFeeToken: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
   *   gasFeePaymentMethod: "ADD_TO_AMOUNT",
   *   change: { percentage: 25 },
   * });
   * console.log(operation.userOperationHash ?? "nothing to sign");
   * ```
   */
  change(
    request: t.ChangeLiquidityRequest,
    options?: CallOptions,
  ): Call<o.ChangeLiquidityResult, "liquidity.change"> {
    return this.#transport.call("liquidity.change", { body: request }, options);
  }

  /**
   * Prepares the collection of all fees of a position. Returns the operation to sign and the fees.
   *
   * @throws `ApiError` with the id `NOT_AUTHORIZED_TOKENS`, `UNAVAILABLE_COMPUTE_UNITS`,
   * `BLOCKCHAIN_ERROR`.
   * @example
   * ```ts
   * import { hasSomethingToSign } from "bursar";
   *
   * const { operation } = await client.liquidity.collectFees({
   *   walletAddress,
   *   chainId: 137,
   *   nftId: tokenId,
   *   payGasFeeToken: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
   * });
   * if (hasSomethingToSign(operation)) console.log(operation.collectedFees);
   * ```
   */
  collectFees(
    request: t.CollectLiquidityFeesRequest,
    options?: CallOptions,
  ): Call<o.CollectLiquidityFeesResult, "liquidity.collectFees"> {
    return this.#transport.call("liquidity.collectFees", { body: request }, options);
  }

  /**
   * Lists liquidity pools with statistics. A pool may be nearly empty, so check its data.
   *
   * @throws `ApiError` with the id `UNAVAILABLE_COMPUTE_UNITS`, `DB_API_FAILED`.
   * @example
   * ```ts
   * for await (const pool of client.liquidity.pools({ chainIds: [137], filterWhitelist: false })) {
   *   console.log(pool.address, pool.totalValueLockedUSD);
   * }
   * ```
   */
  pools(
    query?: p.ListPoolsQuery,
    options?: ListOptions,
  ): Pages<p.LiquidityPool, { offset: number; take: number }, "liquidity.pools"> {
    return createPages(this.#transport, { name: "liquidity.pools", query, options });
  }

  /**
   * Gets one pool by its `id`: the chain id, a hyphen and the address of the pool.
   *
   * @example
   * ```ts
   * const { items } = await client.liquidity.pools({ chainIds: [137] }).firstPage();
   * const { pool } = await client.liquidity.pool(items[0]?.id ?? "");
   * console.log(pool.totalValueLockedUSD);
   * ```
   */
  pool(id: string, options?: CallOptions): Call<p.LiquidityPoolResponse, "liquidity.pool"> {
    return this.#transport.call("liquidity.pool", { params: { id } }, options);
  }

  /**
   * Gets the statistics of a pool over time.
   *
   * @example
   * ```ts
   * const { items } = await client.liquidity.pools({ chainIds: [137] }).firstPage();
   * const { statistics } = await client.liquidity.poolHistory(items[0]?.id ?? "", {
   *   rangeInDays: 30,
   *   groupByInterval: "DAILY",
   * });
   * for (const day of statistics.items) console.log(new Date(day.timestamp), day.volumeInUSD);
   * ```
   */
  poolHistory(
    id: string,
    query: p.PoolHistoryQuery,
    options?: CallOptions,
  ): Call<p.PoolHistory, "liquidity.poolHistory"> {
    return this.#transport.call("liquidity.poolHistory", { params: { id }, query }, options);
  }

  /**
   * Computes the amounts of both tokens that a position in a price range holds. If the range
   * excludes the current price, the position holds one token only.
   *
   * @example
   * ```ts
   * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
   * const { poolPrice, amounts } = await client.liquidity.amounts({
   *   chainId: 137,
   *   token0: usdc,
   *   token1: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
   *   poolFeePercent: 0.05,
   *   token0MaxAmount: "100",
   *   token1MaxAmount: "0.05",
   *   minPrice: 0.0002,
   *   maxPrice: 0.0006,
   *   payGasFeeToken: usdc,
   *   gasFeePaymentMethod: "ADD_TO_AMOUNT",
   * });
   * console.log(poolPrice, amounts.token0MaxAmount?.token1Amount);
   * ```
   */
  amounts(
    query: p.LiquidityAmountsQuery,
    options?: CallOptions,
  ): Call<p.LiquidityAmounts, "liquidity.amounts"> {
    return this.#transport.call("liquidity.amounts", { query }, options);
  }
}
