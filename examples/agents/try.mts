// Shows the MCP servers and the tools of the AI SDK at work on a sandbox, without a model: a real
// client of the protocol lists the tools and calls them, and a person who confirms or declines.
// Run it: npx -y tsx agents/try.mts

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { createClient, factories, tokenAddresses } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createToolSet } from "./ai-sdk.mjs";
import { openWallet } from "./wallet.mjs";

const usdc = tokenAddresses[137].USDC;
const shop = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const key = generatePrivateKey();
const sandbox = createSandbox();
const service = await sandbox.listen();
const { wallet } = await createClient({
  baseUrl: service.url,
  apiKey: sandbox.apiKey,
}).wallets.ensure({
  externallyOwnedAccount: privateKeyToAccount(key).address,
  factory: factories.lightAccount["2.0.0"],
});
const { walletAddress } = wallet;
sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "1000" });

const folder = mkdtempSync(join(tmpdir(), "agents-"));
const keyFile = join(folder, "key.json");
writeFileSync(keyFile, JSON.stringify({ key }), { mode: 0o600 });
/** Each server has its own journal: see docs/stores.md for one that they share. */
const toEnvironment = (journal: string) => ({
  BURSAR_BASE_URL: service.url,
  BURSAR_API_KEY: sandbox.apiKey,
  AGENT_SETTINGS: JSON.stringify({
    usdc,
    receivers: [shop],
    journal: join(folder, journal),
    keyFile,
  }),
});

const payment = {
  amount: "82",
  chainId: 137,
  token: usdc,
  payGasFeeToken: usdc,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  walletAddress,
  toAddress: shop,
};
const questions: string[] = [];
let confirms = true;
const ask = (question: string) => {
  questions.push(question);
  return confirms;
};

function openMcpClient(): Client {
  const client = new Client(
    { name: "try", version: "1.0.0" },
    { capabilities: { elicitation: {} } },
  );
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
    action: ask(params.message) ? ("accept" as const) : ("decline" as const),
    content: {},
  }));
  return client;
}

/** Calls a tool as a model would. Prints what the model gets, in one line. */
async function call(client: Client, name: string, input: Record<string, unknown>): Promise<void> {
  const { structuredContent } = await client.callTool({ name, arguments: input });
  console.log(`${name}: ${JSON.stringify(structuredContent).slice(0, 130)}`);
}

async function useTools(client: Client, intent: string): Promise<void> {
  const { tools } = await client.listTools();
  const writes = tools.filter(({ annotations }) => !annotations?.readOnlyHint);
  console.log(`${tools.length} tools, writes: ${writes.map(({ name }) => name).join(", ")}`);
  await call(client, "wallets_portfolio", { walletAddress, fields: ["tokens.balanceFormatted"] });
  confirms = false;
  await call(client, "pay", { ...payment, intent });
  confirms = true;
  await call(client, "pay", { ...payment, intent });
  await call(client, "pay", { ...payment, intent });
  await call(client, "pay", { ...payment, intent: `${intent}, more`, amount: "820" });
  console.log(
    `${questions.length} questions, the last: ${questions.at(-1)?.replaceAll("\n", " | ")}`,
  );
  questions.length = 0;
}

async function tryStdio(): Promise<void> {
  console.log("MCP over stdio");
  const overStdio = openMcpClient();
  const command = { command: process.execPath, args: ["--import", "tsx", "agents/stdio.mts"] };
  await overStdio.connect(
    new StdioClientTransport({ ...command, env: { ...toEnvironment("stdio.jsonl") } }),
  );
  await useTools(overStdio, "order 1");
  await overStdio.close();
}

async function tryHttp(): Promise<void> {
  console.log("MCP over HTTP");
  const server = spawn(process.execPath, ["--import", "tsx", "agents/http.mts"], {
    env: { ...process.env, ...toEnvironment("http.jsonl") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let address = "";
    for await (const line of createInterface({ input: server.stdout })) {
      address = line.replace("listening on ", "");
      break;
    }
    const overHttp = openMcpClient();
    await overHttp.connect(new StreamableHTTPClientTransport(new URL(address)));
    await useTools(overHttp, "order 2");
    await overHttp.close();
  } finally {
    server.kill();
  }
}

async function tryCommand(): Promise<void> {
  console.log("npx bursar mcp");
  const readOnly = openMcpClient();
  const cli = { command: process.execPath, args: ["node_modules/bursar/dist/cli.js", "mcp"] };
  await readOnly.connect(new StdioClientTransport({ ...cli, env: toEnvironment("none.jsonl") }));
  const { tools: listed } = await readOnly.listTools();
  console.log(
    `${listed.length} tools, all read only: ${listed.every(({ annotations }) => annotations?.readOnlyHint)}`,
  );
  await call(readOnly, "tokens_list", { search: "USDC", fields: ["items.symbol"] });
  await call(readOnly, "wallets_history", { walletAddress: "0x1" });
  await readOnly.close();
}

async function tryAiSdk(): Promise<void> {
  console.log("AI SDK");
  Object.assign(process.env, toEnvironment("ai.jsonl"));
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const calls = [
    { toolName: "wallets_history", input: { walletAddress, fields: ["items.status"] } },
    { toolName: "pay", input: { ...payment, intent: "order 3" } },
  ];
  /** Calls the tools in this order, as a model would. */
  const model = new MockLanguageModelV3({
    doGenerate: async () => {
      const next = calls.shift();
      const [finishReason, content] = next
        ? ([
            "tool-calls",
            {
              type: "tool-call",
              toolCallId: next.toolName,
              toolName: next.toolName,
              input: JSON.stringify(next.input),
            },
          ] as const)
        : (["stop", { type: "text", text: "Paid." }] as const);
      return {
        content: [content],
        finishReason: { unified: finishReason, raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
  const { steps, text } = await generateText({
    model,
    prompt: "Pay 82 USDC to the shop",
    tools: createToolSet(openWallet(), async (question) => ask(question)),
    stopWhen: stepCountIs(5),
  });
  for (const { toolResults } of steps)
    for (const { toolName, output } of toolResults)
      console.log(`${toolName}: ${JSON.stringify(output).slice(0, 130)}`);
  console.log(text);
}

try {
  await tryStdio();
  await tryHttp();
  await tryCommand();
  await tryAiSdk();
  const paid = sandbox.requests.filter(({ operation }) => operation === "operations.execute");
  console.log(`${paid.length} payments were sent`);
} finally {
  await service.close();
  rmSync(folder, { recursive: true });
}
