import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { version } from "../../package.json";
import { createClient } from "../client.js";
import { ConfigurationError } from "../errors/data.js";
import { createRedactor } from "../http/wire/redact.js";
import { readEnvironment } from "../http/wire/runtime.js";
import { isObject } from "../shared/guards.js";
import { createTools } from "../tools/create-tools.js";
import type { ToolResult } from "../tools/tool-types.js";
import type { CommandEnvironment } from "./command-environment.js";

const help = `Usage: bursar mcp [options]

Serves the reads and quotes of a project to an agent, over the Model Context Protocol: JSON-RPC in
lines on stdin and stdout. No tool changes something, and none signs. After the end of stdin, it
responds to the running calls and ends.

Environment:
  BURSAR_BASE_URL   the service
  BURSAR_API_KEY    the project's key

Options:
  --help            show this help

Example, in the settings of an agent:
  { "mcpServers": { "bursar": { "command": "npx", "args": ["-y", "bursar", "mcp"],
    "env": { "BURSAR_BASE_URL": "https://api.example.com", "BURSAR_API_KEY": "…" } } } }
`;

/**
 * The newest version first. A client of another version gets it, and decides. A server of
 * 2025-03-26 must accept batches.
 */
const versions = ["2025-11-25", "2025-06-18", "2024-11-05"];

const codes = { parse: -32700, request: -32600, method: -32601, params: -32602, internal: -32603 };

type Id = string | number;

/** A failure of the protocol. What a tool fails with is its result. */
class RpcFailure {
  constructor(
    readonly code: number,
    readonly message: string,
    /** Of the message, if it can be read. */
    readonly id: Id | null = null,
  ) {}
}

type Params = Readonly<Record<string, unknown>>;

/** Runs `bursar mcp` until stdin ends and all calls have a response. Returns the exit code. */
export async function runMcpCommand(
  args: string[],
  { print, input = process.stdin, fetch }: CommandEnvironment,
): Promise<number> {
  const { values } = parseArgs({ args, options: { help: { type: "boolean", short: "h" } } });
  if (values.help) {
    print(help);
    return 0;
  }
  for (const name of ["BURSAR_BASE_URL", "BURSAR_API_KEY"])
    if (!readEnvironment(name)) throw new ConfigurationError(`set ${name}`);
  // A log line on stdout would be no message of the protocol.
  const client = createClient({ fetch, logLevel: "off" });
  const redact = createRedactor(readEnvironment("BURSAR_API_KEY")).json;
  const tools = createTools(client);
  const listed = tools.map(({ execute: _execute, ...tool }) => tool);
  const running = new Map<Id, AbortController>();

  const methods: Readonly<Record<string, (params: Params, signal: AbortSignal) => unknown>> = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion: versions.find((each) => each === protocolVersion) ?? versions[0],
      capabilities: { tools: {} },
      serverInfo: { name: "bursar", version },
    }),
    ping: () => ({}),
    "tools/list": () => ({ tools: listed }),
    "tools/call": async ({ name, arguments: given = {} }, signal) => {
      const tool = tools.find((each) => each.name === name);
      if (tool) return toCallResult(redact(await tool.execute(given, { signal })));
      throw new RpcFailure(codes.params, "unknown tool");
    },
  };

  const send = (id: Id | null, response: object) =>
    print(`${JSON.stringify({ jsonrpc: "2.0", id, ...response })}\n`);
  const reject = (id: Id | null, { code, message }: RpcFailure) =>
    send(id, { error: { code, message } });

  async function respond(id: Id, method: string, params: Params): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (!run) throw new RpcFailure(codes.method, "unknown method");
      const result = await run(params, controller.signal);
      // The protocol wants no response to what was cancelled.
      if (!controller.signal.aborted) send(id, { result });
    } catch (error) {
      reject(id, error instanceof RpcFailure ? error : new RpcFailure(codes.internal, "failed"));
    } finally {
      running.delete(id);
    }
  }

  const responses = new Set<Promise<void>>();
  for await (const line of createInterface({ input })) {
    if (line.trim() === "") continue;
    const message = parseMessage(line);
    if (message instanceof RpcFailure) reject(message.id, message);
    else if (message.id === undefined) {
      if (message.method === "notifications/cancelled")
        running.get(message.params.requestId as Id)?.abort();
    } else {
      const response = respond(message.id, message.method, message.params);
      responses.add(response);
      response.finally(() => responses.delete(response));
    }
  }
  await Promise.all(responses);
  return 0;
}

interface Message {
  /** Undefined for a notification. */
  readonly id: Id | undefined;
  readonly method: string;
  readonly params: Params;
}

function parseMessage(line: string): Message | RpcFailure {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return new RpcFailure(codes.parse, "expected one JSON value per line");
  }
  const { jsonrpc, id, method, params = {} } = Object(message);
  const hasId = typeof id === "string" || typeof id === "number";
  const isKnown = hasId || id === undefined;
  if (jsonrpc === "2.0" && typeof method === "string" && isKnown && isObject(params))
    return { id, method, params };
  const reason = "expected a JSON-RPC 2.0 request or notification";
  return new RpcFailure(codes.request, reason, hasId ? id : null);
}

/** As text for older clients, too. */
function toCallResult(result: ToolResult) {
  const text = JSON.stringify(result);
  return { content: [{ type: "text", text }], structuredContent: result, isError: !result.ok };
}
