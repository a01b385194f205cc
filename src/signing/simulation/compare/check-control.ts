import type { Address } from "../../../contract/shared/primitives.js";
import { listControlEvents } from "../measure/read-logs.js";
import type { Measured, SimulatedRun } from "../measure/run-simulation.js";
import type { WalletSetup } from "../measure/user-operation.js";

/** What decides who may control the wallet after the operation. */
export interface ControlRules {
  wallet: Address;
  /** The owner, if the caller named one. */
  owner: Address | undefined;
  setup: WalletSetup;
}

interface ControlChange {
  expected: string;
  received: string;
}

/** Lists what changes who controls the wallet. */
export function listControlChanges(
  { measured, walletLogs }: SimulatedRun,
  rules: ControlRules,
): ControlChange[] {
  const { wallet, owner, setup } = rules;
  const changes: ControlChange[] = [];
  if (measured.some((entry) => isChanged(entry, rules)))
    changes.push({ expected: "the same owner of the wallet", received: "another owner" });
  const registered = setup === "initialisation" ? owner : undefined;
  for (const received of listControlEvents(walletLogs, wallet, registered))
    changes.push({ expected: "no change of who controls the wallet", received });
  return changes;
}

const controlKinds: readonly string[] = ["walletOwner", "rootValidator", "validatorOwner"];

function isChanged(entry: Measured, { owner, setup }: ControlRules): boolean {
  const { kind, before, after } = entry;
  if (!controlKinds.includes(kind) || before === after) return false;
  const isReplaced = before !== undefined;
  // Zero and no result mean that there was no owner yet.
  if (!setup || before) return isReplaced;
  if (owner && kind !== "rootValidator") return Boolean(after) && after !== BigInt(owner);
  return setup === "initialisation" && isReplaced;
}
