import { beforeAll, expect, test } from "vitest";
import { findBlocks } from "../../docs/markdown.js";
import { type Consumer, compile, createConsumer, repository } from "./consumer.js";

/** The programs of Fastify and NestJS, as the pages print them. */
const programs = ["proxy", "webhooks"].flatMap((page) =>
  findBlocks(`docs/${page}.md`).flatMap(({ code }) => {
    const [, name = ""] = /^\/\/ (fastify|main)\.ts\n/.exec(code) ?? [];
    return name ? [{ page, name, code }] : [];
  }),
);
const folder = "frameworks";

/** What the programs import, and the functions of users that they call. */
const surroundings = {
  "bursar-proxy.ts": `
import { createProxy, walletOf } from "bursar/proxy";
import { createSandbox, demoWallet } from "bursar/sandbox";

const { baseUrl, apiKey, fetch } = createSandbox();
export const proxy = createProxy({
  baseUrl, apiKey, fetch,
  prefix: "/api/bursar",
  allow: ["wallets.portfolio", "swap.quote"],
  authorize: (_request, call) => walletOf(call) === demoWallet.toLowerCase(),
});
`,
  "orders.ts": `
import type { WebhookEvent } from "bursar/webhooks";

export const booked: string[] = [];
export class Orders {
  async book(event: WebhookEvent) { booked.push(String(event.event_type)); }
}
`,
  // Without decorators, which need settings of the compiler.
  "app.module.ts": `
import "reflect-metadata";
import { Body, Controller, Module, Post } from "@nestjs/common";
import { Orders } from "./orders.js";

class Echo { echo(body: unknown) { return body; } }
Controller()(Echo);
Post("/echo")(Echo.prototype, "echo", Object.getOwnPropertyDescriptor(Echo.prototype, "echo")!);
Body()(Echo.prototype, "echo", 0);
export class AppModule {}
Module({ controllers: [Echo], providers: [Orders] })(AppModule);
`,
  "globals.d.ts": `
import type { WebhookEvent } from "bursar/webhooks";
declare global { function book(event: WebhookEvent): Promise<void>; }
`,
  // Sends requests to the program, and prints the results.
  "send.ts": `
import { createClient, isApiError, tokenAddresses } from "bursar";
import { demoWallet } from "bursar/sandbox";
import { signWebhook } from "bursar/webhooks";
import { booked, Orders } from "./orders.js";

Object.assign(globalThis, { book: new Orders().book });
const [file = "", kind] = process.argv.slice(2);
const { app } = await import(file);
if ("post" in app) {
  app.post("/echo", (request: { body: unknown }, reply: { code(status: number): unknown }) => {
    reply.code(201);
    return request.body;
  });
  await app.listen({ port: 0 });
}
const server = app.server ?? app.getHttpServer();
const origin = \`http://127.0.0.1:\${server.address().port}\`;
const post = async (path: string, body: string, headers = {}) => {
  const all = { ...headers, "content-type": "application/json" };
  return (await fetch(origin + path, { method: "POST", headers: all, body })).status;
};
const results: unknown[] = [];
if (kind === "proxy") {
  const client = createClient({ baseUrl: \`\${origin}/api/bursar\`, apiKey: null });
  const { tokens } = await client.wallets.portfolio(demoWallet, { includeTokens: true });
  const { USDC, WETH } = tokenAddresses[137];
  const { quotes } = await client.swap.quote({
    amountIn: "10",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: USDC,
    tokenOut: WETH,
    payGasFeeToken: USDC,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress: demoWallet,
    toAddress: demoWallet,
  });
  const refusal: unknown = await client.tokens.list().firstPage().catch((error) => error);
  results.push(tokens?.length, quotes.length, isApiError(refusal) && refusal.id);
} else {
  const { headers, body } = await signWebhook({ event_type: "ping" }, process.env.WEBHOOK_SECRET!);
  results.push(await post("/webhooks", body, headers), await post("/webhooks", \`\${body} \`, headers));
  results.push(...booked);
}
results.push(await post("/echo", '{"a":1}'));
await app.close();
console.log(JSON.stringify(results));
`,
};

let user: Consumer;
beforeAll(async () => {
  const nest = ["core", "common", "platform-express"].map((name) => `@nestjs/${name}@12.5.1`);
  const peers = ["reflect-metadata@0.2.2", "rxjs@7.8.2", "fastify@5.12.8"];
  user = await createConsumer(["viem", "tsx@4.23.15", "@types/node", ...nest, ...peers]);
  for (const [name, code] of Object.entries(surroundings))
    await user.write(`${folder}/${name}`, code);
  for (const { page, name, code } of programs)
    await user.write(`${folder}/${page}-${name}.ts`, code);
});

test("the pages have programs of both frameworks", () => {
  expect(programs.map(({ page, name }) => `${page} ${name}`)).toEqual([
    "proxy fastify",
    "proxy main",
    "webhooks fastify",
    "webhooks main",
  ]);
});

test("the programs of the pages compile with the types of Fastify and NestJS", async () => {
  const files = programs.map(({ page, name }) => `${page}-${name}.ts`);
  const compilerOptions = {
    target: "ES2022",
    lib: ["ES2022"],
    types: ["node"],
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const config = await user.write(
    `${folder}/tsconfig.json`,
    JSON.stringify({ compilerOptions, files: [...files, "globals.d.ts"] }),
  );
  expect(compile(config, repository)).toEqual([]);
});

test.each(programs)("the program $name of the page $page serves requests", async (program) => {
  const { page, name } = program;
  const tsx = "node_modules/tsx/dist/cli.mjs";
  const output = await user.node([tsx, `${folder}/send.ts`, `./${page}-${name}.ts`, page], {
    PORT: "0",
    // An example.
    WEBHOOK_SECRET: "whsec_plJ3nmyCDGBKInavdOK15jsl",
  });
  const results = {
    proxy: [1, 1, "PROXY_OPERATION_NOT_ALLOWED", 201],
    webhooks: [204, 401, "ping", 201],
  };
  // Nest logs, too.
  const [line = ""] = output.split("\n").slice(-1);
  expect(JSON.parse(line)).toEqual(results[page as keyof typeof results]);
});
