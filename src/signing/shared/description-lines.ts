import { readInteger } from "../typed-data/typed-values.js";
import { chainName } from "./chain-name.js";
import { plainText } from "./plain-text.js";
import { isMissing } from "./problems.js";

export const notStated = "not stated";

/** What a summary shows of a value that may not be there. */
export function shown(value: unknown): string | undefined {
  return isMissing(value) ? undefined : plainText(value);
}

/** A chain by its name, however its id is written. */
export function chainOf(chainId: unknown): string {
  return chainName(readInteger(false, 256, chainId, "chainId", () => undefined) ?? chainId);
}

/** Every value on a line of its own, after its title. */
export function linesOf(
  parts: readonly (readonly [title: string, values: readonly string[]])[],
): string {
  return parts.flatMap(([title, values]) => values.map((value) => `${title}: ${value}`)).join("\n");
}
