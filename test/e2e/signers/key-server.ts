import type { PrivateKeyAccount } from "viem";
import { openServer, type Server } from "../../support/server.js";
import type { Vendor } from "./vendors/vendor.js";

/** A loopback server in place of a vendor's, which signs with a key. */
export interface KeyServer {
  readonly url: string;
  /** The key that signs the next requests. Without one, the server refuses them. */
  key: PrivateKeyAccount | undefined;
  readonly requestCount: number;
  close(): Promise<void>;
}

export async function openKeyServer(
  { respond }: Vendor,
  key: PrivateKeyAccount,
): Promise<KeyServer> {
  let requestCount = 0;
  const server: Server = await openServer({
    arrived: async ({ incoming, response, body }) => {
      requestCount++;
      const send = (status: number, value: unknown) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(value));
      };
      const { key: signing } = keyServer;
      if (!signing || !respond) return send(403, { code: 403, message: "denied by a policy" });
      try {
        send(200, await respond(signing, { path: incoming.url ?? "", body: body.toString() }));
      } catch (error) {
        send(400, { code: 400, message: String(error) });
      }
    },
  });
  const keyServer: KeyServer = {
    url: `http://127.0.0.1:${server.port}`,
    key,
    get requestCount() {
      return requestCount;
    },
    close: server.close,
  };
  return keyServer;
}
