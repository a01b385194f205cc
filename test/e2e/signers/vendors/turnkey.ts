import { createECDH } from "node:crypto";
import { ApiKeyStamper } from "@turnkey/api-key-stamper";
import { TurnkeyClient } from "@turnkey/http";
import { createAccount } from "@turnkey/viem";
import { type Hex, parseSignature } from "viem";
import type { Vendor } from "./vendor.js";

interface SignRawPayload {
  parameters: { encoding: string; payload: Hex };
}

export const turnkey: Vendor = {
  name: "@turnkey/viem",
  signsAuthorizations: true,
  async createSigner({ url }) {
    const key = createECDH("prime256v1");
    key.generateKeys();
    const stamper = new ApiKeyStamper({
      apiPublicKey: key.getPublicKey("hex", "compressed"),
      apiPrivateKey: key.getPrivateKey("hex").padStart(64, "0"),
    });
    const client = new TurnkeyClient({ baseUrl: url }, stamper);
    return createAccount({ client, organizationId: "organization", signWith: "private-key" });
  },
  async respond(key, { path, body }) {
    if (path === "/public/v1/query/get_private_key") {
      const addresses = [{ format: "ADDRESS_FORMAT_ETHEREUM", address: key.address }];
      return { privateKey: { addresses } };
    }
    const { parameters }: SignRawPayload = JSON.parse(body);
    const signature = await signPayload();
    const { r, s, yParity } = parseSignature(signature);
    const signRawPayloadResult = { r: r.slice(2), s: s.slice(2), v: `0${yParity}` };
    return {
      activity: { id: "1", status: "ACTIVITY_STATUS_COMPLETED", result: { signRawPayloadResult } },
    };

    async function signPayload(): Promise<Hex> {
      const { encoding, payload } = parameters;
      if (encoding === "PAYLOAD_ENCODING_EIP712") return key.signTypedData(JSON.parse(payload));
      if (encoding === "PAYLOAD_ENCODING_HEXADECIMAL") return key.sign({ hash: payload });
      throw new TypeError(`unexpected encoding ${encoding}`);
    }
  },
};
