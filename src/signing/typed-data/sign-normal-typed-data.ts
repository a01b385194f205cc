import { hashTypedData, stringify } from "viem/utils";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import { resolveSigner, type Signer } from "../signer/resolve-signer.js";
import type { NormalTypedData } from "./parse-struct.js";

export function hashNormalTypedData(typedData: NormalTypedData): Hex {
  // viem derives the parameter type from literal types, which runtime data does not have.
  return hashTypedData(typedData as never);
}

export async function signNormalTypedData(
  subject: string,
  typedData: NormalTypedData,
  signer: Signer,
  owner?: Address,
): Promise<Hex> {
  const { sign } = resolveSigner(subject, signer, ["typed data"], owner);
  // Every wallet accepts integers as decimal strings.
  const parameters = JSON.parse(stringify(typedData));
  return sign("typed data", hashNormalTypedData(typedData), parameters);
}
