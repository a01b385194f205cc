import { endpoint } from "../shared/endpoint.js";
import { Portfolio, PortfolioQuery } from "./portfolio-schemas.js";
import { AnyWalletPath } from "./schemas.js";

/** E10. */
export const getPortfolio = endpoint({
  name: "wallets.portfolio",
  title: "Read a wallet's tokens, NFTs, profit and loss, and lending positions",
  label: "E10",
  method: "GET",
  path: "/api/v1/wallets/{walletAddress}/portfolio",
  params: AnyWalletPath,
  query: PortfolioQuery,
  response: Portfolio,
  errors: ["UNAVAILABLE_COMPUTE_UNITS", "NFT_METADATA_DECODE_FAILED", "FAILED_TO_GET_BALANCES"],
  effect: "read",
  known: "contract",
});

/** In a file of its own, with its many schemas. */
export default [getPortfolio] as const;
