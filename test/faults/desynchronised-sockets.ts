import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { type ClientOptions, OutcomeUnknownError } from "../../src/index.js";
import { clientFor, fast, signature } from "../http/test-client.js";

const responseOf = (hash: string) => {
  const body = JSON.stringify({ userOperationHash: hash });
  const head = `HTTP/1.1 202 Accepted\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
  return `${head}\r\n\r\n${body}`;
};

/**
 * Sends writes to a server that sends every response twice, the second one 2 ms later or when the
 * next request is on the connection. No call may resolve with the hash of another operation, and
 * no write may arrive twice.
 */
export async function testDesynchronisedSockets(
  runs: number,
  options: Pick<ClientOptions, "wire"> = {},
): Promise<void> {
  let connections = 0;
  const arrivals = new Map<string, number>();
  const server = createServer((socket) => {
    let received = "";
    let extra = "";
    // In the first calls of a process, the next request is sent later than in 2 ms.
    const waits = ++connections % 2 === 0;
    const write = (text: string) => !socket.destroyed && socket.write(text);
    socket.setEncoding("latin1").on("error", () => {});
    socket.on("data", async (text) => {
      received += text;
      const found = /"userOperationHash":"(0x[\da-f]{64})"[^}]*\}/.exec(received);
      if (!found) return;
      received = received.slice(found.index + found[0].length);
      const hash = found[1] as string;
      arrivals.set(hash, (arrivals.get(hash) ?? 0) + 1);
      write(extra + responseOf(hash));
      if (waits) extra = responseOf(hash);
      else await delay(2).then(() => write(responseOf(hash)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const client = clientFor({ url: `http://127.0.0.1:${port}` }, { retry: fast, ...options });
  const counts = { ok: 0, mismatched: 0, lost: 0 };
  let next = 0;
  const work = async () => {
    for (let i = next++; i < runs; i = next++) {
      const hash = `0x${i.toString(16).padStart(64, "0")}` as const;
      const result = await client.operations.execute({ userOperationHash: hash, signature }).safe();
      if (result.ok) {
        expect(result.data.userOperationHash).toBe(hash);
        expect(arrivals.get(hash)).toBe(1);
        counts.ok++;
      } else {
        expect(result.error).toBeInstanceOf(OutcomeUnknownError);
        const { cause } = result.error as OutcomeUnknownError;
        if ((cause as Error).name === "ResponseMismatchError") counts.mismatched++;
        else counts.lost++;
      }
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  expect(Math.max(...arrivals.values())).toBe(1);
  // Otherwise no response came late, and the test would test nothing.
  expect(counts.mismatched, JSON.stringify(counts)).toBeGreaterThan(0);
  expect(counts.ok, JSON.stringify(counts)).toBeGreaterThan(0);
}
