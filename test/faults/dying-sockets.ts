import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { ClientOptions } from "../../src/index.js";
import { OutcomeUnknownError } from "../../src/index.js";
import { clientFor, fast, signature } from "../http/test-client.js";

type Ending = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const respond = (response: ServerResponse, body: string) => {
  response.writeHead(202, { "content-type": "application/json", "content-length": body.length });
  return response.end(body);
};

/** What happens to the connection of a write that has arrived. */
const endings: readonly Ending[] = [
  (_, response, body) => respond(response, body),
  // The next write may be sent on a connection that is being closed.
  (request, response, body) => respond(response, body).on("finish", () => request.socket.end()),
  (request, response, body) => respond(response, body).on("finish", () => request.socket.destroy()),
  (request) => request.socket.destroy(),
  (request) => request.socket.resetAndDestroy(),
  (request, response, body) => {
    response.writeHead(202, { "content-type": "application/json", "content-length": body.length });
    response.write(body.slice(0, 9), () => request.socket.destroy());
  },
];

/** A random number generator: the same seed gives the same numbers. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Sends writes to a server whose connections die at every point. No write may arrive twice, and
 * none may be reported as not sent if it arrived.
 */
export async function testDyingSockets(
  runs: number,
  seed: number,
  options: Pick<ClientOptions, "wire"> = {},
): Promise<void> {
  const random = createRandom(seed);
  const arrivals = new Map<string, number>();
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { userOperationHash: hash } = JSON.parse(text);
    arrivals.set(hash, (arrivals.get(hash) ?? 0) + 1);
    const ending = endings[Math.floor(random() * endings.length)] as Ending;
    ending(request, response, JSON.stringify({ userOperationHash: hash }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const client = clientFor({ url: `http://127.0.0.1:${port}` }, { retry: fast, ...options });
  const counts = { ok: 0, unknown: 0 };
  let next = 0;
  const work = async () => {
    for (let i = next++; i < runs; i = next++) {
      const hash = `0x${i.toString(16).padStart(64, "0")}` as const;
      const result = await client.operations.execute({ userOperationHash: hash, signature }).safe();
      const arrived = arrivals.get(hash) ?? 0;
      const where = `seed ${seed}, write ${i}`;
      if (result.ok) expect(arrived, where).toBe(1);
      else if (result.error instanceof OutcomeUnknownError)
        expect(arrived, where).toBeLessThanOrEqual(1);
      else expect(arrived, where).toBe(0);
      if (result.ok) counts.ok++;
      else counts.unknown++;
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  expect(Math.max(...arrivals.values()), `seed ${seed}`).toBe(1);
  // Otherwise the test would test one kind of outcome only.
  expect(Math.min(counts.ok, counts.unknown), `seed ${seed}`).toBeGreaterThan(runs / 10);
}
