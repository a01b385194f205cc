import { evmAddressPattern } from "../../../contract/shared/patterns.js";
import type { Address } from "../../../contract/shared/primitives.js";
import { isEqual } from "../../shared/problems.js";
import type { ExpectedChanges, ExpectedLoss } from "../expected-changes.js";
import { toTokenKey } from "../measure/measures.js";
import type { Measured } from "../measure/run-simulation.js";
import { deltaById, hasId } from "./list-changes.js";
import { type DecimalsReader, deltaOf, sumUp, transferRounding } from "./units.js";

/**
 * The accounts that must lose nothing but what is stated for them. They can have approved the
 * wallet, so that its operation can transfer their tokens.
 */
export interface OtherAccounts {
  /** In lower case. */
  accounts: readonly Address[];
  losses: readonly ExpectedLoss[];
}

const zeroAddress = `0x${"0".repeat(40)}`;

/** Takes the losses that are stated for other accounts from those of the wallet. */
export function separateAccounts(
  { accounts = [], ...expected }: ExpectedChanges,
  wallet: Address,
  owner: Address | undefined,
): { expected: ExpectedChanges; others: OtherAccounts } {
  const isOther = ({ account }: ExpectedLoss) => Boolean(account) && !isEqual(account, wallet);
  const losses = expected.losses.filter(isOther);
  const named = [
    owner,
    ...accounts,
    ...expected.gains.map(({ receiver }) => receiver),
    ...losses.map(({ account }) => account),
  ];
  // New tokens come from the zero address. A Bitcoin address has nothing on this chain.
  const isKept = (account: string) =>
    evmAddressPattern.test(account) && ![wallet.toLowerCase(), zeroAddress].includes(account);
  // Values of another type are reported elsewhere.
  const texts = named.flatMap((account) => (typeof account === "string" ? [account] : []));
  const unique = new Set(texts.map((account) => account.toLowerCase()));
  return {
    expected: { ...expected, losses: expected.losses.filter((loss) => !isOther(loss)) },
    others: { accounts: [...unique].filter(isKept) as Address[], losses },
  };
}

/** A token of which another account lost more than is stated, in the smallest units. */
interface OtherLoss {
  account: Address;
  token: Address;
  loss: bigint;
  limit: bigint;
}

/** Lists what the other accounts lost above what is stated for them. */
export function listOtherLosses(
  measured: readonly Measured[],
  { accounts, losses }: OtherAccounts,
  decimalsOf: DecimalsReader,
): OtherLoss[] {
  return accounts.flatMap((account) => {
    const own = measured.filter((entry) => isEqual(entry.account, account));
    const stated = losses.filter((loss) => isEqual(loss.account, account));
    const tokens = [...new Set(own.map(({ token }) => toTokenKey(token)))];
    return tokens.flatMap((token) => {
      const entries = own.filter((entry) => toTokenKey(entry.token) === token);
      const byBalance = entries.filter(({ kind }) => kind === "balance").map(deltaOf);
      const byId = entries.filter(hasId).map(deltaById);
      // Another NFT of the same contract does not replace the one that is lost.
      const [lost, lostById] = [byBalance, byId].map((deltas) =>
        deltas.reduce((sum, delta) => (delta < 0n ? sum - delta : sum), 0n),
      ) as [bigint, bigint];
      const loss = lost < lostById ? lostById : lost;
      const limit = sumUp(stated, token, decimalsOf, transferRounding);
      return loss > limit ? [{ account, token, loss, limit }] : [];
    });
  });
}
