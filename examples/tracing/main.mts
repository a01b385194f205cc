// Prints the spans of some calls against the sandbox. In an app, export them instead.
// Run it: npx -y tsx tracing/main.mts

import { trace } from "@opentelemetry/api";
import { UndiciInstrumentation } from "@opentelemetry/instrumentation-undici";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { createClient } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { CallContexts, traceCalls } from "./spans.mjs";

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const contextManager = new CallContexts();
provider.register({ contextManager });
// It creates the spans of fetch.
const instrumentation = new UndiciInstrumentation();
traceCalls(contextManager);

const sandbox = createSandbox();
const server = await sandbox.listen();
const client = createClient({
  baseUrl: server.url,
  apiKey: sandbox.apiKey,
  retry: { baseDelay: 0 },
  logLevel: "off", // the spans have all of it
});

await trace.getTracer("app").startActiveSpan("checkout", async (span) => {
  sandbox.fail("tokens.list", { status: 503, times: 1 });
  sandbox.cut("wallets.updateTransactionMetadata");
  await client.tokens.list();
  await client.wallets.updateTransactionMetadata("tx_1", { invoice: "2026-114" }).safe();
  await client.fiat.createDeposit({ quoteId: "" }).safe();
  span.end();
});

await server.close();
instrumentation.disable();
const spans = exporter.getFinishedSpans();
const childrenOf = (id: string | undefined) =>
  spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === id);
function print(depth: number, parent?: string): void {
  for (const span of childrenOf(parent)) {
    const { name, attributes, status } = span;
    console.log(JSON.stringify({ depth, name, attributes, error: status.message }));
    print(depth + 1, span.spanContext().spanId);
  }
}
print(0);
