import { describe, expect, test } from "vitest";
import { check, listProblems } from "./priced-quotes.js";

describe("an amount with an exponent is compared like its digits:", () => {
  test.each([
    ["1e2", "100"],
    ["1.001E+2", "100.1"],
    ["1011e-1", "101.1"],
  ])("amountIn %s like %s", (amountIn, digits) => {
    expect(listProblems({ amountIn })).toEqual(listProblems({ amountIn: digits }));
  });

  test.each([
    ["9.9e1", "99"],
    ["98e0", "98"],
    ["0e0", "0"],
  ])("minAmountOut %s like %s", (minAmountOut, digits) => {
    expect(listProblems({ minAmountOut })).toEqual(listProblems({ minAmountOut: digits }));
  });

  test("every digit counts for the caller's own minimum", () => {
    const own = { minReceived: "99.000000000000000000001" };
    const codes = (minAmountOut: string) => check({ minAmountOut }, own).map(({ code }) => code);
    expect(codes("9.9000000000000000000001e1")).toEqual([]);
    expect(codes("9.9e1")).toEqual(["below_minimum"]);
  });

  test("an amount that is no text, or has a huge exponent, is still unreadable", () => {
    for (const amountIn of [1e2, "1e300", "1e-"])
      expect(listProblems({ amountIn })).toContain("amount_in amountIn");
  });

  test("a problem writes an amount with an exponent as a person does", () => {
    const problems = check({ minAmountOut: "9.9e1" }, { minReceived: "99.5" });
    expect(problems.map(({ received }) => received)).toEqual(["99"]);
  });

  test("an amount that is a large or a small number is written without an exponent", () => {
    const messages = [8.2e68, 1e-30].flatMap((minAmountOut) =>
      check({ minAmountOut } as never).map(({ message }) => message),
    );
    expect(messages).toEqual([
      "minAmountOut: expected an amount above zero, got more than 10^24",
      "minAmountOut: expected an amount above zero, got less than 10^-22",
    ]);
  });
});
