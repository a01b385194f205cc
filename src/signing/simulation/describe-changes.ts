import { formatChain, formatLines, formatToken } from "../shared/format.js";
import { deltaOf, type Holding, type TokenUnits } from "./holdings.js";
import type { KnownOperation, SimulatedApproval, SimulatedChange } from "./simulation-types.js";

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
