import { toPlainText } from "./plain-text.js";

/** Common names. The names that the service returns vary between endpoints. */
const names: Readonly<Record<string, string>> = {
  0: "Bitcoin",
  1: "Ethereum",
  10: "OP Mainnet",
  56: "BNB Smart Chain",
  100: "Gnosis",
  137: "Polygon",
  196: "X Layer",
  8453: "Base",
  42161: "Arbitrum One",
  43114: "Avalanche",
};

export function formatChain(chainId: unknown): string {
  const id = toPlainText(chainId, 40);
  return Object.hasOwn(names, id) ? `${names[id]} (${id})` : `chain ${id}`;
}
