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

export const help = `Usage: bursar mcp [options]

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

/** A failure of the protocol. What a tool fails with is its result. */
const fail = (code: number, message: string) => ({ error: { code, message } });

/** Runs `bursar mcp` until stdin ends and all calls have a response. Returns the exit code. */
export async function run(
  args: string[],
  { print, input = process.stdin, fetch }: CommandEnvironment,
): Promise<number> {
  parseArgs({ args });
  for (const name of ["BURSAR_BASE_URL", "BURSAR_API_KEY"])
    if (!readEnvironment(name)) throw new ConfigurationError(`set ${name}`);
  // A log line on stdout would be no message of the protocol.
  const client = createClient({ fetch, logLevel: "off" });
  const redact = createRedactor(readEnvironment("BURSAR_API_KEY")).json;
  const tools = createTools(client);
  const listed = tools.map(({ execute: _execute, ...tool }) => tool);
  const running = new Map<unknown, AbortController>();

  /** Returns the response to a message. Undefined for a notification. */
  async function handle(message: unknown, signal: AbortSignal): Promise<object | undefined> {
    if (message === undefined) return fail(codes.parse, "expected one JSON value per line");
    const { jsonrpc, id, method, params = {} } = Object(message);
    const isKnown = id === undefined || isId(id);
    if (jsonrpc !== "2.0" || typeof method !== "string" || !isKnown || !isObject(params))
      return fail(codes.request, "expected a JSON-RPC 2.0 request or notification");
    const { name, arguments: given = {}, protocolVersion, requestId } = params as Params;
    if (id === undefined) {
      if (method === "notifications/cancelled") running.get(requestId)?.abort();
      return undefined;
    }
    const tool = tools.find((each) => each.name === name);
    switch (method) {
      case "initialize":
        return {
          result: {
            protocolVersion: versions.find((each) => each === protocolVersion) ?? versions[0],
            capabilities: { tools: {} },
            serverInfo: { name: "bursar", version },
          },
        };
      case "ping":
        return { result: {} };
      case "tools/list":
        return { result: { tools: listed } };
      case "tools/call":
        if (!tool) return fail(codes.params, "unknown tool");
        return { result: toCallResult(redact(await tool.execute(given, { signal }))) };
      default:
        return fail(codes.method, "unknown method");
    }
  }

  async function respond(line: string): Promise<void> {
    const message = parseJson(line);
    const { id } = Object(message);
    const controller = new AbortController();
    const { signal } = controller;
    if (isId(id)) running.set(id, controller);
    const response = await handle(message, signal).catch(() => fail(codes.internal, "failed"));
    running.delete(id);
    const known = { jsonrpc: "2.0", id: isId(id) ? id : null };
    // The protocol wants no response to what was cancelled.
    if (response && !signal.aborted) print(`${JSON.stringify({ ...known, ...response })}\n`);
  }

  const responses = new Set<Promise<void>>();
  for await (const line of createInterface({ input })) {
    if (line.trim() === "") continue;
    const response = respond(line);
    responses.add(response);
    response.finally(() => responses.delete(response));
  }
  await Promise.all(responses);
  return 0;
}

type Params = Readonly<Record<string, unknown>>;

const isId = (id: unknown) => typeof id === "string" || typeof id === "number";

/** Undefined if a line is not JSON. */
function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** As text for older clients, too. */
function toCallResult(result: ToolResult) {
  const text = JSON.stringify(result);
  return { content: [{ type: "text", text }], structuredContent: result, isError: !result.ok };
}
