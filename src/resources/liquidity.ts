import type { LiquidityPool, ListPoolsQuery } from "../contract/liquidity/pool-types.js";
import type * as t from "../contract/liquidity/types.js";
import type { Call } from "../http/call.js";
import { createPages, type Pages } from "../http/features/pages.js";
import type { CallOptions, ListOptions } from "../http/options.js";
import type { Transport } from "../http/transport.js";

/**
 * Concentrated-liquidity positions and pools. Whether a call only prepares an operation or already starts it has not been settled, so every
 * one of them counts as a write. Check an answer with `hasSomethingToSign`: without a hash, nothing has been executed.
 */
export class Liquidity {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a position, swapping one input token into the two of the pool.
   *
   * @example
   * ```ts
   * import { hasSomethingToSign } from "bursar";
   *
   * const { operation } = await client.liquidity.createWithSwap({
   *   walletAddress: "0x1111111111111111111111111111111111111111",
   *   toAddress: "0x1111111111111111111111111111111111111111",
   *   chainId: 137,
   *   payGasFeeToken: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
   *   gasFeePaymentMethod: "ADD_TO_AMOUNT",
   *   tokenIn: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
   *   amountIn: "100",
   *   token0: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
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
  ): Call<t.LiquidityOperationResult> {
    return this.#transport.call("liquidity.createWithSwap", { body: request }, options);
  }

  /**
   * Creates a position. The answer may be an operation to sign, or a mere echo of the request: `hasSomethingToSign` tells.
   *
   * @example
   * ```ts
   * import { hasSomethingToSign } from "bursar";
   *
   * const { operation } = await client.liquidity.create({
   *   walletAddress: "0x1111111111111111111111111111111111111111",
   *   toAddress: "0x1111111111111111111111111111111111111111",
   *   chainId: 137,
   *   payGasFeeToken: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
   *   gasFeePaymentMethod: "ADD_TO_AMOUNT",
   *   tokenIn: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
   *   amountIn: "100",
   *   token0: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
   *   token1: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
   *   poolFeePercent: 0.05,
   *   minPrice: 0.0002,
   *   maxPrice: 0.0006,
   * });
   * console.log(hasSomethingToSign(operation) ? operation.userOperationHash : "nothing to sign, nothing executed");
   * ```
   */
  create(
    request: t.CreateLiquidityRequest,
    options?: CallOptions,
  ): Call<t.LiquidityOperationResult> {
    return this.#transport.call("liquidity.create", { body: request }, options);
  }

  /**
   * Moves a position to another price range: collects it whole, swaps as needed, opens a new one.
   *
   * @example
   * ```ts
   * const { operation } = await client.liquidity.rebalance({
   *   walletAddress: "0x1111111111111111111111111111111111111111",
   *   toAddress: "0x1111111111111111111111111111111111111111",
   *   chainId: 137,
   *   tokenId: "81234",
   *   newPosition: { minPrice: 0.0003, maxPrice: 0.0007 },
   * });
   * console.log(operation.userOperationHash ?? "nothing to sign");
   * ```
   */
  rebalance(
    request: t.RebalanceLiquidityRequest,
    options?: CallOptions,
  ): Call<t.LiquidityOperationResult> {
    return this.#transport.call("liquidity.rebalance", { body: request }, options);
  }

  /**
   * Adds to a position or takes from it, by amounts or, to take only, by percentage.
   *
   * @example
   * ```ts
   * const { operation } = await client.liquidity.change({
   *   walletAddress: "0x1111111111111111111111111111111111111111",
   *   chainId: 137,
   *   tokenId: "81234",
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
  ): Call<t.LiquidityOperationResult> {
    return this.#transport.call("liquidity.change", { body: request }, options);
  }

  /**
   * Prepares the collection of all fees of a position, and shows the amount.
   *
   * @example
   * ```ts
   * const { operation } = await client.liquidity.collectFees({
   *   walletAddress: "0x1111111111111111111111111111111111111111",
   *   chainId: 137,
   *   nftId: "81234",
   *   payGasFeeToken: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
   * });
   * console.log(operation.collectedFees);
   * ```
   */
  collectFees(
    request: t.CollectLiquidityFeesRequest,
    options?: CallOptions,
  ): Call<t.LiquidityOperationResult> {
    return this.#transport.call("liquidity.collectFees", { body: request }, options);
  }

  /**
   * Lists liquidity pools with statistics. A listed pool may be nearly empty: judge it from its data.
   *
   * @example
   * ```ts
   * for await (const pool of client.liquidity.pools({ chainIds: [137], filterWhitelist: false })) {
   *   console.log(pool.address, pool.totalValueLockedUSD);
   * }
   * ```
   */
  pools(query?: ListPoolsQuery, options?: ListOptions): Pages<LiquidityPool, { offset: number }> {
    return createPages(this.#transport, {
      name: "liquidity.pools",
      query,
      options,
    });
  }
}
