import { parseInteger } from "../typed-data/parse-values.js";
import { formatChain } from "./format-chain.js";
import { toPlainText } from "./plain-text.js";
import { isMissing } from "./problems.js";

export const notStated = "not stated";

/** What a summary shows of a value that may not be there. */
export function toOptionalText(value: unknown): string | undefined {
  return isMissing(value) ? undefined : toPlainText(value);
}

/** A chain by its name, however its id is written. */
export function formatAnyChain(chainId: unknown): string {
  return formatChain(parseInteger(false, 256, chainId, "chainId", () => undefined) ?? chainId);
}

/** Every value on a line of its own, after its title. */
export function formatLines(
  parts: readonly (readonly [title: string, values: readonly string[]])[],
): string {
  return parts.flatMap(([title, values]) => values.map((value) => `${title}: ${value}`)).join("\n");
}
