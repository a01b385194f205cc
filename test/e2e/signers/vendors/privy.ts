import { PrivyClient } from "@privy-io/node";
import { createViemAccount } from "@privy-io/node/viem";
import type { Hex, TypedDataDefinition } from "viem";
import type { Vendor } from "./vendor.js";

type Rpc =
  | { method: "personal_sign"; params: { message: string; encoding: "hex" } }
  | { method: "secp256k1_sign"; params: { hash: Hex } }
  | {
      method: "eth_signTypedData_v4";
      params: { typed_data: TypedDataDefinition & { primary_type: string } };
    };

export const privy: Vendor = {
  name: "@privy-io/node",
  signsAuthorizations: true,
  async createSigner({ url, owner }) {
    const client = new PrivyClient({ appId: "app", appSecret: "secret", apiUrl: url });
    return createViemAccount(client, { walletId: "wallet", address: owner });
  },
  async respond(key, { body }) {
    const rpc: Rpc = JSON.parse(body);
    const signature = await signRpc();
    return { method: rpc.method, data: { signature, encoding: "hex" } };

    async function signRpc(): Promise<Hex> {
      if (rpc.method === "personal_sign")
        return key.signMessage({ message: { raw: `0x${rpc.params.message}` } });
      if (rpc.method === "secp256k1_sign") return key.sign(rpc.params);
      const { primary_type: primaryType, ...typedData } = rpc.params.typed_data;
      return key.signTypedData({ ...typedData, primaryType });
    }
  },
};
