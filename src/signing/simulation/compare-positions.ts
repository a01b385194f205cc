import type { Address } from "../../contract/shared/primitives.js";
import { isEqual } from "../shared/problems.js";
import type { ExpectedChanges } from "./expected-changes.js";
import type { CollectedPosition } from "./read-logs.js";
import type { Measured } from "./run-simulation.js";
import { deltaOf } from "./units.js";

/** What a position of the wallet lost, and what it may lose at most. */
export interface PositionLoss {
  expected: string;
  received: string;
}

/** Compares the wallet's positions, and who got their tokens, with what the caller states. */
export function comparePositions(
  measured: readonly Measured[],
  collected: readonly CollectedPosition[],
  { positions = [], gains }: ExpectedChanges,
  wallet: Address,
): PositionLoss[] {
  const owned = measured.filter(
    ({ kind, before, after }) => kind === "nftOwner" && [before, after].includes(BigInt(wallet)),
  );
  return owned.flatMap(({ token, id = 0n }) => {
    const isSame = (entry: { token: Address; id?: bigint | undefined }) =>
      isEqual(entry.token, token) && entry.id === id;
    const lossOf = (kind: Measured["kind"]) => {
      const entry = measured.find((candidate) => candidate.kind === kind && isSame(candidate));
      return entry ? -deltaOf(entry) : 0n;
    };
    const allowed = positions.find((entry) => isSame({ token: entry.token, id: toId(entry.id) }));
    const receivers = [wallet, token, ...gains.map(({ receiver }) => receiver)];
    const losses: PositionLoss[] = [];
    const report = (expected: string, received: string) =>
      void losses.push({ expected, received: `${received} of number ${id}` });
    const liquidity = lossOf("liquidity");
    const most = allowed?.liquidity === "all" ? liquidity : (toId(allowed?.liquidity) ?? 0n);
    if (liquidity > 0n && liquidity > most)
      report(`a loss of at most ${most} of the liquidity of ${token}`, `a loss of ${liquidity}`);
    const recipients = collected.filter(isSame).map(({ recipient }) => recipient);
    const isOwedLess = lossOf("owed0") > 0n || lossOf("owed1") > 0n;
    if (!allowed && (recipients.length > 0 || isOwedLess))
      report(`no fees of ${token} to be collected`, "fees");
    for (const recipient of allowed ? recipients : [])
      if (!receivers.some((account) => isEqual(account, recipient)))
        report(`tokens of ${token} for ${wallet}`, `tokens for ${recipient}`);
    return losses;
  });
}

const toId = (text: string | undefined) =>
  typeof text === "string" && /^\d+$/.test(text) ? BigInt(text) : undefined;
