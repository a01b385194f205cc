import type { Address } from "../../../contract/shared/primitives.js";
import type { Measured } from "../measure/run-simulation.js";
import { deltaOf } from "./units.js";

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

export function listChanges(
  measured: readonly Measured[],
  format: (token: Address, units: bigint) => string,
): SimulatedChange[] {
  return measured.flatMap((entry) => {
    const { kind, account, token, id } = entry;
    const delta = hasId(entry) ? deltaById(entry) : deltaOf(entry);
    if (delta === 0n || !(hasId(entry) || kind === "balance")) return [];
    const amount = hasId(entry) ? String(delta) : format(token, delta);
    return [
      {
        account,
        token,
        ...(hasId(entry) && { id: String(id) }),
        amount: amount.startsWith("-") ? amount : `+${amount}`,
      },
    ];
  });
}

/** Whether it is what an account has of one NFT, or of one token in a contract with many. */
export const hasId = ({ kind }: Measured) => kind === "nftOwner" || kind === "idBalance";

export function deltaById(entry: Measured): bigint {
  if (entry.kind === "idBalance") return deltaOf(entry);
  const isOwner = (value: bigint | undefined) => value === BigInt(entry.account);
  return BigInt(Number(isOwner(entry.after)) - Number(isOwner(entry.before)));
}
