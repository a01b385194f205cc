import { parseInteger } from "../../typed-data/parse-values.js";
import { formatChain } from "./format-chain.js";

export const notStated = "not stated";

/** Formats a chain id given as a number, in decimal digits or in hex. */
export function formatAnyChain(chainId: unknown): string {
  return formatChain(parseInteger(false, 256, chainId, "chainId", () => undefined) ?? chainId);
}

/** Writes one `title: value` line per value. */
export function formatLines(
  parts: readonly (readonly [title: string, values: readonly string[]])[],
): string {
  return parts.flatMap(([title, values]) => values.map((value) => `${title}: ${value}`)).join("\n");
}
