// One proxy in a process of its own, for bench/scale.mjs. It sends its port, and, if asked, its
// processor time.
import { Agent, createServer, request as sendRequest } from "node:http";
import httpProxy from "http-proxy";
import { createProxy, toNodeHandler } from "../dist/proxy.js";

const [, , name, port] = process.argv;
const target = `http://127.0.0.1:${port}`;
const agent = new Agent({ keepAlive: true });

/** Passes everything on, and reads nothing. */
function forwardBare(incoming, outgoing) {
  const { method, url, headers } = incoming;
  const request = sendRequest(target + url, { method, headers, agent }, (response) => {
    outgoing.writeHead(response.statusCode, response.headers);
    response.pipe(outgoing);
  });
  incoming.pipe(request);
}

const forwarder = httpProxy.createProxyServer({ target, agent });
const handlers = {
  "a bare reverse proxy": forwardBare,
  "http-proxy": (incoming, outgoing) => forwarder.web(incoming, outgoing),
  "bursar/proxy": toNodeHandler(
    createProxy({
      baseUrl: target,
      apiKey: "bench-key",
      prefix: "/api/bursar",
      authorize: () => true,
      allow: ["wallets.check", "wallets.history"],
    }),
  ),
};
const server = createServer(handlers[name]).listen(0, "127.0.0.1", () =>
  process.send(server.address().port),
);
process.on("message", () => process.send(process.cpuUsage()));
process.on("disconnect", () => process.exit());
