import { executionSteps } from "../execution.js";
import type { Handlers, StepHandlers } from "../service.js";
import { walletHandlers } from "./wallets.js";

/** Every operation of the service, by endpoint name. */
export const handlers: Handlers = { ...walletHandlers };

/** Everything that happens by itself as the clock goes on. */
export const steps: StepHandlers = { ...executionSteps({}) };
