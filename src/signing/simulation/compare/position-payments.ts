import type { Address } from "../../../contract/shared/primitives.js";
import { isEqual } from "../../shared/problems.js";
import type { ExpectedChanges, PositionChange } from "../expected-changes.js";
import { isNative, toAddress, toTokenKey } from "../measure/measures.js";
import {
  type CollectedPosition,
  type Log,
  listCollected,
  listTransfers,
} from "../measure/read-logs.js";
import type { Measured } from "../measure/run-simulation.js";
import { toInteger } from "../to-integer.js";

/** What the positions that the caller states pay in the operation. */
export interface PositionPayments {
  /** What they pay to the wallet of a token, in its smallest units. */
  paidOf(token: Address): bigint;
  /** What the contract of the positions gets for them and does not pass on. */
  missing: { contract: Address; token: Address; amount: bigint }[];
}

interface Amount {
  token: Address;
  amount: bigint;
}

/**
 * Follows what the stated positions pay. It belongs to the wallet, but no balance shows it: the
 * wallet can send it to another account, and so can the contract of the positions.
 */
export function followPayments(
  measured: readonly Measured[],
  logs: readonly Log[],
  { positions = [], gains }: ExpectedChanges,
  wallet: Address,
): PositionPayments {
  const transfers = listTransfers(logs);
  const collected = listCollected(logs).filter((entry) => findStated(positions, entry));
  const contracts = new Set(
    collected.filter(isForContract).map(({ token }) => token.toLowerCase() as Address),
  );
  const receivers = [wallet, ...gains.map(({ receiver }) => receiver)];
  const isReceiver = (account: Address) => receivers.some((each) => isEqual(each, account));
  const isContract = (account: Address) => contracts.has(account.toLowerCase() as Address);
  const toWallet = transfers.filter(({ to }) => isEqual(to, wallet));
  const paid = [
    ...collected
      .filter(({ recipient }) => isEqual(recipient, wallet))
      .flatMap((entry) => listAmounts(measured, entry)),
    ...toWallet.filter(({ from }) => isContract(from)),
  ];
  const findMissing = (contract: Address) => {
    const incoming = transfers.filter(({ to }) => isEqual(to, contract));
    const passedOn = transfers.filter(({ from, to }) => isEqual(from, contract) && isReceiver(to));
    // A contract that pays the native coin to its caller unwraps its token.
    const unwrapped = (token: Address) =>
      incoming.filter((entry) => isNative(entry.token) && isEqual(entry.from, token));
    const tokens = [...new Set(incoming.map(({ token }) => token))];
    return tokens.flatMap((token) => {
      const used = sumOf(passedOn, token) + sumUp(unwrapped(token));
      const amount = sumOf(incoming, token) - used;
      return amount > 0n ? [{ contract, token, amount }] : [];
    });
  };
  return {
    paidOf: (token) => {
      const [stated, received] = [sumOf(paid, token), sumOf(toWallet, token)];
      return stated < received ? stated : received;
    },
    missing: [...contracts].flatMap(findMissing),
  };
}

/** What the caller states about a position. */
export function findStated(
  positions: readonly PositionChange[],
  { token, id }: { token: Address; id?: bigint | undefined },
): PositionChange | undefined {
  return positions.find((entry) => isEqual(entry.token, token) && toInteger(entry.id) === id);
}

/** Whether a contract of positions collects for itself, to unwrap or to forward the tokens. */
const isForContract = ({ token, recipient }: CollectedPosition) => isEqual(token, recipient);

function listAmounts(
  measured: readonly Measured[],
  { token, id, amounts }: CollectedPosition,
): Amount[] {
  return (["positionToken0", "positionToken1"] as const).flatMap((kind, i) => {
    const entry = measured.find(
      (candidate) =>
        candidate.kind === kind && isEqual(candidate.token, token) && candidate.id === id,
    );
    const word = entry?.before ?? entry?.after;
    const amount = amounts[i] ?? 0n;
    return word === undefined ? [] : [{ token: toAddress(word), amount }];
  });
}

const sumUp = (amounts: readonly Amount[]) => amounts.reduce((sum, { amount }) => sum + amount, 0n);
const sumOf = (amounts: readonly Amount[], token: Address) =>
  sumUp(amounts.filter((entry) => toTokenKey(entry.token) === toTokenKey(token)));
