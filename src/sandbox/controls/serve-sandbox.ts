import { type ListenOptions, listen, type SandboxServer } from "../server/node-listener.js";
import type { SandboxWebhookOptions, SandboxWebhooks } from "../webhooks/webhook-endpoint.js";
import { withControlRoutes } from "./control-routes.js";
import type { Sandbox } from "./types.js";

export async function serveSandbox(
  sandbox: Sandbox,
  options: ListenOptions | undefined,
): Promise<SandboxServer> {
  const added: SandboxWebhooks[] = [];
  const controlled: Sandbox = {
    ...sandbox,
    webhooks: Object.assign(
      (endpoint: SandboxWebhookOptions) => {
        const webhooks = sandbox.webhooks(endpoint);
        added.push(webhooks);
        return webhooks;
      },
      { redeliver: sandbox.webhooks.redeliver },
    ),
  };
  const server = await listen(withControlRoutes(controlled), options);
  return {
    ...server,
    async close() {
      // No route stops them, and an open delivery would keep the process running.
      for (const webhooks of added) webhooks.stop();
      await server.close();
    },
  };
}
