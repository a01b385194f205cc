import { executionSteps } from "../execution.js";
import { lendingConditions } from "../lending-limit.js";
import { orderSteps } from "../limit-orders.js";
import { positionCompletions } from "../positions.js";
import type { Handlers, StepHandlers } from "../service.js";
import { executeHandlers } from "./execute.js";
import { fiatHandlers, fiatSteps } from "./fiat.js";
import { historyHandlers } from "./history.js";
import { kycHandlers, kycSteps } from "./kyc.js";
import { lendingHandlers } from "./lending.js";
import { limitOrderHandlers } from "./limit-orders.js";
import { liquidityHandlers } from "./liquidity.js";
import { poolHandlers } from "./pools.js";
import { portfolioHandlers } from "./portfolio.js";
import { positionHandlers } from "./positions.js";
import { swapHandlers } from "./swap.js";
import { tokenHandlers } from "./tokens.js";
import { walletHandlers } from "./wallets.js";
import { fiatCompletions } from "./withdrawals.js";

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
