import { describe, expectTypeOf, it } from "vitest";
import type * as bursar from "../../src/index.js";
import type { Client } from "../../src/index.js";

type IsAny<T> = 0 extends 1 & T ? true : false;

/** Whether `any` stands anywhere within a type, to a depth at which no record of the service ends. */
type HoldsAny<T, Depth extends unknown[] = []> =
  IsAny<T> extends true
    ? true
    : Depth["length"] extends 7
      ? false
      : T extends
            | string
            | number
            | boolean
            | bigint
            | symbol
            | null
            | undefined
            | Date
            | RegExp
            | AbortSignal
            | Response
            | Request
        ? false
        : T extends PromiseLike<infer Value>
          ? HoldsAny<Value, [...Depth, 0]>
          : T extends (...args: infer Args) => infer Result
            ? true extends HoldsAny<Result, [...Depth, 0]> | HoldsAny<Args[number], [...Depth, 0]>
              ? true
              : false
            : T extends readonly (infer Item)[]
              ? HoldsAny<Item, [...Depth, 0]>
              : T extends object
                ? true extends { [K in keyof T]-?: HoldsAny<T[K], [...Depth, 0]> }[keyof T]
                  ? true
                  : false
                : false;

type Members<T> = { [K in keyof T]-?: HoldsAny<T[K]> }[keyof T];

describe("public types", () => {
  it("are seen through by this test", () => {
    // biome-ignore lint/suspicious/noExplicitAny: the thing that is looked for
    type Any = any;
    expectTypeOf<HoldsAny<{ a: { b: readonly { c?: Any }[] } }>>().toEqualTypeOf<true>();
    expectTypeOf<HoldsAny<(a: string) => Promise<Any>>>().toEqualTypeOf<true>();
    expectTypeOf<HoldsAny<(a: { b?: Any }) => void>>().toEqualTypeOf<true>();
    expectTypeOf<HoldsAny<{ a: unknown; b: Record<string, unknown> }>>().toEqualTypeOf<false>();
  });

  it("of records hold no any", () => {
    expectTypeOf<HoldsAny<bursar.SwapQuotes>>().toEqualTypeOf<false>();
    expectTypeOf<HoldsAny<bursar.SwapQuoteRequest>>().toEqualTypeOf<false>();
    expectTypeOf<HoldsAny<bursar.Transaction>>().toEqualTypeOf<false>();
    expectTypeOf<HoldsAny<bursar.Portfolio>>().toEqualTypeOf<false>();
    expectTypeOf<HoldsAny<bursar.LiquidityOperationResult>>().toEqualTypeOf<false>();
    expectTypeOf<HoldsAny<bursar.LendingQuote>>().toEqualTypeOf<false>();
    expectTypeOf<HoldsAny<bursar.LendingQuoteRequest>>().toEqualTypeOf<false>();
    expectTypeOf<HoldsAny<bursar.FiatWithdrawalOrder>>().toEqualTypeOf<false>();
    expectTypeOf<HoldsAny<bursar.PaymentMethod>>().toEqualTypeOf<false>();
    expectTypeOf<HoldsAny<bursar.CreatedBusinessSession>>().toEqualTypeOf<false>();
    expectTypeOf<HoldsAny<bursar.FinancialLimits>>().toEqualTypeOf<false>();
  });

  it("of methods take and return no any", () => {
    type Anys<T> = {
      [K in keyof T]: T[K] extends (...args: infer Args) => PromiseLike<infer Data>
        ? HoldsAny<Data> | HoldsAny<Args>
        : false;
    }[keyof T];
    expectTypeOf<Anys<Client["wallets"]>>().toEqualTypeOf<false>();
    expectTypeOf<Anys<Client["swap"]>>().toEqualTypeOf<false>();
    expectTypeOf<Anys<Client["liquidity"]>>().toEqualTypeOf<false>();
    expectTypeOf<Anys<Client["lending"]>>().toEqualTypeOf<false>();
    expectTypeOf<Anys<Client["fiat"]>>().toEqualTypeOf<false>();
    expectTypeOf<Anys<Client["operations"]>>().toEqualTypeOf<false>();
    expectTypeOf<Anys<Client["kyc"]["individual"]["standard"]>>().toEqualTypeOf<false>();
  });

  it("of options, hooks and errors hold no any", () => {
    expectTypeOf<Members<bursar.ClientOptions>>().toEqualTypeOf<false>();
    expectTypeOf<Members<bursar.CallOptions>>().toEqualTypeOf<false>();
    expectTypeOf<Members<bursar.Hooks>>().toEqualTypeOf<false>();
    expectTypeOf<
      Members<
        Pick<bursar.ApiError, "status" | "id" | "issues" | "body" | "traceId" | "hint" | "cause">
      >
    >().toEqualTypeOf<false>();
    expectTypeOf<Members<bursar.Page<bursar.Transaction>>>().toEqualTypeOf<false>();
    expectTypeOf<Members<bursar.WithResponse<bursar.SwapQuotes>["data"]>>().toEqualTypeOf<false>();
  });
});
