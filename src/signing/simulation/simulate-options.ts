import type { Address } from "../../contract/shared/primitives.js";
import { ConfigurationError } from "../../errors/data.js";
import type { SigningProblem } from "../../errors/signing.js";
import type { SigningDescription } from "../describe/signing-description.js";
import { isMissing } from "../shared/problems.js";
import type { Fields } from "../shared/read-fields.js";
import type { OperationSimulation } from "./check-simulation.js";
import type { SimulationClient } from "./measure/run-simulation.js";

/** How an operation is simulated before it is signed. */
export interface SimulateOptions {
  /**
   * A viem public client of the source chain. The operation is simulated with `eth_simulateV1`
   * before it is signed, as by `simulateQuote`. Not simulated without it.
   */
  simulate?: SimulationClient | undefined;
  /** The accounts that may keep an approval after the operation. @defaultValue none */
  approvals?: readonly Address[] | undefined;
}

export const simulateFields: Fields<SimulateOptions> = { simulate: "any", approvals: "strings" };

/** Without a client, nothing would be simulated. */
export function assertClient(subject: string, client: SimulationClient | undefined): void {
  if (typeof client?.simulateBlocks !== "function")
    throw new ConfigurationError(`${subject}: expected a viem public client, got another value.`);
}

/** Simulates if the option is given and nothing fatal was found before. */
export async function simulateIfAsked(
  { simulate }: SimulateOptions,
  problems: readonly SigningProblem[],
  run: (client: SimulationClient) => Promise<OperationSimulation>,
): Promise<OperationSimulation | undefined> {
  const isFatal = problems.some(({ severity }) => severity === "fatal");
  return isMissing(simulate) || isFatal ? undefined : run(simulate);
}

/** Adds what the simulation changed to what is shown to the user. */
export function addSimulation<Description extends SigningDescription>(
  description: Description,
  simulation: OperationSimulation | undefined,
): Description {
  if (!simulation?.text) return description;
  return { ...description, simulation, text: `${description.text}\n${simulation.text}` };
}
