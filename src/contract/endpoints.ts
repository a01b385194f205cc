import type { Endpoint } from "./endpoint.js";
import * as fiat from "./fiat.js";
import { listHistory, updateTransactionMetadata } from "./history.js";
import * as kyc from "./kyc.js";
import { quoteLending } from "./lending.js";
import * as liquidity from "./liquidity.js";
import { executeOperation } from "./operations.js";
import { listPools } from "./pools.js";
import { getPortfolio } from "./portfolio.js";
import { cancelLimitOrder, prepareCancellation, quoteSwap } from "./swap.js";
import { listTokens } from "./tokens.js";
import { checkWallet, createDeposit, registerWallet, requestTaxExport } from "./wallets.js";

/** Every operation of the service. Whatever goes over all of them reads this list. */
export const endpoints = [
  registerWallet,
  checkWallet,
  createDeposit,
  getPortfolio,
  listHistory,
  updateTransactionMetadata,
  requestTaxExport,
  quoteSwap,
  prepareCancellation,
  cancelLimitOrder,
  liquidity.createLiquidityWithSwap,
  liquidity.createLiquidity,
  liquidity.rebalanceLiquidity,
  liquidity.changeLiquidity,
  liquidity.collectLiquidityFees,
  listPools,
  quoteLending,
  fiat.quoteFiatDeposit,
  fiat.createFiatDeposit,
  fiat.quoteFiatWithdrawal,
  fiat.createFiatWithdrawal,
  listTokens,
  kyc.createIndividualSession,
  kyc.getIndividualSession,
  kyc.processIndividualSession,
  kyc.createEnhancedSession,
  kyc.getEnhancedSession,
  kyc.processEnhancedSession,
  kyc.createBusinessSession,
  kyc.getBusinessSession,
  kyc.getFinancialLimits,
  executeOperation,
] as const satisfies readonly Endpoint[];

/** The name of an operation, such as `swap.quote`: also the method's place on the client. */
export type EndpointName = (typeof endpoints)[number]["name"];

/** The endpoint value of that name. */
export type EndpointNamed<Name extends EndpointName> = Extract<
  (typeof endpoints)[number],
  { readonly name: Name }
>;
