import { redactSecrets, redactUrls, sanitizeText } from "../shared/plain-text.js";

/** The kind of a problem that a simulation found. Each code has one severity. */
export type SimulationProblemCode =
  | "simulated_gain"
  | "simulated_loss"
  | "simulated_approval"
  | "simulated_control"
  | "simulated_gas"
  | "not_simulated";

/** A difference between the simulated changes and the request, or why there was no simulation. */
export interface SimulationProblem {
  code: SimulationProblemCode;
  /** The path of the field that the simulation compared, such as `minAmountOut`. */
  path: string;
  /** `fatal`: never sign this. `review`: unusual, or not simulated. */
  severity: "fatal" | "review";
  /** The expected value. */
  expected: string;
  /** The received value. */
  received: string;
  /** The problem in one line. */
  message: string;
}

export const simulationSeverities: Readonly<
  Record<SimulationProblemCode, SimulationProblem["severity"]>
> = {
  simulated_gain: "fatal",
  simulated_loss: "fatal",
  simulated_approval: "fatal",
  simulated_control: "fatal",
  simulated_gas: "review",
  not_simulated: "review",
};

/** Creates a problem without secrets: the messages of nodes contain URLs with API keys. */
export function createSimulationProblem(
  code: SimulationProblemCode,
  path: string,
  unsafeExpected: string,
  unsafeReceived: string,
): SimulationProblem {
  const [expected, received] = [toSafeText(unsafeExpected), toSafeText(unsafeReceived)];
  const message = `${path}: expected ${expected}, got ${received}`;
  return { code, path, severity: simulationSeverities[code], expected, received, message };
}

const toSafeText = (text: string) => sanitizeText(redactSecrets(redactUrls(text)));

/** The reason why an operation cannot be simulated. Internal: it becomes a problem. */
export class NotSimulated extends Error {
  constructor(
    readonly path: string,
    readonly expected: string,
    readonly received: string,
  ) {
    super(`${path}: expected ${expected}, got ${received}`);
  }
}
