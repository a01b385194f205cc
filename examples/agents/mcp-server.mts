// Shows an MCP server with the tools of wallet.mts. Before a write, its client asks the person. A
// client that cannot ask gets an error, and nothing is sent.

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Wallet } from "./wallet.mjs";

export function createMcpServer({ createTools }: Wallet): Server {
  const info = { name: "wallet", version: "1.0.0" };
  const server = new Server(info, { capabilities: { tools: {} } });
  const ask = async (message: string) => {
    if (!server.getClientCapabilities()?.elicitation) return false;
    const requestedSchema = { type: "object" as const, properties: {} };
    // A person may take longer than a minute, which is the default of the SDK.
    const { action } = await server.elicitInput({ message, requestedSchema }, { timeout: 300_000 });
    return action === "accept";
  };
  const tools = createTools(ask);

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ execute: _execute, ...tool }) => tool),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new Error(`there is no tool ${params.name}`);
    const result = await tool.execute(params.arguments ?? {}, { signal });
    return {
      content: [{ type: "text" as const, text: JSON.stringify(result) }],
      structuredContent: { ...result },
      isError: !result.ok,
    };
  });
  return server;
}
