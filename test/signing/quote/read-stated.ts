import { readScaled, type Scaled, scale } from "./random-numbers.js";

export const dollar = 10n ** BigInt(scale);
const natives: readonly unknown[] = [`0x${"e".repeat(40)}`, `0x${"0".repeat(40)}`, "btc"];
const unify = (token: unknown) => {
  const text = typeof token === "string" ? token.toLowerCase() : token;
  return natives.includes(text) ? "native" : text;
};
export const isSame = (a: unknown, b: unknown) => a != null && unify(a) === unify(b);

/** Reads numbers and exponents, too. */
export function read(value: unknown): Scaled | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const isNumber = typeof value === "number" || /e/i.test(value);
  return readScaled(isNumber ? Number(value).toFixed(40) : value);
}
