/** A seeded generator of random numbers (mulberry32), so that a failure can be repeated. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(...values: readonly T[]): T => values[integer(0, values.length - 1)] as T;
  const chance = (probability: number) => next() < probability;
  const digits = (count: number, alphabet = "0123456789abcdef") =>
    Array.from({ length: count }, () => alphabet[integer(0, alphabet.length - 1)]).join("");
  const address = () => `0x${digits(40)}` as const;
  const hash = () => `0x${digits(64)}` as const;
  return { next, integer, pick, chance, digits, address, hash };
}

export type Random = ReturnType<typeof createRandom>;

/** Exact numbers of the tests: integers scaled by 10^60. Independent of those of the code. */
export type Scaled = bigint;
export const scale = 60;
export const unit: Scaled = 10n ** BigInt(scale);

export type RoundingMode = "down" | "up" | "half-even";

/** Writes a number with at most `places` decimals, with or without its trailing zeros. */
export function writeScaled(
  value: Scaled,
  places: number,
  mode: RoundingMode,
  keepsZeros = false,
): string {
  const divisor = 10n ** BigInt(scale - places);
  let units = value / divisor;
  const rest = value % divisor;
  const isUp =
    mode === "up" ? rest > 0n : rest * 2n > divisor || (rest * 2n === divisor && units % 2n === 1n);
  if (mode !== "down" && isUp) units += 1n;
  const text = units.toString().padStart(places + 1, "0");
  const [whole, fraction] = [text.slice(0, text.length - places), text.slice(text.length - places)];
  const shown = keepsZeros ? fraction : fraction.replace(/0+$/, "");
  return shown ? `${whole}.${shown}` : (whole as string);
}

/** Returns undefined if the text is not a decimal number. */
export function readScaled(text: unknown): Scaled | undefined {
  const match = typeof text === "string" ? /^(\d{1,200})(?:\.(\d{1,200}))?$/.exec(text) : null;
  if (!match) return undefined;
  const fraction = (match[2] ?? "").slice(0, scale).padEnd(scale, "0");
  return BigInt(match[1] as string) * unit + BigInt(fraction || "0");
}

/** Without the noise of floating point. */
export const fromNumber = (value: number): Scaled => readScaled(value.toFixed(12)) as Scaled;
export const multiply = (a: Scaled, b: Scaled): Scaled => (a * b) / unit;
export const divide = (a: Scaled, b: Scaled): Scaled => (a * unit) / b;
export const percentOf = (value: Scaled, percent: number): Scaled =>
  multiply(value, fromNumber(percent)) / 100n;
export const highest = (...values: readonly Scaled[]): Scaled =>
  values.reduce((a, b) => (a > b ? a : b), 0n);
