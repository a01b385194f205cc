// Shows the MCP server of mcp-server.mts over streamable HTTP. Who may connect is the task of what
// is in front of it: this one listens on the same machine only, and rejects foreign pages.
// Run it: PORT=4050 npx -y tsx agents/http.mts

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createMcpServer } from "./mcp-server.mjs";
import { openWallet } from "./wallet.mjs";

const wallet = openWallet();
const sessions = new Map<string, StreamableHTTPServerTransport>();

/** A server per session: the question before a write goes to the client that has called. */
async function openSession(port: number): Promise<StreamableHTTPServerTransport> {
  const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableDnsRebindingProtection: true,
    allowedHosts: [`127.0.0.1:${port}`],
    onsessioninitialized: (id) => void sessions.set(id, transport),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  await createMcpServer(wallet).connect(transport);
  return transport;
}

const server = createServer(async (request, response) => {
  try {
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    await (known ?? (await openSession(port))).handleRequest(request, response);
  } catch (error) {
    console.error(error);
    if (!response.headersSent) response.writeHead(500).end();
  }
});
let port = 0;
server.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1", () => {
  const bound = server.address();
  port = typeof bound === "object" ? (bound?.port ?? 0) : 0;
  console.log(`listening on http://127.0.0.1:${port}/mcp`);
});
