import { encodeAbiParameters, hexToBytes } from "viem/utils";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { RevertReason } from "../../contract/shared/types.js";
import { getChargedToken } from "../shared/charges.js";
import { maxUint256 } from "../world/amounts.js";
import { findShortfall } from "../world/ledger.js";
import type { Booking, Charge, Wallet, World } from "../world/world.js";

/** Encodes `Error(string)`. Like the service, `utf8` is the raw text with its NUL characters. */
export function createRevertReason(decoded: string): RevertReason {
  const raw = `0x08c379a0${encodeAbiParameters([{ type: "string" }], [decoded]).slice(2)}` as const;
  // React Native has no TextDecoder. The text is ASCII; any other byte is part of no character.
  const characters = Array.from(hexToBytes(raw), (byte) =>
    byte < 128 ? String.fromCharCode(byte) : "\ufffd",
  );
  return { decoded, raw, utf8: characters.join("") };
}

/** Problems that several operations share. */
export const problems = {
  nativeGas: (gasToken: string) => `Gas cannot be paid in ${gasToken}: name an ERC-20`,
  tooLarge: "The amount does not fit into 256 bits",
  notCovered: "The amount does not cover fees and gas",
  insufficientBalance: (asset: string) =>
    `ERC-20 insufficient balance of ${asset.split(":")[1]}: transfer amount exceeds balance`,
};

/** The reason why an operation cannot be executed, if any. */
export function findBookingProblem(
  world: World,
  wallet: Wallet,
  gas: Charge,
  bookings: readonly Booking[],
): string | undefined {
  const gasToken = getChargedToken(gas).address;
  if (gas.from === wallet.address && gasToken === nativeToken) return problems.nativeGas(gasToken);
  if (bookings.some(({ units }) => units > maxUint256)) return problems.tooLarge;
  const missing = findShortfall(world, bookings);
  if (!missing) return undefined;
  if (missing.account !== wallet.address) return "The position holds less than is to be taken out";
  return problems.insufficientBalance(missing.asset);
}
