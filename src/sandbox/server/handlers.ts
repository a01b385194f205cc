import { fiatHandlers, fiatSteps } from "../fiat/deposit-orders.js";
import { fiatCompletions } from "../fiat/withdrawal-orders.js";
import { kycHandlers, kycSteps } from "../kyc/sessions.js";
import { lendingConditions } from "../lending/lending-limit.js";
import { lendingHandlers } from "../lending/quote-lending.js";
import { positionHandlers } from "../liquidity/change-position.js";
import { liquidityHandlers } from "../liquidity/create-position.js";
import { poolHandlers } from "../liquidity/list-pools.js";
import { positionCompletions } from "../liquidity/positions.js";
import { executeHandlers } from "../operations/execute-operation.js";
import { executionSteps } from "../operations/settle-operations.js";
import type { Handlers, StepHandlers } from "../shared/operation-handler.js";
import { limitOrderHandlers } from "../swap/cancel-limit-order.js";
import { swapHandlers } from "../swap/quote-swap.js";
import { orderSteps } from "../swap/settle-limit-orders.js";
import { tokenHandlers } from "../tokens/list-tokens.js";
import { historyHandlers } from "../wallets/list-history.js";
import { portfolioHandlers } from "../wallets/portfolio.js";
import { walletHandlers } from "../wallets/register-wallet.js";

/** Every operation of the service, by endpoint name. */
export const handlers: Handlers = {
  ...walletHandlers,
  ...fiatHandlers,
  ...kycHandlers,
  ...swapHandlers,
  ...limitOrderHandlers,
  ...executeHandlers,
  ...tokenHandlers,
  ...historyHandlers,
  ...portfolioHandlers,
  ...poolHandlers,
  ...liquidityHandlers,
  ...positionHandlers,
  ...lendingHandlers,
};

/** Everything that happens by itself as the clock goes on. */
export const steps: StepHandlers = {
  ...executionSteps({ ...positionCompletions, ...fiatCompletions }, lendingConditions),
  ...orderSteps,
  ...fiatSteps,
  ...kycSteps,
};
