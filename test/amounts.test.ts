import { describe, expect, it } from "vitest";
import { AmountError, sumAmounts } from "../src/index.js";

describe("sumAmounts", () => {
  it.each([
    [[], "0"],
    [["1.50"], "1.5"],
    [["0.1", "0.2"], "0.3"],
    [["1", "2", "3"], "6"],
    [["007", "0.0"], "7"],
    [
      ["9007199254740993", "0.00000000000000000000000000000000001"],
      "9007199254740993.00000000000000000000000000000000001",
    ],
    [["1.5", "-2"], "-0.5"],
    [["-0.05"], "-0.05"],
    [["5", "-5.00"], "0"],
    [["1e-7", "2.5E-3"], "0.0025001"],
    [["1.25e1", "-12.5e-1", "1e2"], "111.25"],
  ])("adds %j exactly", (amounts, sum) => {
    expect(sumAmounts(amounts)).toBe(sum);
  });

  it("adds long lists", () => {
    expect(sumAmounts(Array.from({ length: 200_000 }, () => "0.01"))).toBe("2000");
  });

  it.each([
    [["1", 2], "not_a_string", "index 1, got a value of type number"],
    [["1", undefined], "not_a_string", "index 1, got a value of type undefined"],
    [[""], "empty", "index 0"],
    [["1e100"], "not_a_number", "index 0"],
    [["1,5"], "not_a_number", "index 0"],
    [["--1"], "not_a_number", "index 0"],
    [[".5"], "not_a_number", "index 0"],
  ])("rejects %j with its position", (amounts, code, position) => {
    const sum = () => sumAmounts(amounts as string[]);
    expect(sum).toThrow(AmountError);
    expect(sum).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(position) }),
    );
  });

  it("does not repeat a value that is no amount", () => {
    expect(() => sumAmounts(["my secret"])).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("secret") }),
    );
  });
});
