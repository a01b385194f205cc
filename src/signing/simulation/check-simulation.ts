import { nativeToken } from "../../contract/shared/chain-ids.js";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import type { NormalTypedData } from "../typed-data/parse-struct.js";
import { type ComparedChanges, compareChanges } from "./compare-changes.js";
import { type ExpectedChanges, normalizeToken, toRoundedUnits } from "./expected-changes.js";
import type { Measure } from "./measures.js";
import { findAddresses, listControlEvents } from "./read-logs.js";
import { describeError, runSimulation, type SimulationClient } from "./run-simulation.js";
import {
  createSimulationProblem,
  NotSimulated,
  type SimulationProblem,
} from "./simulation-problems.js";
import {
  getMaxGasCost,
  listCalls,
  readUserOperation,
  type UserOperation,
} from "./user-operation.js";

/** An operation whose typed data was checked, and what it may change. */
export interface OperationToSimulate {
  typedData: NormalTypedData;
  userOperationHash: Hex;
  /** The contract of the EIP-7702 authorization that is sent with the operation. */
  delegate: Address | undefined;
  chainId: number;
  expected: ExpectedChanges;
}

/** Call data can contain any number of addresses. */
const maxCallDataAddresses = 24;

/**
 * Simulates an operation on the chain and compares the changes with the expected ones. Every
 * failure is a problem, so that an operation that was not simulated is never taken for a safe one.
 */
export async function checkSimulation(
  client: SimulationClient,
  operation: OperationToSimulate,
): Promise<ComparedChanges> {
  try {
    return await simulate(client, operation);
  } catch (error) {
    const { path, expected, received } =
      error instanceof NotSimulated
        ? error
        : { path: "simulate", expected: "a simulation", received: describeError(error) };
    const problem = createSimulationProblem("not_simulated", path, expected, received);
    return { problems: [problem], changes: [], approvals: [] };
  }
}

async function simulate(
  client: SimulationClient,
  { typedData, userOperationHash, delegate, chainId, expected }: OperationToSimulate,
): Promise<ComparedChanges> {
  const operation = readUserOperation(typedData, userOperationHash);
  const { sender: wallet, paymaster } = operation;
  const [actualChain, code] = await Promise.all([
    client.getChainId(),
    client.getCode({ address: wallet }),
  ]);
  if (actualChain !== chainId)
    throw new NotSimulated("simulate", `a client of chain ${chainId}`, `chain ${actualChain}`);
  const { calls, walletCode } = listCalls(operation, code, delegate);
  const measures = listFirstMeasures(operation, expected);
  const { measured, logs } = await runSimulation(client, { wallet, calls, walletCode, measures });
  const compared = compareChanges(measured, expected, { wallet, paymaster });
  const problems = [...compared.problems, ...checkGas(operation, expected)];
  for (const event of listControlEvents(logs, wallet)) {
    const path = "typedData.message.callData";
    const expectedText = "no change of who controls the wallet";
    problems.push(createSimulationProblem("simulated_control", path, expectedText, event));
  }
  const summary = listChanges(compared);
  const withChanges = (problem: SimulationProblem) =>
    problem.severity === "fatal"
      ? { ...problem, message: `${problem.message} (all changes: ${summary})` }
      : problem;
  return { ...compared, problems: problems.map(withChanges) };
}

function listChanges({ changes }: ComparedChanges): string {
  const list = changes.map(
    ({ account, token, id, amount }) =>
      `${amount} of ${token}${id === undefined ? "" : ` number ${id}`} at ${account}`,
  );
  return list.join(", ") || "none";
}

/** What to measure in the first run. Its events name the rest. */
function listFirstMeasures(operation: UserOperation, expected: ExpectedChanges): Measure[] {
  const { sender: wallet, entryPoint, callData } = operation;
  const { losses, gains, gas } = expected;
  const amounts = [...losses, ...gains, ...(gas ? [gas] : [])];
  const stated = amounts.map(({ token }) => normalizeToken(token));
  const found = findAddresses(callData, maxCallDataAddresses);
  // The EntryPoint has `balanceOf`, too: a wallet can withdraw its deposit to another account.
  const contracts = new Set<Address>([
    nativeToken,
    ...stated,
    normalizeToken(entryPoint),
    ...found,
  ]);
  const tokens = new Set(stated.filter((token) => token !== nativeToken));
  return [
    ...[...contracts].map((token): Measure => ({ kind: "balance", token, account: wallet })),
    ...stated.map((token): Measure => ({ kind: "decimals", token, account: wallet })),
    ...gains.map(
      ({ token, receiver }): Measure => ({
        kind: "balance",
        token: normalizeToken(token),
        account: receiver,
      }),
    ),
    ...[...tokens].flatMap((token) =>
      found.map((spender): Measure => ({ kind: "allowance", token, account: wallet, spender })),
    ),
    { kind: "walletOwner", token: wallet, account: wallet },
  ];
}

/** The gas is charged outside of the simulated calls. */
function checkGas(operation: UserOperation, { nativeGas }: ExpectedChanges): SimulationProblem[] {
  const cost = getMaxGasCost(operation);
  if (cost === 0n) return [];
  const path = "typedData.message.gasFees";
  const wei = `${cost} wei of gas`;
  const [most, rounding] = (nativeGas !== undefined && toRoundedUnits(nativeGas, 18)) || [];
  if (most === undefined || rounding === undefined)
    return [createSimulationProblem("simulated_gas", path, "a stated maximum", wei)];
  if (cost <= most + rounding) return [];
  const expected = `a loss of at most ${most} wei of gas`;
  return [createSimulationProblem("simulated_loss", path, expected, wei)];
}
