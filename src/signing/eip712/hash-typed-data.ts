import { hashStruct, hashTypedData, stringify } from "viem/utils";
import type { SigningDigests } from "../../contract/shared/types.js";
import type { Hex } from "../../shared/patterns.js";
import type { ResolvedSigner } from "../signer/resolve-signer.js";
import { domainTypeName, type NormalTypedData } from "./parse-struct.js";

export function hashNormalTypedData(typedData: NormalTypedData): Hex {
  // viem derives the parameter type from literal types, which runtime data does not have.
  return hashTypedData(typedData as never);
}

/** The three hashes that hardware wallets show. */
export function digestTypedData(typedData: NormalTypedData): SigningDigests {
  const { domain, types, primaryType, message } = typedData;
  const hash = (type: string, data: object) =>
    hashStruct({ primaryType: type, types, data: data as Record<string, unknown> });
  return {
    domainHash: hash(domainTypeName, domain),
    messageHash: hash(primaryType, message),
    digest: hashNormalTypedData(typedData),
  };
}

export function signNormalTypedData(
  sign: ResolvedSigner["sign"],
  typedData: NormalTypedData,
): Promise<Hex> {
  // Every wallet accepts integers as decimal strings.
  const parameters = JSON.parse(stringify(typedData));
  return sign("typed data", hashNormalTypedData(typedData), parameters);
}
