import { chainNames } from "../../contract/shared/chain-names.js";
import { toWords } from "./plain-text.js";

export function formatChain(chainId: unknown): string {
  const id = toWords(chainId, 40);
  return Object.hasOwn(chainNames, id) ? `${chainNames[id as never]} (${id})` : `chain ${id}`;
}
