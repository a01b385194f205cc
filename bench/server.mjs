// Runs in a thread of its own, so that the server's work is not measured as the client's.
import { createServer } from "node:http";
import { parentPort } from "node:worker_threads";
import { page, small } from "./records.mjs";

const encode = (value) => Buffer.from(JSON.stringify(value));
// The same records in the shape of either service's listing.
const bodies = {
  small: encode(small),
  history: encode(page),
  files: encode({ object: "list", data: page.transactions, has_more: false }),
};

const server = createServer((request, response) => {
  const body = request.url.includes("history")
    ? bodies.history
    : request.url.includes("files")
      ? bodies.files
      : bodies.small;
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": body.length,
    "trace-id": "bench",
  });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
