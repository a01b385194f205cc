import { describe, expectTypeOf, it } from "vitest";
import type {
  AnyBursarError,
  ApiError,
  Client,
  CommonErrorId,
  ErrorId,
  ErrorIdOf,
  ErrorKind,
  ErrorsOf,
  OtherError,
  QuoteExpiredError,
  SigningProblem,
  TokensNotAuthorizedError,
  WalletNotRegisteredError,
} from "../../src/index.js";
import { isApiError, isBursarError } from "../../src/index.js";

type Errors = typeof import("../../src/errors/index.js");

declare const client: Client;
declare const error: unknown;

describe("isBursarError narrows to a union that", () => {
  it("gives the fields of each kind in a switch", () => {
    if (!isBursarError(error)) return;
    switch (error.kind) {
      case "api":
        expectTypeOf(error.status).toEqualTypeOf<number>();
        break;
      case "outcome_unknown":
        expectTypeOf(error.lookup).toEqualTypeOf<string>();
        break;
      case "request_validation":
      case "response_validation":
        expectTypeOf(error.issues.length).toEqualTypeOf<number>();
        break;
      case "timeout":
        expectTypeOf(error.timeout).toEqualTypeOf<number>();
        expectTypeOf(error.found).toEqualTypeOf<boolean | undefined>();
        expectTypeOf(error.safeToSignAgain).toEqualTypeOf<boolean | undefined>();
        break;
      case "signing":
        expectTypeOf(error.rejected).toEqualTypeOf<boolean>();
        expectTypeOf(error.problems).toEqualTypeOf<readonly SigningProblem[] | undefined>();
        break;
      default:
        // @ts-expect-error the other kinds have no status in common
        error.status;
    }
  });

  it("contains every kind", () => {
    expectTypeOf<AnyBursarError["kind"]>().toEqualTypeOf<ErrorKind>();
  });

  it("contains every class, so that no kind shows a field that some of its errors lack", () => {
    type Instance<Class> = Class extends new (...args: never) => infer Value ? Value : never;
    type Missing = {
      [Name in keyof Errors as Instance<Errors[Name]> extends AnyBursarError ? never : Name]: true;
    };
    expectTypeOf<keyof Missing>().toEqualTypeOf<"BursarError">();
  });
});

describe("isApiError with an id", () => {
  it("narrows to the class of the id, with its details", () => {
    if (isApiError(error, "NOT_AUTHORIZED_TOKENS")) {
      expectTypeOf(error).toExtend<TokensNotAuthorizedError>();
      expectTypeOf(error.tokens).toEqualTypeOf<readonly string[]>();
    }
    if (isApiError(error, "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT"))
      expectTypeOf(error).toExtend<WalletNotRegisteredError>();
    if (isApiError(error, "FIAT_QUOTE_EXPIRED")) expectTypeOf(error).toExtend<QuoteExpiredError>();
  });

  it("narrows to ApiError for an id without a class", () => {
    if (isApiError(error, "SWAP_QUOTE")) {
      expectTypeOf(error.id).toEqualTypeOf<"SWAP_QUOTE">();
      // @ts-expect-error another error has them
      error.tokens;
    }
  });

  it("narrows to ApiError for an id that this version does not know", () => {
    if (isApiError(error, "MY_OWN_ID")) {
      expectTypeOf(error).toExtend<ApiError<string>>();
      expectTypeOf(error.id).toEqualTypeOf<"MY_OWN_ID">();
      // @ts-expect-error another error has them
      error.tokens;
    }
    if (isBursarError(error) && isApiError(error, "MY_OWN_ID"))
      expectTypeOf(error.status).toEqualTypeOf<number>();
    const text: string = String(error);
    if (isApiError(error, text)) expectTypeOf(error.id).toEqualTypeOf<string>();
  });
});

describe("the errors of an operation", () => {
  it("have the ids that its endpoint documents", () => {
    expectTypeOf<ErrorIdOf<"fiat.createDeposit">>().toEqualTypeOf<
      "FIAT_QUOTE_EXPIRED" | "FIAT_QUOTE_NOT_FOUND" | "FAILED_TO_CREATE_FIAT_DEPOSIT"
    >();
    expectTypeOf<ErrorIdOf<"tokens.list">>().toEqualTypeOf<never>();
    expectTypeOf<ErrorsOf<"tokens.list">>().toEqualTypeOf<OtherError>();
  });

  it("can be handled exhaustively, and a missing case does not compile", async () => {
    const result = await client.fiat.createDeposit({ quoteId: "q_1" }).safe();
    if (result.ok) {
      expectTypeOf(result.response).toEqualTypeOf<Response>();
      return;
    }
    switch (result.error.id) {
      case "FIAT_QUOTE_EXPIRED":
        expectTypeOf(result.error).toExtend<QuoteExpiredError>();
        expectTypeOf(result.error.kind).toEqualTypeOf<"api">();
        expectTypeOf(result.error.status).toEqualTypeOf<number>();
        break;
      case "FIAT_QUOTE_NOT_FOUND":
      case "FAILED_TO_CREATE_FIAT_DEPOSIT":
        break;
      default:
        result.error satisfies OtherError;
    }
    switch (result.error.id) {
      case "FIAT_QUOTE_EXPIRED":
        break;
      default:
        // @ts-expect-error two documented ids are missing
        result.error satisfies OtherError;
    }
    // @ts-expect-error the operation does not document this id
    if (result.error.id === "SWAP_QUOTE") return;
  });

  it("contain the ids that any operation can return, outside of the exhaustive cases", async () => {
    const result = await client.fiat.createDeposit({ quoteId: "q_1" }).safe();
    if (result.ok) return;
    if (result.error.id === "BAD_REQUEST") expectTypeOf(result.error.kind).toEqualTypeOf<"api">();
    if (isApiError(result.error, "BAD_REQUEST")) {
      expectTypeOf(result.error.issues.length).toEqualTypeOf<number>();
    }
    expectTypeOf<CommonErrorId>().toExtend<ErrorId>();
    expectTypeOf<"FIAT_QUOTE_EXPIRED">().not.toExtend<CommonErrorId>();
  });

  it("narrow to the class of the id, and by kind to everything else", async () => {
    const result = await client.swap.quote({} as never).safe();
    if (result.ok) return;
    if (result.error.id === "NOT_AUTHORIZED_TOKENS")
      expectTypeOf(result.error).toExtend<TokensNotAuthorizedError>();
    if (result.error.kind === "timeout") expectTypeOf(result.error.timeout).toEqualTypeOf<number>();
    if (result.error.kind === "api") expectTypeOf(result.error).toExtend<ApiError<string>>();
    expectTypeOf(result.error).toExtend<AnyBursarError>();
    if (isApiError(result.error)) expectTypeOf(result.error.status).toEqualTypeOf<number>();
  });

  it("are listed for listings, and not for custom requests", async () => {
    const listed = await client.liquidity.pools().safe();
    if (!listed.ok) expectTypeOf(listed.error).toEqualTypeOf<ErrorsOf<"liquidity.pools">>();
    const custom = await client.request({ method: "GET", path: "/x" }).safe();
    if (!custom.ok) {
      expectTypeOf(custom.error).toEqualTypeOf<AnyBursarError>();
      if (isApiError(custom.error) && custom.error.id === "ANY_ID") custom.error.status.toFixed();
    }
  });
});
