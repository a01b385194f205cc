import type { Address } from "../../../contract/shared/primitives.js";
import { isEqual } from "../../shared/problems.js";
import type { ExpectedChanges } from "../expected-changes.js";
import type { MeasureKind } from "../measure/measures.js";
import { type Log, listCollected, listReceivedNfts } from "../measure/read-logs.js";
import type { Measured } from "../measure/run-simulation.js";
import { toInteger } from "../to-integer.js";
import { findStated, type PositionPayments } from "./position-payments.js";
import { deltaOf } from "./units.js";

/** What a position of the wallet lost, and what it may lose at most. */
export interface PositionLoss {
  code: "simulated_loss" | "simulated_unmeasured";
  expected: string;
  received: string;
}

/**
 * Compares the positions of the accounts, and who got their tokens, with what the caller states.
 * The first account is the wallet.
 */
export function comparePositions(
  measured: readonly Measured[],
  logs: readonly Log[],
  { missing }: PositionPayments,
  expected: ExpectedChanges,
  accounts: readonly [wallet: Address, ...others: Address[]],
): PositionLoss[] {
  const [wallet] = accounts;
  const collected = listCollected(logs);
  const kept = missing.map(({ contract, token, amount }): PositionLoss => {
    const received = `${amount} units of ${token} that it keeps or sends to others`;
    return { code: "simulated_loss", expected: `tokens of ${contract} for ${wallet}`, received };
  });
  return [
    ...listOwned(measured, logs, accounts).flatMap((owner) => {
      const isSame = ({ token, id }: Pick<Measured, "token" | "id">) =>
        isEqual(token, owner.token) && id === owner.id;
      const recipients = collected.filter(isSame).map(({ recipient }) => recipient);
      return comparePosition(owner, measured.filter(isSame), recipients, expected, wallet);
    }),
    ...kept,
  ];
}

/**
 * The NFTs that the accounts own, and those that the wallet owns for some time: it can withdraw a
 * deposit and return it.
 */
function listOwned(
  measured: readonly Measured[],
  logs: readonly Log[],
  accounts: readonly [wallet: Address, ...others: Address[]],
) {
  const [wallet] = accounts;
  const received = listReceivedNfts(logs, wallet);
  return measured.filter(
    ({ kind, token, account, id, before, after }) =>
      kind === "nftOwner" &&
      // Every position that an event names is measured for the wallet.
      isEqual(account, wallet) &&
      (accounts.map(BigInt).some((owner) => [before, after].includes(owner)) ||
        received.some((entry) => isEqual(entry.token, token) && entry.id === id)),
  );
}

function comparePosition(
  owner: Measured,
  values: readonly Measured[],
  recipients: readonly Address[],
  { positions = [], gains }: ExpectedChanges,
  wallet: Address,
): PositionLoss[] {
  const { token, id = 0n } = owner;
  const find = (kind: MeasureKind) => values.find((entry) => entry.kind === kind);
  const lossOf = (kind: MeasureKind) => -deltaOf(find(kind) ?? {});
  if (!isReadable(owner, find("liquidity"))) {
    const expected = `positions() of ${token} as of Uniswap v3 or Algebra`;
    return [{ code: "simulated_unmeasured", expected, received: "another result" }];
  }
  const losses: PositionLoss[] = [];
  const report = (expected: string, received: string) =>
    void losses.push({ code: "simulated_loss", expected, received: `${received} of number ${id}` });
  const allowed = findStated(positions, owner);
  const liquidity = lossOf("liquidity");
  const most = allowed?.liquidity === "all" ? liquidity : (toInteger(allowed?.liquidity) ?? 0n);
  if (liquidity > 0n && liquidity > most)
    report(`a loss of at most ${most} of the liquidity of ${token}`, `a loss of ${liquidity}`);
  const owed = [lossOf("owed0"), lossOf("owed1")];
  const isOwedLess = owed.some((loss) => loss > 0n);
  if (!allowed) {
    if (recipients.length > 0 || isOwedLess) report(`no fees of ${token} to be collected`, "fees");
    return losses;
  }
  const receivers = [wallet, token, ...gains.map(({ receiver }) => receiver)];
  for (const recipient of recipients)
    if (!receivers.some((account) => isEqual(account, recipient)))
      report(`tokens of ${token} for ${wallet}`, `tokens for ${recipient}`);
  // What is removed is owed until it is collected.
  const isPaid = isOwedLess || (liquidity > 0n && !owed.some((loss) => loss < 0n));
  if (isPaid && recipients.length === 0)
    report(`an event that ${token} pays its tokens to ${wallet}`, "none");
  return losses;
}

/** Whether the liquidity is known as long as the position exists. Other NFTs have none. */
function isReadable(owner: Measured, liquidity: Measured | undefined): boolean {
  return (["before", "after"] as const).every(
    (time) => !liquidity || !owner[time] || liquidity[time] !== undefined,
  );
}
