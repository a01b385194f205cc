import fiat from "./fiat/endpoints.js";
import kyc from "./kyc/endpoints.js";
import lending from "./lending/endpoints.js";
import liquidity from "./liquidity/endpoints.js";
import operations from "./operations/endpoints.js";
import type { Endpoint } from "./shared/endpoint.js";
import swap from "./swap/endpoints.js";
import tokens from "./tokens/endpoints.js";
import wallets from "./wallets/endpoints.js";

/** Every operation of the service. */
export const endpoints = [
  wallets.registerWallet,
  wallets.checkWallet,
  wallets.createDeposit,
  wallets.getPortfolio,
  wallets.listHistory,
  wallets.updateTransactionMetadata,
  wallets.requestTaxExport,
  swap.quoteSwap,
  swap.prepareCancellation,
  swap.cancelLimitOrder,
  liquidity.createLiquidityWithSwap,
  liquidity.createLiquidity,
  liquidity.rebalanceLiquidity,
  liquidity.changeLiquidity,
  liquidity.collectLiquidityFees,
  liquidity.listPools,
  lending.quoteLending,
  fiat.quoteFiatDeposit,
  fiat.createFiatDeposit,
  fiat.quoteFiatWithdrawal,
  fiat.createFiatWithdrawal,
  tokens.listTokens,
  kyc.createIndividualSession,
  kyc.getIndividualSession,
  kyc.processIndividualSession,
  kyc.createEnhancedSession,
  kyc.getEnhancedSession,
  kyc.processEnhancedSession,
  kyc.createBusinessSession,
  kyc.getBusinessSession,
  kyc.getFinancialLimits,
  operations.executeOperation,
] as const satisfies readonly Endpoint[];

/** The name of an operation, such as `swap.quote`, which is also its path on the client. */
export type EndpointName = (typeof endpoints)[number]["name"];

/** The endpoint with that name. */
export type EndpointNamed<Name extends EndpointName> = Extract<
  (typeof endpoints)[number],
  { readonly name: Name }
>;
