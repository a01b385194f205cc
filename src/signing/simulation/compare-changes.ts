import { toEventSelector } from "viem/utils";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Address } from "../../shared/patterns.js";
import { isAtLeast, isAtMost, maxDecimal, parseAmountText } from "../shared/decimal.js";
import { formatAmount, formatToken } from "../shared/format.js";
import type { ReportProblem } from "../shared/problems.js";
import { deltaOf, formatId, gainOf, type Holding, lossOf, type TokenUnits } from "./holdings.js";
import { listApprovalMeasures, listNamed } from "./list-measures.js";
import { addUp, type OperationRules } from "./operation-rules.js";
import { getKey, type Measured, type SimulatedRun } from "./run-simulation.js";
import type { SimulatedApproval } from "./simulation-types.js";

const path = "typedData.message.callData";

/**
 * Compares what the accounts lost and gained with what is expected. `leftForPaymaster` is what the
 * paymaster may still collect of a token of the wallet, in its smallest units.
 */
export function compareBalances(
  holdings: readonly Holding[],
  units: TokenUnits,
  rules: OperationRules,
  leftForPaymaster: (token: Address) => bigint,
  report: ReportProblem,
): void {
  /** What the wallet pays after the simulated calls. */
  const chargeOf = ({ account, token }: Holding): bigint => {
    if (account !== rules.wallet) return 0n;
    return leftForPaymaster(token) + (token === nativeToken ? rules.gasCost : 0n);
  };
  const nameOf = ({ account, token }: Pick<Holding, "account" | "token">) =>
    `${formatToken(token, rules.chainId)} at ${account}`;
  const isOf = (a: Pick<Holding, "account" | "token">) => (b: typeof a) =>
    a.account === b.account && a.token === b.token;

  // A balance that cannot be read would seem not to change.
  const unmeasured = new Set<string>();
  for (const named of listNamed(rules)) {
    const { token, isOptional } = named;
    const name = nameOf(named);
    const balance = holdings.find(isOf(named))?.balance;
    const hasDecimals = units.decimalsOf(token) !== undefined;
    const isReadable = balance && (balance.before !== undefined || units.hasIds(token));
    if (isOptional || (hasDecimals && isReadable) || unmeasured.has(name)) continue;
    unmeasured.add(name);
    const getter = hasDecimals ? "balanceOf()" : "decimals()";
    report("simulated_unmeasured", path, `${getter} of ${name}`, "no result");
  }
  const compared = holdings.filter((holding) => !unmeasured.has(nameOf(holding)));

  for (const expected of rules.gains) {
    const { account, token, amount, isExact } = expected;
    const holding = compared.find(isOf(expected));
    if (!holding) continue;
    const gain = gainOf(holding) - chargeOf(holding);
    // A wallet that swaps a token for itself, or pays gas in it, gains the difference. A fee that
    // only the response names reduces no minimum.
    const named = rules.limits.filter((limit) => !limit.isOptional);
    const spent = addUp(isExact ? [rules.gas] : named, account, token);
    const gained = units.toDecimal(token, gain) + spent;
    const least = parseAmountText(amount);
    const reaches = isExact ? (a: bigint, b: bigint) => a >= b : isAtLeast;
    if (least !== undefined && reaches(gained, least, amount, units.unitOf(token))) continue;
    const shown = least === undefined ? "a minimum" : formatAmount(maxDecimal(least - spent, 0n));
    const text = `a gain of at least ${shown} of ${nameOf(holding)}`;
    report("simulated_gain", path, text, units.format(token, gain));
  }

  for (const holding of compared) {
    const { account, token } = holding;
    const charge = chargeOf(holding);
    const loss = lossOf(holding) + charge;
    const limit = addUp(rules.limits, account, token);
    const ownLimits = rules.limits.filter(({ isExact }) => isExact);
    const exact = addUp(ownLimits, account, token);
    const rounded = units.toDecimal(token, loss) - exact;
    if (loss <= 0n || isAtMost(rounded, limit - exact, units.unitOf(token))) continue;
    const expected = `a loss of at most ${formatAmount(limit)} of ${nameOf(holding)}`;
    const withGas = charge > 0n ? " with the most gas" : "";
    const received = `${units.format(token, loss)}${withGas}${formatIds(holding, -1n)}`;
    report("simulated_loss", path, expected, received);
  }

  for (const holding of compared) {
    if (rules.gains.some(isOf(holding))) continue;
    const { token } = holding;
    const gain = gainOf(holding) - chargeOf(holding);
    const ids = formatIds(holding, 1n);
    if (!ids && (gain <= 0n || isInterest(holding, units))) continue;
    const received = `+${units.format(token, maxDecimal(gain, 0n))}${ids}`;
    report("simulated_change", path, `no gain of ${nameOf(holding)}`, received);
  }
}

/** The balances of some tokens grow with each block. */
function isInterest({ token, balance }: Holding, { toDecimal }: TokenUnits): boolean {
  const { before = 0n, after = 0n } = balance ?? {};
  return token !== nativeToken && isAtMost(toDecimal(token, after), toDecimal(token, before));
}

const maxShownIds = 5;

/** The ids that an account has more of, or with the sign -1 less of. */
function formatIds({ ids }: Holding, sign: bigint): string {
  const found = ids.filter((entry) => deltaOf(entry) * sign > 0n);
  const shown = found.slice(0, maxShownIds).map(({ id }) => formatId(id));
  return shown.length > 0 ? ` (${shown.join(",").trim()})` : "";
}

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
  const { collectable, wallet } = rules;
  const granted = measured.filter((entry) => isGranted(entry, measured));
  const isOwn = (entry: Measured, spenders: readonly unknown[]) =>
    entry.account === wallet && spenders.includes(spenderOf(entry));
  // The caller allows the account to keep it.
  const isNamed = (entry: Measured) =>
    isOwn(entry, rules.approvals) && rules.approvable.includes(tokenOf(entry));
  // The paymaster can collect gas by it.
  const forGas = granted.filter(
    (entry) =>
      amountKinds.includes(entry.kind) && isOwn(entry, [rules.paymaster]) && !isNamed(entry),
  );
  const sumOf = (token: Address) =>
    forGas.reduce((sum, each) => sum + (tokenOf(each) === token ? (each.after ?? 0n) : 0n), 0n);
  const isGas = (token: Address) => {
    const sum = units.toDecimal(token, sumOf(token));
    const own = collectable.filter((each) => each.token === token);
    const limit = addUp(own, wallet, token);
    const isExact = own.every((each) => each.isExact);
    return isExact ? sum <= limit : isAtMost(sum, limit, units.unitOf(token));
  };
  const approvals = granted.map((entry): SimulatedApproval => {
    const { account, kind, id, after = 0n } = entry;
    const token = tokenOf(entry);
    const hasAmount = amountKinds.includes(kind) && after < unlimited;
    return {
      ...(account !== wallet && { account }),
      spender: spenderOf(entry),
      token,
      ...(id !== undefined && { id: String(id) }),
      ...(hasAmount && { amount: units.format(token, after) }),
      isAllowed: isNamed(entry) || (forGas.includes(entry) && isGas(token)),
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
  if (after > before || kind !== "permit") return after > before;
  // An approval of Permit2 that has expired is worthless until it gets a later expiration.
  const key = getKey({ ...entry, kind: "permitExpiration" });
  const expiration = measured.find((each) => getKey(each) === key);
  return (expiration?.after ?? 0n) > (expiration?.before ?? 0n);
}

const tokenOf = ({ asset, token }: Measured) => asset ?? token;

/** The contract of an NFT says who may spend it, not the event. */
const spenderOf = ({ kind, spender, after = 0n }: Measured) =>
  (kind === "nftApproval" ? `0x${after.toString(16).padStart(40, "0")}` : spender) as Address;

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
    report("simulated_approval", path, "no account that may spend more", received);
  }
  const stated = new Set(listApprovalMeasures(logs.flat(), [wallet, ...others]).map(getKey));
  for (const entry of measured) {
    const { kind, before, after, spender } = entry;
    if (!approvalKinds.includes(kind) || after !== undefined || isBurned(entry, measured)) continue;
    if (before === undefined && !stated.has(getKey(entry))) continue;
    const name = formatToken(tokenOf(entry), chainId);
    const expected = `the approval of ${name} for ${spender} after the operation`;
    report("simulated_change", path, expected, "no result");
  }
}

/** Whether it is the approval of an NFT that no longer exists. */
const isBurned = ({ kind, token, id }: Measured, measured: readonly Measured[]) =>
  kind === "nftApproval" &&
  measured.some(
    (each) => each.kind === "nftOwner" && each.token === token && each.id === id && !each.after,
  );

/** The events of a wallet that report no change of who controls it. */
const harmlessEvents = [
  "Received(address,uint256)",
  "SafeReceived(address,uint256)",
  // ERC-7579: a call of a batch failed, and the others are kept.
  "TryExecuteUnsuccessful(uint256,bytes)",
  "TryExecuteUnsuccessful(bytes,bytes)",
  // Safe: the module for the EntryPoint made a call.
  "ExecutionFromModuleSuccess(address)",
  "SafeModuleTransaction(address,address,uint256,bytes,uint8)",
];

export function checkControl(
  { measured, logs }: SimulatedRun,
  { setup, owner, wallet }: OperationRules,
  report: ReportProblem,
): void {
  const isOther = ({ kind, before, after }: Measured) => {
    if ((kind !== "walletOwner" && kind !== "validatorOwner") || before === after) return false;
    // Zero and no result mean that there was no owner yet.
    if (!setup || before) return true;
    if (owner) return Boolean(after) && after !== BigInt(owner);
    return setup === "initialisation" && before !== undefined;
  };
  if (measured.some(isOther))
    report("simulated_control", path, "the same owner of the wallet", "another owner");
  // A wallet reports its owner when it is deployed.
  const compared = setup === "deployment" ? logs.slice(1) : logs;
  const own = compared.flat().filter(({ address }) => address === wallet);
  const topics = own.map(({ topics: [topic = "0x"] }) => topic);
  const harmless: readonly string[] = harmlessEvents.map(toEventSelector);
  for (const topic of new Set(topics.filter((each) => !harmless.includes(each)))) {
    const received = `an event with the topic ${topic.slice(0, 10)}`;
    report("simulated_control", path, "no change that the wallet reports", received);
  }
}
