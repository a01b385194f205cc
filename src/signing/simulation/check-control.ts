import { toEventSelector } from "viem/utils";
import type { ReportProblem } from "../shared/problems.js";
import { callDataPath } from "./compare-balances.js";
import type { Measured } from "./measures.js";
import type { OperationRules } from "./operation-rules.js";
import type { SimulatedRun } from "./run-simulation.js";

/** The events of a wallet that report no change of who controls it. */
const harmlessTopics: readonly string[] = [
  "Received(address,uint256)",
  "SafeReceived(address,uint256)",
  // ERC-7579: a call of a batch failed, and the others are kept.
  "TryExecuteUnsuccessful(uint256,bytes)",
  "TryExecuteUnsuccessful(bytes,bytes)",
  // Safe: the module for the EntryPoint made a call.
  "ExecutionFromModuleSuccess(address)",
  "SafeModuleTransaction(address,address,uint256,bytes,uint8)",
].map(toEventSelector);

/** Reports what changes who controls the wallet. */
export function checkControl(
  { measured, logs }: SimulatedRun,
  rules: OperationRules,
  report: ReportProblem,
): void {
  if (measured.some((entry) => hasOtherOwner(entry, rules)))
    report("simulated_control", callDataPath, "the same owner of the wallet", "another owner");
  // A wallet reports its owner when it is deployed.
  const compared = rules.setup === "deployment" ? logs.slice(1) : logs;
  const own = compared.flat().filter(({ address }) => address === rules.wallet);
  const topics = own.map(({ topics: [topic = "0x"] }) => topic);
  for (const topic of new Set(topics.filter((each) => !harmlessTopics.includes(each)))) {
    const received = `an event with the topic ${topic.slice(0, 10)}`;
    report("simulated_control", callDataPath, "no change that the wallet reports", received);
  }
}

function hasOtherOwner({ kind, before, after }: Measured, rules: OperationRules): boolean {
  const { setup, owner } = rules;
  if ((kind !== "walletOwner" && kind !== "validatorOwner") || before === after) return false;
  // Zero and no result mean that there was no owner yet.
  if (!setup || before) return true;
  if (owner) return Boolean(after) && after !== BigInt(owner);
  return setup === "initialisation" && before !== undefined;
}
