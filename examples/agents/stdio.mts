// Shows the MCP server of mcp-server.mts over stdio, for an agent on the same machine.
// Run it: npx -y tsx agents/stdio.mts, from the settings of the agent

import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createMcpServer } from "./mcp-server.mjs";
import { openWallet } from "./wallet.mjs";

await createMcpServer(openWallet()).connect(new StdioServerTransport());
