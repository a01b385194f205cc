/**
 * Whether two addresses are the same. The service mostly returns addresses in lower case, so the
 * letter case is ignored, except in older Bitcoin addresses, where it counts. A missing address is
 * the same as none.
 *
 * @example
 * ```ts
 * import { sameAddress } from "bursar";
 *
 * const usdc = "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359";
 * console.log(sameAddress(usdc, usdc.toLowerCase())); // true
 * console.log(sameAddress(usdc, undefined)); // false
 * ```
 */
export function sameAddress(a: string | null | undefined, b: string | null | undefined): boolean {
  if (typeof a !== "string" || typeof b !== "string") return false;
  return a === b || (/^(?:0x|bc1)/i.test(a) && a.toLowerCase() === b.toLowerCase());
}
