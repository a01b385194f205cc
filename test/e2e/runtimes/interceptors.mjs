// What stands between a program and the network, each in a process of its own, because it changes
// the process. The program reads and writes with the client, reads with `fetch`, and prints who
// responded to each.
import { createRequire } from "node:module";
import { createClient } from "bursar";

const [name, url, proxy] = process.argv.slice(2);

/** The response of what takes the place of the server. The server has a trace id of its own. */
const notFound = { title: "NOT_FOUND", status: 404, traceId: "interceptor" };
const json = { "content-type": "application/json" };

async function useMsw(version) {
  const { http, HttpResponse } = await import(`msw${version}`);
  const { setupServer } = await import(`msw${version}/node`);
  const server = setupServer(
    http.all(`${url}/*`, () => HttpResponse.json(notFound, { status: 404 })),
  );
  server.listen({ onUnhandledRequest: "error" });
  return () => server.close();
}

async function useNock(version) {
  const { default: nock } = await import(`nock${version}`);
  const scope = nock(url).persist();
  for (const method of ["get", "patch"]) scope[method](/.*/).reply(404, notFound, json);
  return () => nock.restore();
}

async function useMockAgent(version) {
  const { MockAgent, setGlobalDispatcher } = await import(`undici${version}`);
  const agent = new MockAgent();
  agent.disableNetConnect();
  for (const method of ["GET", "PATCH"])
    agent
      .get(url)
      .intercept({ path: /.*/, method })
      .reply(404, notFound, { headers: json })
      .persist();
  setGlobalDispatcher(agent);
}

async function useProxyAgent(version) {
  const { ProxyAgent, setGlobalDispatcher } = await import(`undici${version}`);
  setGlobalDispatcher(new ProxyAgent(proxy));
}

async function useInterceptor(version) {
  const { getGlobalDispatcher, setGlobalDispatcher } = await import(`undici${version}`);
  const addHeader = (dispatch) => (options, handler) =>
    dispatch({ ...options, headers: addTo(options.headers) }, handler);
  setGlobalDispatcher(getGlobalDispatcher().compose(addHeader));
}

/** `fetch` gives the headers as a list of names and values, the client as an object. */
const addTo = (headers) =>
  Array.isArray(headers) ? [...headers, "x-composed", "yes"] : { ...headers, "x-composed": "yes" };

/** The names of the spans that have ended. */
const spans = [];

async function trace(packageName, className) {
  const { NodeTracerProvider, SimpleSpanProcessor } = await import("@opentelemetry/sdk-trace-node");
  const { registerInstrumentations } = await import("@opentelemetry/instrumentation");
  const exporter = {
    export(ended, done) {
      spans.push(...ended.map(({ name }) => name));
      done({ code: 0 });
    },
    shutdown: async () => {},
  };
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  const { [className]: Instrumentation } = createRequire(import.meta.url)(packageName);
  registerInstrumentations({ instrumentations: [new Instrumentation()], tracerProvider: provider });
}

const interceptors = {
  none: () => {},
  msw2: () => useMsw(2),
  msw3: () => useMsw(3),
  nock14: () => useNock(14),
  nock15: () => useNock(15),
  mockAgent7: () => useMockAgent(7),
  mockAgent8: () => useMockAgent(8),
  proxyAgent7: () => useProxyAgent(7),
  proxyAgent8: () => useProxyAgent(8),
  compose7: () => useInterceptor(7),
  compose8: () => useInterceptor(8),
  tracing: () => trace("@opentelemetry/instrumentation-undici", "UndiciInstrumentation"),
  fetchTracing: () => trace("@opentelemetry/instrumentation-fetch", "FetchInstrumentation"),
};

/** The code of a connection that failed, below the errors around it. */
function findCode(error) {
  return error.cause ? findCode(error.cause) : (error.code ?? error.message);
}

async function readByFetch() {
  try {
    const response = await fetch(`${url}/api/v1/kyc`);
    return (await response.json()).traceId;
  } catch (error) {
    return findCode(error);
  }
}

/** The server and its replacements respond with an error only, so that no response is judged. */
async function call(send) {
  try {
    await send();
    return "no error";
  } catch (error) {
    return error.traceId ?? `${findCode(error)}, outcome ${error.outcome}`;
  }
}

const stop = await interceptors[name]();
const transports = new Set();
const client = createClient({
  baseUrl: url,
  apiKey: "key",
  allowInsecureHttp: true,
  retry: { limit: 0 },
  hooks: { onRequest: ({ transport }) => transports.add(transport) },
});
const fetched = await readByFetch();
const spansOfFetch = spans.splice(0).length;
const read = await call(() => client.kyc.financialLimits("a"));
const spansOfClient = spans.splice(0).length;
const written = await call(() => client.wallets.updateTransactionMetadata("a", { a: "b" }));
await stop?.();
const traced = { spansOfFetch, spansOfClient };
console.log(JSON.stringify({ fetched, read, written, transports: [...transports], ...traced }));
process.exit();
