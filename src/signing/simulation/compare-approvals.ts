import type { Address } from "../../shared/patterns.js";
import { isAtMost } from "../shared/decimal.js";
import { formatToken } from "../shared/format.js";
import type { ReportProblem } from "../shared/problems.js";
import { callDataPath } from "./compare-balances.js";
import { formatId } from "./describe-changes.js";
import type { TokenUnits } from "./holdings.js";
import { getKey, type Measured } from "./measures.js";
import { addUp, type OperationRules } from "./operation-rules.js";
import { listApprovalMeasures } from "./read-logs.js";
import type { SimulatedRun } from "./run-simulation.js";
import type { SimulatedApproval } from "./simulation-types.js";

const amountKinds: readonly string[] = ["allowance", "permit"];
const approvalKinds: readonly string[] = [...amountKinds, "operator", "nftApproval"];
/** Permit2 stores at most 160 bits. */
const unlimited = 2n ** 159n;

/** Lists the approvals that are higher, last longer or are for another account than before. */
export function listApprovals(
  { measured }: SimulatedRun,
  rules: OperationRules,
  units: TokenUnits,
) {
  const granted = measured.filter((entry) => isGranted(entry, measured));
  const forGas = granted.filter((entry) => isForGas(entry, rules));
  const sumOf = (token: Address) =>
    forGas
      .filter((entry) => tokenOf(entry) === token)
      .reduce((sum, { after = 0n }) => sum + after, 0n);
  const isGas = (token: Address) => {
    const { gas, limits, wallet } = rules;
    const [sum, limit] = [
      units.toDecimal(token, sumOf(token)),
      addUp(gas ? [gas] : limits, wallet, token),
    ];
    return gas?.isExact ? sum <= limit : isAtMost(sum, limit, units.unitOf(token));
  };
  const approvals = granted.map((entry): SimulatedApproval => {
    const { account, kind, id, after = 0n } = entry;
    const token = tokenOf(entry);
    return {
      ...(account !== rules.wallet && { account }),
      spender: spenderOf(entry),
      token,
      ...(id !== undefined && { id: String(id) }),
      ...(amountKinds.includes(kind) &&
        after < unlimited && { amount: units.format(token, after) }),
      isAllowed: isNamed(entry, rules) || (forGas.includes(entry) && isGas(token)),
    };
  });
  /** What the paymaster may still collect of a token of the wallet, in its smallest units. */
  const leftForPaymaster = (token: Address) => (isGas(token) ? sumOf(token) : 0n);
  return { approvals, leftForPaymaster };
}

function isGranted(entry: Measured, measured: readonly Measured[]): boolean {
  const { kind, before = 0n, after = 0n } = entry;
  if (!approvalKinds.includes(kind) || after === 0n) return false;
  if (kind === "nftApproval") return after !== before;
  return after > before || (kind === "permit" && isRenewed(entry, measured));
}

/** An approval of Permit2 that has expired is worthless until it gets a later expiration. */
function isRenewed(permit: Measured, measured: readonly Measured[]): boolean {
  const key = getKey({ ...permit, kind: "permitExpiration" });
  const { before = 0n, after = 0n } = measured.find((entry) => getKey(entry) === key) ?? {};
  return after > before;
}

/** The token that the approval is for. */
const tokenOf = ({ asset, token }: Measured) => asset ?? token;

/** The contract of an NFT says who may spend it, not the event. */
const spenderOf = ({ kind, spender, after = 0n }: Measured) =>
  (kind === "nftApproval" ? `0x${after.toString(16).padStart(40, "0")}` : spender) as Address;

/** Whether the caller allows the account to keep an approval of the wallet. */
function isNamed(entry: Measured, { wallet, approvable, approvals }: OperationRules): boolean {
  const isOwn = entry.account === wallet && approvable.includes(tokenOf(entry));
  return isOwn && approvals.includes(spenderOf(entry));
}

/** Whether the paymaster can collect gas by this approval. */
function isForGas(entry: Measured, rules: OperationRules): boolean {
  const isOwn = entry.account === rules.wallet && amountKinds.includes(entry.kind);
  // Without gas of its own, the losses include it.
  const isGasToken = !rules.gas || rules.gas.token === tokenOf(entry);
  return isOwn && isGasToken && entry.spender === rules.paymaster && !isNamed(entry, rules);
}

/** Reports the approvals that are not allowed, and those that cannot be read. */
export function reportApprovals(
  approvals: readonly SimulatedApproval[],
  { measured, logs }: SimulatedRun,
  { wallet, others, chainId }: OperationRules,
  report: ReportProblem,
): void {
  for (const { isAllowed, account = wallet, spender, token, id, amount } of approvals) {
    if (isAllowed) continue;
    const object = id === undefined ? (amount ?? "all") : "one";
    const name = `${formatToken(token, chainId)}${formatId(id)} at ${account}`;
    const received = `${spender} may spend ${object} of ${name}`;
    report("simulated_approval", callDataPath, "no account that may spend more", received);
  }
  const stated = new Set(listApprovalMeasures(logs.flat(), [wallet, ...others]).map(getKey));
  for (const entry of measured) {
    const { kind, before, after, spender } = entry;
    if (!approvalKinds.includes(kind) || after !== undefined || isBurned(entry, measured)) continue;
    if (before === undefined && !stated.has(getKey(entry))) continue;
    const name = formatToken(tokenOf(entry), chainId);
    const expected = `the approval of ${name} for ${spender} after the operation`;
    report("simulated_change", callDataPath, expected, "no result");
  }
}

/** Whether it is the approval of an NFT that no longer exists. */
const isBurned = ({ kind, token, id }: Measured, measured: readonly Measured[]) =>
  kind === "nftApproval" &&
  measured.some(
    (each) => each.kind === "nftOwner" && each.token === token && each.id === id && !each.after,
  );
