import type { SigningDigests } from "../../contract/operations/types.js";
import type { OperationSimulation } from "../simulation/simulate-operation.js";

/** What is shown to the user before signing. */
export interface SigningDescription {
  /** All facts in plain words, one per line. */
  text: string;
  digests: SigningDigests;
  /** What a simulation changed, if the option `simulate` was given. */
  simulation?: OperationSimulation | undefined;
}
