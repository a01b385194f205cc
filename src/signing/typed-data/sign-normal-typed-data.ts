import { hashTypedData, stringify } from "viem/utils";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import { resolveSigner, type Signer } from "../signer/resolve-signer.js";
import type { NormalTypedData } from "./parse-struct.js";

/** The hash of what is in its normal form already. */
export function hashNormalTypedData(normal: NormalTypedData): Hex {
  return hashTypedData(normal as never);
}

/** Signs what is in its normal form already. */
export async function signNormalTypedData(
  subject: string,
  normal: NormalTypedData,
  signer: Signer,
  owner?: Address,
): Promise<Hex> {
  const { sign } = resolveSigner(subject, signer, ["typed data"], owner);
  // Integers as decimal strings: all libraries and wallets read them, and they survive JSON.
  return sign("typed data", hashNormalTypedData(normal), JSON.parse(stringify(normal)));
}
