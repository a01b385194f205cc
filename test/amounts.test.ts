import { describe, expect, it } from "vitest";
import {
  AmountError,
  compareAmounts,
  scaleAmount,
  subtractAmounts,
  sumAmounts,
} from "../src/index.js";
import { chooseSeed, createRandom } from "./support/random-runs.js";

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
    [["1.25e1", "-12.5e-1", "1e+2"], "111.25"],
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

describe("subtractAmounts", () => {
  it.each([
    ["0.3", "0.1", "0.2"],
    ["1", "1.0", "0"],
    ["1", "2.5", "-1.5"],
    ["-1", "-2", "1"],
    ["1e3", "1e-3", "999.999"],
  ])("%s less %s is %s", (from, amount, difference) => {
    expect(subtractAmounts(from, amount)).toBe(difference);
  });
});

describe("compareAmounts", () => {
  it.each([
    ["9", "10", -1],
    ["1.50", "1.5", 0],
    ["-0", "0", 0],
    ["-2", "-10", 1],
    ["0.1", "0.10000000000000000001", -1],
    ["1e2", "99.99", 1],
  ])("compares %s with %s by value", (a, b, order) => {
    expect(compareAmounts(a, b)).toBe(order);
  });

  it("sorts a list", () => {
    expect(["10", "9", "-1", "0.95"].sort(compareAmounts)).toEqual(["-1", "0.95", "9", "10"]);
  });
});

describe("scaleAmount", () => {
  it.each([
    ["12.34", "0.995", undefined, "12.2783"],
    ["0.000001", "0.995", undefined, "0.000000995"],
    ["0.000001", "0.995", 6, "0"],
    ["12.34", "0.995", 2, "12.27"],
    ["-12.34", "0.995", 2, "-12.27"],
    ["12", "1.5", 18, "18"],
    ["19.99", "3", 0, "59"],
    ["1.5", "1", 255, "1.5"],
    [`0.${"0".repeat(129)}1`, `0.${"0".repeat(129)}1`, undefined, `0.${"0".repeat(259)}1`],
  ])("%s times %s with %s decimals is %s", (amount, factor, decimals, product) => {
    expect(scaleAmount(amount, factor, decimals)).toBe(product);
  });

  it.each([-1, 1.5, 256, Number.NaN, "6"])("rejects %s decimals", (decimals) => {
    expect(() => scaleAmount("1", "1", decimals as number)).toThrow(
      expect.objectContaining({ code: "decimals" }),
    );
  });
});

describe("an argument of subtractAmounts, compareAmounts and scaleAmount", () => {
  it.each([
    ["1", 2, "not_a_string", "index 1, got a value of type number"],
    [1n, "2", "not_a_string", "index 0, got a value of type bigint"],
    [" ", "1", "empty", "index 0"],
    ["1", "0,995", "not_a_number", "index 1"],
    ["my secret", "1", "not_a_number", "index 0"],
  ])("is rejected by its position and not repeated: %s, %s", (a, b, code, position) => {
    for (const calculate of [subtractAmounts, compareAmounts, scaleAmount]) {
      const call = () => calculate(a as string, b as string);
      const message = expect.stringContaining(`${calculate.name}: `);
      expect(call).toThrow(expect.objectContaining({ code, message }));
      expect(call).toThrow(position);
      expect(call).not.toThrow("secret");
    }
  });
});

describe("random amounts", () => {
  /** A decimal with its text: `units` of 10^-40, which holds every digit of both. */
  const places = 40;
  const printUnits = (units: bigint, scale: number): string => {
    const digits = `${units < 0n ? -units : units}`.padStart(scale + 1, "0");
    const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
    return (units < 0n ? "-" : "") + text.replace(/0+$/, "").replace(/\.$/, "");
  };
  function createAmount(random: (limit: number) => number) {
    const digits = Array.from({ length: 1 + random(25) }, () => random(10)).join("");
    const point = random(20);
    const whole = digits.slice(0, -point || undefined) || "0";
    const fraction = point === 0 ? "" : digits.slice(-point).padStart(random(2) * point, "0");
    const sign = random(4) === 0 ? "-" : "";
    const text = sign + whole + (fraction && `.${fraction}`);
    const magnitude = BigInt(whole + fraction.padEnd(places, "0"));
    return { text, units: sign ? -magnitude : magnitude };
  }

  it("are added, subtracted, compared and multiplied as integers are", () => {
    const seed = chooseSeed();
    const random = createRandom(seed);
    for (let run = 0; run < 2_000; run++) {
      const [a, b, c] = [createAmount(random), createAmount(random), createAmount(random)];
      const about = `seed ${seed}, run ${run}: ${a.text}, ${b.text}, ${c.text}`;
      const sum = printUnits(a.units + b.units + c.units, places);
      expect(sumAmounts([a.text, b.text, c.text]), about).toBe(sum);
      const difference = printUnits(a.units - b.units, places);
      expect(subtractAmounts(a.text, b.text), about).toBe(difference);
      const order = Number(a.units > b.units) - Number(a.units < b.units);
      expect(compareAmounts(a.text, b.text), about).toBe(order);
      const product = a.units * b.units;
      expect(scaleAmount(a.text, b.text), about).toBe(printUnits(product, 2 * places));
      const decimals = 1 + random(20);
      const cut = product / 10n ** BigInt(2 * places - decimals);
      expect(scaleAmount(a.text, b.text, decimals), about).toBe(printUnits(cut, decimals));
    }
  });
});
