import type { ChainId } from "./chain-ids.js";

/** The names of the chains by id. The names in responses vary: compare chains by id. */
export const chainNames: Readonly<Record<ChainId, string>> = {
  0: "Bitcoin",
  1: "Ethereum",
  10: "OP Mainnet",
  56: "BNB Smart Chain",
  100: "Gnosis",
  137: "Polygon",
  196: "X Layer Mainnet",
  8453: "Base",
  42161: "Arbitrum One",
  43114: "Avalanche",
};
