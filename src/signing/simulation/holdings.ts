import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Address } from "../../shared/patterns.js";
import { type Decimal, formatDecimal, getUnit } from "../shared/decimal.js";
import { formatAmount, formatChain, formatLines, formatToken } from "../shared/format.js";
import type { Measured, MeasureKind } from "./run-simulation.js";
import type { KnownOperation, SimulatedApproval, SimulatedChange } from "./simulation-types.js";

/** What an account has of one token. */
export interface Holding {
  account: Address;
  token: Address;
  /** Undefined if it was not measured. */
  balance: Measured | undefined;
  /** The NFTs, or the tokens of a contract with many. */
  ids: readonly Measured[];
}

/** Groups the measured balances by account and token. */
export function listHoldings(measured: readonly Measured[]): Holding[] {
  const groups = new Map<string, Measured[]>();
  for (const entry of measured) {
    if (!["balance", "nftOwner", "idBalance"].includes(entry.kind)) continue;
    const key = `${entry.account} ${entry.token}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].map((entries) => ({
    ...(entries[0] as Measured),
    balance: entries.find(({ kind }) => kind === "balance"),
    ids: entries.filter(({ kind }) => kind !== "balance"),
  }));
}

/** How much more, in the smallest units, or how many more of an id. */
export function deltaOf({ kind, account, before = 0n, after = 0n }: Measured): bigint {
  if (kind !== "nftOwner") return after - before;
  const owner = BigInt(account);
  return BigInt(Number(after === owner) - Number(before === owner));
}

/** How much more an account has of a token. */
export function gainOf({ balance, ids }: Holding): bigint {
  const isReadable = balance && (balance.before ?? balance.after) !== undefined;
  return isReadable ? deltaOf(balance) : ids.reduce((sum, entry) => sum + deltaOf(entry), 0n);
}

/** How much less. Below zero, it has more. Another NFT does not replace one that is lost. */
export function lossOf(holding: Holding): bigint {
  const losses = holding.ids.map((entry) => -deltaOf(entry)).filter((loss) => loss > 0n);
  const lostIds = losses.reduce((sum, loss) => sum + loss, 0n);
  const loss = -gainOf(holding);
  return lostIds > 0n && loss < lostIds ? lostIds : loss;
}

/** How the amounts of tokens are read and written. */
export interface TokenUnits {
  /** Undefined if no amount of the token can be compared. NFTs have none. */
  decimalsOf(token: Address): number | undefined;
  /** Whether the balances of the token have an id. */
  hasIds(token: Address): boolean;
  toDecimal(token: Address, units: bigint): Decimal;
  /** As a person writes it. In the smallest units if the token has no decimals. */
  format(token: Address, units: bigint): string;
  /** The smallest amount as a decimal string: a limit can have more digits than the token. */
  unitOf(token: Address): string;
}

export function createUnits(measured: readonly Measured[], entryPoint: Address): TokenUnits {
  const read = (kind: MeasureKind, token: Address) => {
    const entry = measured.find((each) => each.kind === kind && each.token === token);
    return entry?.before ?? entry?.after;
  };
  const hasIds = (token: Address) => read("hasIds", token) === 1n;
  const decimalsOf = (token: Address) => {
    // The deposits in the EntryPoint are native coins.
    if (token === nativeToken || token === entryPoint) return 18;
    const decimals = read("decimals", token);
    if (decimals !== undefined) return decimals <= 255n ? Number(decimals) : undefined;
    return hasIds(token) || read("isNft", token) === 1n ? 0 : undefined;
  };
  const toDecimal = (token: Address, units: bigint) => units * getUnit(decimalsOf(token) ?? 0);
  return {
    decimalsOf,
    hasIds,
    toDecimal,
    format: (token, units) =>
      (units < 0n ? "-" : "") + formatAmount(toDecimal(token, units < 0n ? -units : units)),
    unitOf: (token) => formatDecimal(toDecimal(token, 1n)),
  };
}

/** An id can have 78 digits, which messages hide. */
export function formatId(id: bigint | string | undefined): string {
  if (id === undefined) return "";
  const text = String(id);
  return ` number ${text.length > 40 ? `${text.slice(0, 12)}…${text.slice(-12)}` : text}`;
}

/** Lists what an account has more or less of. The balance of an NFT contract counts the ids. */
export function listChanges(
  { account, token, balance, ids }: Holding,
  units: TokenUnits,
): SimulatedChange[] {
  const changed = ids.filter((entry) => deltaOf(entry) !== 0n);
  if (changed.length === 0 && balance && deltaOf(balance) !== 0n) changed.push(balance);
  return changed.map((entry) => {
    const delta = deltaOf(entry);
    const amount = `${delta > 0n ? "+" : ""}${units.format(token, delta)}`;
    return { account, token, ...(entry.id !== undefined && { id: String(entry.id) }), amount };
  });
}

export function describeChanges(
  changes: readonly SimulatedChange[],
  approvals: readonly SimulatedApproval[],
  { chainId, chainsOut = [] }: KnownOperation,
): string {
  const others = [...new Set(chainsOut)].filter((id) => id !== chainId).map(formatChain);
  const scope =
    others.length > 0 ? ` only: what arrives on ${others.join(" and ")} is not simulated` : "";
  const formatApproval = ({ account, spender, token, id, amount = "all" }: SimulatedApproval) => {
    const owner = account ? ` at ${account}` : "";
    return `${spender} may spend ${amount} of ${formatToken(token, chainId)}${formatId(id)}${owner}`;
  };
  return formatLines([
    ["Simulated on", [`${formatChain(chainId)}${scope}`]],
    ["Change", changes.map((change) => formatChange(change, chainId))],
    ["Approval", approvals.map(formatApproval)],
  ]);
}

const formatChange = ({ account, token, id, amount }: SimulatedChange, chainId: number) =>
  `${amount} of ${formatToken(token, chainId)}${formatId(id)} at ${account}`;

/** A message with all of them could have a megabyte. */
const maxListed = 20;

/** Lists the changes in one line. */
export function formatChanges(changes: readonly SimulatedChange[], chainId: number): string {
  const count = changes.length;
  const title = count > maxListed ? `${maxListed} of ${count} changes` : "all changes";
  const shown = changes.slice(0, maxListed).map((change) => formatChange(change, chainId));
  return `${title}: ${shown.join(", ") || "none"}`;
}
