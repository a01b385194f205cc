import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import type { SigningProblem } from "../../errors/signing.js";
import { formatChain } from "../shared/text/format-chain.js";
import { formatLines } from "../shared/text/format-lines.js";
import type { NormalTypedData } from "../typed-data/parse-struct.js";
import { type ComparedChanges, compareChanges } from "./compare/compare-changes.js";
import { formatAccount, type SimulatedApproval } from "./compare/list-approvals.js";
import type { SimulatedChange } from "./compare/list-changes.js";
import { type OtherAccounts, separateAccounts } from "./compare/other-accounts.js";
import { unifyExpected } from "./compare/unify-expected.js";
import {
  type ExpectedChanges,
  expectSwapChanges,
  type SwapToSimulate,
} from "./expected-changes.js";
import { createPositionMeasures, getKey, type Measure, toTokenKey } from "./measure/measures.js";
import { findAddresses } from "./measure/read-logs.js";
import {
  canSimulate,
  describeError,
  runSimulation,
  type SimulationClient,
} from "./measure/run-simulation.js";
import {
  getMaxGasCost,
  listCalls,
  readUserOperation,
  type UserOperation,
} from "./measure/user-operation.js";
import { createProblem, NotSimulated, toProblem } from "./simulation-problems.js";
import { toInteger } from "./to-integer.js";

/** An operation whose typed data was checked, and what it may change. */
export interface OperationToSimulate {
  typedData: NormalTypedData;
  userOperationHash: Hex;
  /** The contract of the EIP-7702 authorization that is sent with the operation. */
  delegate: Address | undefined;
  /** The owner of the wallet, if the caller named one. */
  owner?: Address | undefined;
  chainId: number;
  /** The destination, if it is another chain. */
  chainOut?: number | undefined;
  /** The quote and the request of a swap, or what another operation may change. */
  expected: SwapToSimulate | ExpectedChanges;
}

/** What an operation changes on its source chain. All strings are safe to show. */
export interface OperationSimulation extends ComparedChanges {
  /** Whether the operation was run. If not, a problem says why, and nothing else is known. */
  isSimulated: boolean;
  /** The chain and the changes, one fact per line. */
  text: string;
}

export { canSimulate };

/** Call data can contain any number of addresses. */
const maxCallDataAddresses = 24;
const maxInitCodeAddresses = 8;
/** A message with all of them could have a megabyte. */
const maxListedChanges = 20;
/** Leaves room for what the events name. */
const maxFirstMeasures = 230;

/**
 * Simulates an operation on the chain and compares the changes with the expected ones. Every
 * failure is a problem, so that an operation that was not simulated is never taken for a safe one.
 * Calls `onSend` before the node gets the operation.
 */
export async function checkSimulation(
  client: SimulationClient,
  operation: OperationToSimulate,
  onSend: () => void,
): Promise<OperationSimulation> {
  try {
    const compared = await simulate(client, operation, onSend);
    return { ...compared, isSimulated: true, text: describeChanges(compared, operation) };
  } catch (error) {
    // Requests to the node have reasons of their own. The rest is data of the operation.
    const other = () =>
      new NotSimulated("simulate", "values", describeError(error), "simulated_unmeasured");
    const problem = toProblem(error instanceof NotSimulated ? error : other());
    return { problems: [problem], changes: [], approvals: [], isSimulated: false, text: "" };
  }
}

function describeChanges(
  { changes, approvals }: ComparedChanges,
  { chainId, chainOut }: OperationToSimulate,
): string {
  const isCrossChain = chainOut !== undefined && chainOut !== chainId;
  const scope = isCrossChain
    ? ` only: what arrives on ${formatChain(chainOut)} is not simulated`
    : "";
  return formatLines([
    ["Simulated on", [`${formatChain(chainId)}${scope}`]],
    ["Change", changes.map(formatChange)],
    ["Approval", approvals.map(formatApproval)],
  ]);
}

const formatId = (id: string | undefined) => (id === undefined ? "" : ` number ${id}`);
const formatChange = ({ account, token, id, amount }: SimulatedChange) =>
  `${amount} of ${token}${formatId(id)} at ${account}`;
const formatApproval = ({ account, spender, token, id, amount = "all" }: SimulatedApproval) =>
  `${spender} may spend ${amount} of ${token}${formatId(id)}${formatAccount(account)}`;

async function simulate(
  client: SimulationClient,
  { typedData, userOperationHash, delegate, owner, chainId, expected: given }: OperationToSimulate,
  onSend: () => void,
): Promise<ComparedChanges> {
  const stated = "quote" in given ? expectSwapChanges(given) : given;
  const operation = readUserOperation(typedData, userOperationHash);
  const { sender: wallet, paymaster } = operation;
  const { expected, others } = separateAccounts(unifyExpected(stated, chainId), wallet, owner);
  const [actualChain, code] = await Promise.all([
    client.getChainId(),
    client.getCode({ address: wallet }),
  ]).catch((error: unknown) => {
    throw new NotSimulated("simulate", "a simulation", describeError(error));
  });
  if (actualChain !== chainId)
    throw new NotSimulated("simulate", `a client of chain ${chainId}`, `chain ${actualChain}`);
  const { calls, walletCode, setup } = listCalls(operation, code, delegate);
  const measures = listFirstMeasures(operation, expected, others);
  onSend();
  const run = await runSimulation(client, {
    ...{ chainId, wallet, others: others.accounts },
    ...{ calls, walletCode, measures },
  });
  const gasCost = getMaxGasCost(operation);
  const rules = { wallet, paymaster, gasCost, owner, setup, others };
  const compared = compareChanges(run, expected, rules);
  const problems = [...compared.problems];
  for (const field of ["initCode", "callData"] as const) {
    if (!hasDelegateCall(operation[field])) continue;
    // It can replace the owner and the code of the wallet without an event.
    const expectedText = "no delegate call in the wallet";
    const path = `typedData.message.${field}`;
    problems.push(createProblem("simulated_control", path, expectedText, "one"));
  }
  return { ...compared, problems: addChanges(problems, compared.changes) };
}

/** Lists the changes in the message of the first fatal problem. */
function addChanges(
  problems: readonly SigningProblem[],
  changes: readonly SimulatedChange[],
): SigningProblem[] {
  const count = changes.length;
  const title =
    count > maxListedChanges ? `${maxListedChanges} of ${count} changes` : "all changes";
  const list = changes.slice(0, maxListedChanges).map(formatChange).join(", ") || "none";
  const first = problems.find(({ severity }) => severity === "fatal");
  return problems.map((problem) =>
    problem === first ? { ...problem, message: `${problem.message} (${title}: ${list})` } : problem,
  );
}

/**
 * Whether the data of a call contains, at any depth, a delegate call of ERC-7579's `execute` and
 * `executeFromExecutor`, or of Kernel v2's `execute` and `executeDelegateCall`.
 */
function hasDelegateCall(data: Hex): boolean {
  const pattern = /^0x(?:..)*?(?:(?:e9ae5c53|d691c964)ff|51945447.{192}0{63}1|b68df16d)/i;
  return pattern.test(data);
}

/** Kernel's validator for one owner has the same address on every chain. */
const kernelValidator: Address = "0x845adb2c711129d4f3966735ed98a9f09fc4ce57";

/** What to measure in the first run. Its events name the rest. */
function listFirstMeasures(
  operation: UserOperation,
  expected: ExpectedChanges,
  others: OtherAccounts,
): Measure[] {
  const { sender: wallet, entryPoint, callData, initCode, paymaster } = operation;
  const { losses, gains, positions = [], gas, fees = [], gasReceivers = [] } = expected;
  const amounts = [...losses, ...gains, ...(gas ? [gas] : []), ...fees];
  const stated = amounts.map(({ token }) => toTokenKey(token));
  const found = [
    ...findAddresses(callData, maxCallDataAddresses),
    ...findAddresses(initCode, maxInitCodeAddresses),
  ];
  // The EntryPoint has `balanceOf`, too: a wallet can withdraw its deposit to another account.
  const contracts = new Set<Address>([nativeToken, ...stated, toTokenKey(entryPoint), ...found]);
  const tokens = new Set(stated.filter((token) => token !== nativeToken));
  const create = (kind: Measure["kind"], token: Address, account = wallet): Measure => ({
    kind,
    token,
    account,
  });
  const collectors = gas ? [...(paymaster ? [paymaster] : []), ...gasReceivers] : [];
  const measures = [
    ...[...contracts].map((token) => create("balance", token)),
    ...stated.map((token) => create("decimals", token)),
    ...gains.flatMap(({ token, receiver }) => [
      create("balance", toTokenKey(token), receiver),
      create("isNft", toTokenKey(token)),
    ]),
    ...others.losses.flatMap(({ token, account }) => [
      create("balance", toTokenKey(token), account),
      create("decimals", toTokenKey(token)),
      create("isNft", toTokenKey(token)),
    ]),
    ...collectors.map((account) => create("balance", toTokenKey(gas?.token ?? ""), account)),
    ...positions.flatMap(({ token, id }) => {
      const number = toInteger(id);
      return number === undefined ? [] : createPositionMeasures(toTokenKey(token), number, wallet);
    }),
    create("walletOwner", wallet),
    create("rootValidator", wallet),
    ...[kernelValidator, ...found].map((token) => create("validatorOwner", token)),
    ...found.map((token) => create("debt", token)),
  ];
  // Only tokens that emit no event for an approval need these.
  const allowances = [...tokens].flatMap((token) =>
    found.map((spender): Measure => ({ ...create("allowance", token), spender })),
  );
  const room = maxFirstMeasures - new Set(measures.map(getKey)).size;
  return [...measures, ...allowances.slice(0, Math.max(0, room))];
}
