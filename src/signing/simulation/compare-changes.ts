import { formatUnits } from "viem/utils";
import type { Address } from "../../contract/shared/primitives.js";
import type { SigningProblem } from "../../errors/signing.js";
import { isEqual } from "../shared/problems.js";
import { type ExpectedChanges, toRoundedUnits } from "./expected-changes.js";
import { isNative, toTokenKey } from "./measures.js";
import type { Measured } from "./run-simulation.js";
import { createProblem, NotSimulated } from "./simulation-problems.js";

/** A change of a balance. */
export interface SimulatedChange {
  account: Address;
  /** The token's contract, or `nativeToken`. */
  token: Address;
  /** The id of an NFT, or of a token in a contract with many. */
  id?: string | undefined;
  /** In whole tokens, with a sign. In the smallest units if the token has no decimals. */
  amount: string;
}

/** An approval that is left after the operation. */
export interface SimulatedApproval {
  /** The account that may spend. */
  spender: Address;
  token: Address;
  /** The id of an NFT, if the approval is for one. */
  id?: string | undefined;
  /** In whole tokens. Undefined for NFTs, and if it is for all tokens of the contract. */
  amount?: string | undefined;
  /** Whether the option `approvals`, or the stated gas of the paymaster, allows it. */
  isAllowed: boolean;
}

export interface ComparedChanges {
  problems: SigningProblem[];
  changes: SimulatedChange[];
  approvals: SimulatedApproval[];
}

interface Operation {
  wallet: Address;
  paymaster: Address | undefined;
}

const callDataPath = "typedData.message.callData";

/** Compares the measured values with what the operation may change. */
export function compareChanges(
  measured: readonly Measured[],
  expected: ExpectedChanges,
  { wallet, paymaster }: Operation,
): ComparedChanges {
  const problems: SigningProblem[] = [];
  const report = (...problem: Parameters<typeof createProblem>) =>
    void problems.push(createProblem(...problem));
  const decimalsOf = createDecimalsReader(measured);
  const format = (token: Address, units: bigint) => formatUnits(units, decimalsOf(token) ?? 0);
  const { gas } = expected;
  // Without a paymaster, the EntryPoint charges the native gas outside of the simulated calls.
  const isCollected = gas && (paymaster || !isNative(gas.token));
  const budgets = sumUp(isCollected ? [...expected.losses, gas] : expected.losses, decimalsOf);
  const budgetOf = (token: Address) => budgets.get(toTokenKey(token)) ?? 0n;
  const balances = measured.filter(({ kind }) => kind === "balance");
  const changeOf = (token: Address, account: Address) =>
    balances
      .filter((entry) => isEqual(entry.account, account))
      .find((entry) => toTokenKey(entry.token) === toTokenKey(token));
  const lossOf = (token: Address) => {
    const balance = changeOf(token, wallet);
    return balance ? -deltaOf(balance) : 0n;
  };
  const approvals = listApprovals();
  checkGains();
  checkLosses();
  for (const { isAllowed, spender, token, id, amount } of approvals) {
    if (isAllowed) continue;
    const object = `${amount ?? (id === undefined ? "all tokens" : `number ${id}`)} of ${token}`;
    report(
      "simulated_approval",
      callDataPath,
      "no approval that remains (the option approvals names exceptions)",
      `one for ${spender} to spend ${object}`,
    );
  }
  const before = measured.find(({ kind }) => kind === "walletOwner");
  if (before?.before !== undefined && before.before !== before.after)
    report("simulated_control", callDataPath, "the same owner of the wallet", "another owner");
  return { problems, changes: listChanges(measured, wallet, format), approvals };

  function checkGains(): void {
    for (const { token, amount, receiver } of expected.gains) {
      const required = toUnits(token, amount, decimalsOf);
      const balance = changeOf(token, receiver);
      const gained = balance ? deltaOf(balance) : 0n;
      // A wallet that swaps a token for itself gains the difference.
      const spent = isEqual(receiver, wallet) ? budgetOf(token) : 0n;
      if (required && gained >= required[0] - required[1] - spent) continue;
      const expectedText = `at least ${amount} of ${token} for ${receiver}`;
      report("simulated_gain", "minAmountOut", expectedText, format(token, gained));
    }
  }

  function checkLosses(): void {
    const ids = measured.filter(({ kind }) => kind === "nftOwner" || kind === "idBalance");
    for (const { token, account } of balances) {
      if (!isEqual(account, wallet)) continue;
      const [loss, budget] = [lossOf(token), budgetOf(token)];
      if (loss <= 0n || loss <= budget) continue;
      // The losses by id are reported below.
      const byId = ids.filter((entry) => isEqual(entry.token, token));
      if (byId.length > 0 && loss === -byId.reduce((sum, entry) => sum + deltaById(entry), 0n))
        continue;
      const expectedText = `a loss of at most ${format(token, budget)} of ${token}`;
      report("simulated_loss", callDataPath, expectedText, format(token, loss));
    }
    for (const entry of ids) {
      if (deltaById(entry) >= 0n) continue;
      const received = `a loss of ${-deltaById(entry)} of number ${entry.id}`;
      report("simulated_loss", callDataPath, `no loss of ${entry.token}`, received);
    }
  }

  function deltaById(entry: Measured): bigint {
    if (entry.kind === "idBalance") return deltaOf(entry);
    const isOwner = (value: bigint | undefined) => value === BigInt(wallet);
    return BigInt(Number(isOwner(entry.after)) - Number(isOwner(entry.before)));
  }

  function listApprovals(): SimulatedApproval[] {
    return measured.flatMap((entry) => {
      const { kind, id, before = 0n, after = 0n } = entry;
      if (after === before || after === 0n) return [];
      const token = entry.asset ?? entry.token;
      if (kind === "nftApproval") {
        const spender: Address = `0x${after.toString(16).padStart(40, "0")}`;
        return [{ spender, token, id: String(id), isAllowed: isAllowed(spender) }];
      }
      const spender = entry.spender as Address;
      if (kind === "operator") return [{ spender, token, isAllowed: isAllowed(spender) }];
      if ((kind !== "allowance" && kind !== "permit") || after < before) return [];
      // The paymaster collects the gas after the operation.
      const isGas = isEqual(spender, paymaster) && lossOf(token) + after <= budgetOf(token);
      const amount = format(token, after);
      return [{ spender, token, amount, isAllowed: isGas || isAllowed(spender) }];
    });
  }

  function isAllowed(spender: Address): boolean {
    return expected.approvals.some((allowed) => isEqual(allowed, spender));
  }
}

function deltaOf({ before = 0n, after = 0n }: Measured): bigint {
  return after - before;
}

type DecimalsReader = (token: Address) => number | undefined;

function createDecimalsReader(measured: readonly Measured[]): DecimalsReader {
  return (token) => {
    if (isNative(token)) return 18;
    const entry = measured.find(
      (candidate) => candidate.kind === "decimals" && isEqual(candidate.token, token),
    );
    const decimals = entry?.before ?? entry?.after;
    return decimals !== undefined && decimals <= 255n ? Number(decimals) : undefined;
  };
}

/** Undefined if the amount is malformed. */
function toUnits(
  token: Address,
  amount: string,
  decimalsOf: DecimalsReader,
): [units: bigint, rounding: bigint] | undefined {
  const decimals = decimalsOf(token);
  if (decimals === undefined)
    throw new NotSimulated("simulate", `decimals() of ${token}`, "no such function");
  return toRoundedUnits(amount, decimals);
}

function sumUp(losses: ExpectedChanges["losses"], decimalsOf: DecimalsReader): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { token, amount } of losses) {
    const [units, rounding] = toUnits(token, amount, decimalsOf) ?? [0n, 0n];
    const key = toTokenKey(token);
    sums.set(key, (sums.get(key) ?? 0n) + units + rounding);
  }
  return sums;
}

function listChanges(
  measured: readonly Measured[],
  wallet: Address,
  format: (token: Address, units: bigint) => string,
): SimulatedChange[] {
  return measured.flatMap((entry) => {
    const { kind, account, token, id, before, after } = entry;
    const sign = (amount: string) => (amount.startsWith("-") ? amount : `+${amount}`);
    if (kind === "balance" && deltaOf(entry) !== 0n)
      return [{ account, token, amount: sign(format(token, deltaOf(entry))) }];
    if (kind === "idBalance" && deltaOf(entry) !== 0n)
      return [{ account, token, id: String(id), amount: sign(String(deltaOf(entry))) }];
    if (kind !== "nftOwner" || before === after) return [];
    if (before === BigInt(wallet)) return [{ account, token, id: String(id), amount: "-1" }];
    if (after === BigInt(wallet)) return [{ account, token, id: String(id), amount: "+1" }];
    return [];
  });
}
