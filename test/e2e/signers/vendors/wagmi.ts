import { connect, createConfig, getWalletClient, http, mock } from "@wagmi/core";
import { type Hex, isHex } from "viem";
import { polygon } from "viem/chains";
import type { Vendor } from "./vendor.js";

interface Rpc {
  method: string;
  params: [address: Hex, data: string];
}

export const wagmi: Vendor = {
  name: "@wagmi/core",
  signsAuthorizations: false,
  async createSigner({ url, owner }) {
    const chain = { ...polygon, rpcUrls: { default: { http: [url] } } } as const;
    const config = createConfig({
      chains: [chain],
      transports: { [polygon.id]: http(url) },
      storage: null,
    });
    await connect(config, { connector: mock({ accounts: [owner] }) });
    return getWalletClient(config);
  },
  async respond(key, { body }) {
    const { method, params }: Rpc = JSON.parse(body);
    const [, data] = params;
    if (method === "eth_signTypedData_v4")
      return { result: await key.signTypedData(JSON.parse(data)) };
    // The mock connector sends personal_sign as eth_sign.
    if (method === "eth_sign" && isHex(data))
      return { result: await key.signMessage({ message: { raw: data } }) };
    throw new TypeError(`unexpected method ${method}`);
  },
};
