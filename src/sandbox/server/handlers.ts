import { batchHandlers } from "../batch/prepare-batch.js";
import { depositHandlers, depositTasks } from "../fiat/deposit-orders.js";
import { fiatQuoteTasks } from "../fiat/fiat-quotes.js";
import { withdrawalCompletions, withdrawalHandlers } from "../fiat/withdrawal-orders.js";
import { kycHandlers, kycTasks } from "../kyc/sessions.js";
import { isCovered } from "../lending/loan-coverage.js";
import { lendingHandlers } from "../lending/quote-lending.js";
import { changePositionHandlers } from "../liquidity/change-position.js";
import { createPositionHandlers } from "../liquidity/create-position.js";
import { poolHandlers } from "../liquidity/list-pools.js";
import { positionCompletions } from "../liquidity/positions.js";
import { preparedHandlers } from "../operations/custom-operation.js";
import { executeHandlers } from "../operations/execute-operation.js";
import { preparationTasks } from "../operations/prepare-operation.js";
import { limitOrderTasks } from "../operations/settle-limit-orders.js";
import { createOperationTasks } from "../operations/settle-operations.js";
import type { OperationHandlers } from "../shared/operation-handler.js";
import { limitOrderHandlers } from "../swap/cancel-limit-order.js";
import { swapHandlers } from "../swap/quote-swap.js";
import { tokenHandlers } from "../tokens/list-tokens.js";
import { portfolioHandlers } from "../wallets/get-portfolio.js";
import { historyHandlers } from "../wallets/list-history.js";
import { walletHandlers } from "../wallets/wallet-operations.js";
import type { TaskHandlers } from "../world/schedule.js";

export const operationHandlers: OperationHandlers = {
  ...walletHandlers,
  ...depositHandlers,
  ...withdrawalHandlers,
  ...kycHandlers,
  ...swapHandlers,
  ...limitOrderHandlers,
  ...preparedHandlers,
  ...batchHandlers,
  ...executeHandlers,
  ...tokenHandlers,
  ...historyHandlers,
  ...portfolioHandlers,
  ...poolHandlers,
  ...createPositionHandlers,
  ...changePositionHandlers,
  ...lendingHandlers,
};

export const taskHandlers: TaskHandlers = {
  ...createOperationTasks({ ...positionCompletions, ...withdrawalCompletions }, isCovered),
  ...limitOrderTasks,
  ...depositTasks,
  ...fiatQuoteTasks,
  ...preparationTasks,
  ...kycTasks,
};
