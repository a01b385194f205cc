import type { WriteKind } from "./plan.js";
import { prepareDeposit, prepareWithdrawal } from "./writes/fiat.js";
import {
  prepareBusinessSession,
  prepareEnhancedCheck,
  prepareEnhancedSession,
  prepareSession,
  prepareStandardCheck,
} from "./writes/kyc.js";
import {
  prepareChange,
  prepareCollect,
  prepareCreate,
  prepareCreateWithSwap,
  prepareRebalance,
} from "./writes/liquidity.js";
import type { Prepare } from "./writes/prepared-write.js";
import { prepareCancel, prepareExecution } from "./writes/swap.js";
import { prepareMetadata, prepareRegister, prepareTaxExport } from "./writes/wallets.js";

export const prepareWrite: Readonly<Record<WriteKind, Prepare>> = {
  "wallets.register": prepareRegister,
  "wallets.updateTransactionMetadata": prepareMetadata,
  "wallets.requestTaxExport": prepareTaxExport,
  "swap.cancelLimitOrder": prepareCancel,
  "liquidity.createWithSwap": prepareCreateWithSwap,
  "liquidity.create": prepareCreate,
  "liquidity.rebalance": prepareRebalance,
  "liquidity.change": prepareChange,
  "liquidity.collectFees": prepareCollect,
  "fiat.createDeposit": prepareDeposit,
  "fiat.createWithdrawal": prepareWithdrawal,
  "kyc.individual.standard.create": prepareSession,
  "kyc.individual.standard.process": prepareStandardCheck,
  "kyc.individual.enhanced.create": prepareEnhancedSession,
  "kyc.individual.enhanced.process": prepareEnhancedCheck,
  "kyc.business.standard.create": prepareBusinessSession,
  "operations.execute": prepareExecution,
};
