import * as fiat from "./fiat/endpoints.js";
import * as kyc from "./kyc/endpoints.js";
import * as lending from "./lending/endpoints.js";
import * as liquidity from "./liquidity/endpoints.js";
import * as operations from "./operations/endpoints.js";
import type { Endpoint } from "./shared/endpoint.js";
import * as swap from "./swap/endpoints.js";
import * as tokens from "./tokens/endpoints.js";
import * as wallets from "./wallets/endpoints.js";

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
