// Runs in its own process, so that the server's work does not count as the client's.
import { createServer } from "node:http";
import { notFound, page, queued, small } from "./records.mjs";

const encode = (value) => Buffer.from(JSON.stringify(value));
const openaiList = { object: "list", data: page.transactions, has_more: false };
const stripeList = { object: "list", url: "/v1/charges", data: page.transactions, has_more: false };
// The same records in the shape of each service's responses, by a part of the path.
const bodies = [
  ["/history", encode(page)],
  ["/files", encode(openaiList)],
  ["/v1/charges", encode(stripeList)],
  ["/execute-user-op", encode(queued)],
  ["/write", encode(queued)],
  ["/chat/completions", encode(queued)],
  ["/v1/customers", encode(queued)],
  ["", encode(small)],
];

const failures = [
  ["/missing", 404, encode(notFound)],
  ["/busy", 503, encode({ title: "Service Unavailable", status: 503, traceId: "bench" })],
];
let requests = 0;

/** Below `/missing` nothing is found. Below `/busy`, every other request fails. */
function selectReply(url) {
  const failure = failures.find(([part]) => url.startsWith(part));
  if (failure && (failure[1] === 404 || requests++ % 2 === 0)) return failure;
  const [, body] = bodies.find(([part]) => url.includes(part));
  return [undefined, 200, body];
}

const server = createServer((request, response) => {
  // Responds to a POST after its whole body has arrived, as a real service does.
  request.resume().on("end", () => {
    const [, status, body] = selectReply(request.url);
    response.writeHead(status, {
      // openai-node waits half a second without it.
      ...(status === 503 && { "retry-after-ms": "1" }),
      "content-type": "application/json",
      "content-length": body.length,
      "trace-id": "bench",
    });
    response.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.on("disconnect", () => process.exit());
