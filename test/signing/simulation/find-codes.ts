import {
  type OperationToSimulate,
  type SimulationSettings,
  simulateOperation,
} from "../../../src/signing/simulation/simulate-operation.js";
import type { ExpectedChanges } from "../../../src/signing/simulation/simulation-types.js";
import {
  createFakeNode,
  createNormalData,
  type FakeChain,
  honestValues,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";

/** A swap of 100 for at least 99. */
export const honestChanges: Omit<ExpectedChanges, "collectable"> = {
  losses: [{ token: tokenIn, amount: "100" }],
  gains: [{ token: tokenOut, amount: "99", receiver: wallet }],
  accounts: [wallet],
  approvals: [],
  approvable: [tokenIn],
};

/** What differs from an honest swap. `values` are added to the honest ones. */
export interface Changes {
  chain?: FakeChain;
  values?: FakeChain["values"];
  expected?: Partial<ExpectedChanges>;
  /** Fields of the user operation. */
  operation?: Record<string, unknown>;
  given?: Partial<OperationToSimulate>;
  settings?: SimulationSettings;
  client?: ReturnType<typeof createFakeNode>["client"];
}

export async function simulate(changes: Changes = {}) {
  const { chain, values, expected, operation, given, settings } = changes;
  const { client } = createFakeNode({ values: { ...honestValues, ...values }, ...chain });
  const simulated: OperationToSimulate = {
    typedData: createNormalData(operation),
    userOperationHash: `0x${"ab".repeat(32)}`,
    delegate: undefined,
    walletAddress: wallet,
    owner: undefined,
    chainId: 137,
    expected: {
      ...honestChanges,
      collectable: expected?.gas ? [expected.gas] : (expected?.losses ?? honestChanges.losses),
      ...expected,
    },
    ...given,
  };
  return simulateOperation(changes.client ?? client, simulated, settings ?? {});
}

export const findCodes = async (changes?: Changes) =>
  (await simulate(changes)).problems.map(({ code }) => code);
