import { chainNames } from "../../../contract/shared/chains/chain-names.js";
import { toPlainText } from "./plain-text.js";

/** Text in place of an id could say anything to the user, so it is not shown. */
export function formatChain(chainId: unknown): string {
  const id = toPlainText(chainId, 80);
  if (!/^\d{1,78}$/.test(id)) return "an unreadable chain";
  return Object.hasOwn(chainNames, id) ? `${chainNames[id as never]} (${id})` : `chain ${id}`;
}
