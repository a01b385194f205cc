import { describe, expectTypeOf, it } from "vitest";
import type * as bursar from "../../src/index.js";
import type { Client } from "../../src/index.js";

type IsAny<T> = 0 extends 1 & T ? true : false;

/** Whether a type contains `any`, up to a depth of 7. */
type ContainsAny<T, Depth extends unknown[] = []> =
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
          ? ContainsAny<Value, [...Depth, 0]>
          : T extends (...args: infer Args) => infer Result
            ? true extends
                | ContainsAny<Result, [...Depth, 0]>
                | ContainsAny<Args[number], [...Depth, 0]>
              ? true
              : false
            : T extends readonly (infer Item)[]
              ? ContainsAny<Item, [...Depth, 0]>
              : T extends object
                ? true extends {
                    // TypeScript's own iterator types contain any.
                    [K in Exclude<keyof T, symbol>]-?: ContainsAny<T[K], [...Depth, 0]>;
                  }[Exclude<keyof T, symbol>]
                  ? true
                  : false
                : false;

type Members<T> = { [K in Exclude<keyof T, symbol>]-?: ContainsAny<T[K]> }[Exclude<
  keyof T,
  symbol
>];

describe("public types", () => {
  it("are searched for any at every level", () => {
    // biome-ignore lint/suspicious/noExplicitAny: the type to find
    type Any = any;
    expectTypeOf<ContainsAny<{ a: { b: readonly { c?: Any }[] } }>>().toEqualTypeOf<true>();
    expectTypeOf<ContainsAny<(a: string) => Promise<Any>>>().toEqualTypeOf<true>();
    expectTypeOf<ContainsAny<(a: { b?: Any }) => void>>().toEqualTypeOf<true>();
    expectTypeOf<ContainsAny<{ a: unknown; b: Record<string, unknown> }>>().toEqualTypeOf<false>();
  });

  it("of records contain no any", () => {
    expectTypeOf<ContainsAny<bursar.SwapQuotes>>().toEqualTypeOf<false>();
    expectTypeOf<ContainsAny<bursar.SwapQuoteRequest>>().toEqualTypeOf<false>();
    expectTypeOf<ContainsAny<bursar.Transaction>>().toEqualTypeOf<false>();
    expectTypeOf<ContainsAny<bursar.Portfolio>>().toEqualTypeOf<false>();
    expectTypeOf<ContainsAny<bursar.LiquidityOperationResult>>().toEqualTypeOf<false>();
    expectTypeOf<ContainsAny<bursar.LendingQuote>>().toEqualTypeOf<false>();
    expectTypeOf<ContainsAny<bursar.LendingQuoteRequest>>().toEqualTypeOf<false>();
    expectTypeOf<ContainsAny<bursar.FiatWithdrawalOrder>>().toEqualTypeOf<false>();
    expectTypeOf<ContainsAny<bursar.PaymentMethod>>().toEqualTypeOf<false>();
    expectTypeOf<ContainsAny<bursar.CreatedBusinessSession>>().toEqualTypeOf<false>();
    expectTypeOf<ContainsAny<bursar.FinancialLimits>>().toEqualTypeOf<false>();
  });

  it("of methods contain no any", () => {
    type Anys<T> = {
      [K in keyof T]: T[K] extends (...args: infer Args) => PromiseLike<infer Data>
        ? ContainsAny<Data> | ContainsAny<Args>
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

  it("of options, hooks and errors contain no any", () => {
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
