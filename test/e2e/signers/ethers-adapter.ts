import type { AccountSigner } from "bursar/signing";
import { type BaseWallet, getBytes } from "ethers";
import { getAddress } from "viem";

export function fromEthers(wallet: BaseWallet): AccountSigner {
  return {
    address: getAddress(wallet.address),
    signMessage: ({ message }) => wallet.signMessage(getBytes(message.raw)),
    signTypedData: ({ domain, types: { EIP712Domain: _, ...types }, message }) =>
      wallet.signTypedData(domain, types, message),
    sign: async ({ hash }) => wallet.signingKey.sign(hash).serialized,
  };
}
