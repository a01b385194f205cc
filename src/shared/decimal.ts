import { trimEnd } from "./trim-end.js";

/** A decimal string. The digits may have leading and trailing zeros. */
export interface DecimalParts {
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
}

/** Returns undefined for text that is no decimal number. */
export function parseDecimal(text: string): DecimalParts | undefined {
  // The service may write an exponent. A larger one than of any token would exhaust the memory.
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d{1,2}))?$/i.exec(text);
  if (!match) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const shift = Number(exponent);
  const digits =
    shift < 0 ? whole.padStart(whole.length - shift, "0") + fraction : whole + fraction;
  const at = shift < 0 ? whole.length : whole.length + shift;
  return { sign, whole: digits.slice(0, at).padEnd(at, "0"), fraction: digits.slice(at) };
}

/** Whether a decimal that is not negative is less than another one. Exact, and without numbers. */
export function isLessThan(a: DecimalParts, b: DecimalParts): boolean {
  const [wholeA, wholeB] = [a.whole.replace(/^0+/, ""), b.whole.replace(/^0+/, "")];
  if (wholeA.length !== wholeB.length) return wholeA.length < wholeB.length;
  if (wholeA !== wholeB) return wholeA < wholeB;
  return trimEnd(a.fraction, "0") < trimEnd(b.fraction, "0");
}
