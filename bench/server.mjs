// Runs in a thread of its own, so that the server's work is not measured as the client's.
import { createServer } from "node:http";
import { parentPort } from "node:worker_threads";
import { page, small } from "./records.mjs";

const bodies = { small: Buffer.from(JSON.stringify(small)), page: Buffer.from(JSON.stringify(page)) };

const server = createServer((request, response) => {
  const body = request.url.includes("history") ? bodies.page : bodies.small;
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length, "trace-id": "bench" });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
