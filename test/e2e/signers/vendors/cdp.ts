import { generateKeyPairSync } from "node:crypto";
import { CdpClient } from "@coinbase/cdp-sdk";
import type { Vendor } from "./vendor.js";

const createKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

export const cdp: Vendor = {
  name: "@coinbase/cdp-sdk",
  signsAuthorizations: true,
  async createSigner({ url }) {
    const client = new CdpClient({
      apiKeyId: "key",
      apiKeySecret: createKey().export({ type: "pkcs8", format: "pem" }).toString(),
      walletSecret: createKey().export({ type: "pkcs8", format: "der" }).toString("base64"),
      basePath: url,
    });
    return client.evm.getOrCreateAccount({ name: "owner" });
  },
  async respond(key, { path, body }) {
    if (path.endsWith("/sign")) return { signature: await key.sign(JSON.parse(body)) };
    if (path.endsWith("/sign/typed-data"))
      return { signature: await key.signTypedData(JSON.parse(body)) };
    return { address: key.address };
  },
};
