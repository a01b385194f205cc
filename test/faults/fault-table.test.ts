import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../../src/client.js";
import { ApiError } from "../../src/errors/api.js";
import { ConnectionError, OutcomeUnknownError, TimeoutError } from "../../src/errors/connection.js";
import {
  EmptyBodyError,
  NotJsonError,
  RedirectError,
  ResponseValidationError,
  UnreadableResponseError,
} from "../../src/errors/data.js";
import { isBursarError } from "../../src/index.js";
import {
  clientFor,
  type ErrorClass,
  envelope,
  failure,
  hash,
  limits,
  noQuotes,
  secret,
  signature,
  swapRequest,
} from "../http/test-client.js";
import { findClosedPort } from "../support/server.js";
import { watchUnhandled } from "../support/unhandled.js";
import { type FaultServer, openFaultServer, type WireFault } from "./server/fault-server.js";
import {
  brokenCompression,
  brokenConnections,
  deepResponses,
  emptyResponses,
  formatHead,
  hugeBody,
  hugeBodyInChunks,
  interimResponses,
  respond,
  stalledResponses,
  unreadableResponses,
} from "./server/wire-faults.js";

type Effect = "read" | "quote" | "write";
type Send = (client: Client) => PromiseLike<unknown>;

const calls: readonly (readonly [string, Effect, Send])[] = [
  ["a read", "read", (client) => client.kyc.financialLimits("ind_1")],
  ["a quote", "quote", (client) => client.swap.quote(swapRequest)],
  ["a write", "write", (client) => client.fiat.createDeposit({ quoteId: "q_1" })],
  ["a write without a body", "write", (client) => client.kyc.individual.standard.process("s_1")],
  [
    "an execution",
    "write",
    (client) => client.operations.execute({ userOperationHash: hash, signature }),
  ],
];

const shortTimeout = 150;
const totalTimeout = 4_000;
/** How late a call may end on a busy machine. */
const slack = 1_500;

const clientOf = (server: Pick<FaultServer, "url">, timeout = 2_000) =>
  clientFor(server, { timeout, totalTimeout, maxResponseBytes: 1_048_576 });

const unhandled: unknown[] = [];
let stopWatching: () => void;
beforeEach(() => {
  stopWatching = watchUnhandled((reason) => unhandled.push(reason));
});
afterEach(() => {
  stopWatching();
  expect(unhandled.splice(0)).toEqual([]);
});

interface Expected {
  /** The error of a read, and the cause of the error of a write. */
  readonly error: ErrorClass;
  /** How often a read or a quote arrives. */
  readonly attempts: number | readonly number[];
  readonly properties?: object;
  readonly timeout?: number;
  /** The error of a write that is not an `OutcomeUnknownError`. */
  readonly writeError?: ErrorClass;
}

/** Sends one call to a server with this fault, and checks error, time and requests. */
async function checkFault(
  server: FaultServer,
  [, effect, send]: (typeof calls)[number],
  { error: expected, attempts, properties = {}, timeout, writeError }: Expected,
): Promise<void> {
  const startedAt = performance.now();
  const error = await failure(send(clientOf(server, timeout)));
  expect(performance.now() - startedAt).toBeLessThan((timeout ?? totalTimeout) + slack);
  expect(isBursarError(error)).toBe(true);
  expect(JSON.stringify(error)).not.toContain(secret);
  expect((error as Error).stack).not.toContain(secret);
  expect(effect === "write" ? [1] : [attempts].flat()).toContain(server.requests.length);
  if (effect !== "write") {
    expect(error).toBeInstanceOf(expected);
    expect(error).toMatchObject(properties);
  } else if (writeError) {
    expect(error).toBeInstanceOf(writeError);
    expect(error).not.toBeInstanceOf(OutcomeUnknownError);
  } else {
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect((error as Error).cause).toBeInstanceOf(expected);
    expect((error as Error).cause).toMatchObject(properties);
  }
}

const serveFault = (fault: WireFault) => openFaultServer({ pick: () => fault });

describe.each(calls)("%s", (...call) => {
  const [name, effect, send] = call;
  const hasResponse = !name.includes("body");

  test.each(Object.entries(brokenConnections))("rejects after %s", async (_, fault) => {
    const server = await serveFault(fault);
    // Node may choose a connection for an attempt that the fault has just closed.
    await checkFault(server, call, { error: ConnectionError, attempts: [2, 3] });
  });

  test.each(Object.entries(brokenCompression))("rejects after %s", async (_, fault) => {
    const server = await serveFault(fault);
    // On Node 20 and 22, reading may hang instead of failing. No version reports a cut body.
    const startedAt = performance.now();
    const error = await failure(send(clientOf(server, shortTimeout)));
    expect(performance.now() - startedAt).toBeLessThan(totalTimeout + slack);
    const cause = effect === "write" ? (error as Error).cause : error;
    expect(error instanceof OutcomeUnknownError).toBe(effect === "write");
    const types = [ConnectionError, TimeoutError, NotJsonError];
    expect(types.some((type) => cause instanceof type)).toBe(true);
    expect(server.requests.length).toBeLessThanOrEqual(effect === "write" ? 1 : 3);
  });

  test.each(Object.entries(stalledResponses))("ends with its timeout at %s", async (_, fault) => {
    const server = await serveFault(fault);
    await checkFault(server, call, {
      error: TimeoutError,
      attempts: 1,
      properties: { scope: "attempt", timeout: shortTimeout },
      timeout: shortTimeout,
    });
    await expect.poll(() => server.usedSockets).toBe(0);
  });

  test.each(Object.entries(unreadableResponses))("rejects %s", async (_, fault) => {
    await checkFault(await serveFault(fault), call, { error: NotJsonError, attempts: 1 });
  });

  test.runIf(hasResponse).each(Object.entries(emptyResponses))("rejects %s", async (_, fault) => {
    await checkFault(await serveFault(fault), call, { error: EmptyBodyError, attempts: 1 });
  });

  test.skipIf(hasResponse).each(Object.entries({ ...emptyResponses, ...deepResponses }))(
    "accepts %s, because it has no response body",
    async (_, fault) => {
      const server = await serveFault(fault);
      expect(await send(clientOf(server))).toBeUndefined();
      expect(server.requests).toHaveLength(1);
    },
  );

  test.each([
    ["with a content-length", hugeBody],
    ["in chunks", hugeBodyInChunks],
  ])("stops reading a huge body %s", async (_, fault) => {
    const server = await serveFault(fault);
    await checkFault(server, call, { error: UnreadableResponseError, attempts: 1 });
    await expect.poll(() => server.usedSockets).toBe(0);
  });

  test.runIf(hasResponse).each(Object.entries(deepResponses))("rejects %s", async (_, fault) => {
    const error = ResponseValidationError;
    await checkFault(await serveFault(fault), call, { error, attempts: 1, writeError: error });
  });

  test.each([301, 302, 303, 307, 308])("does not follow a %i", async (status) => {
    const headers = { location: "/elsewhere" };
    for (const fault of [respond(status, "", headers), respond(status, "moved", headers)])
      await checkFault(await serveFault(fault), call, { error: RedirectError, attempts: 1 });
  });

  test.each([401, 408, 421, 425, 429, 503])("rejects a %i", async (status) => {
    const headers = { "www-authenticate": "Basic", "retry-after": "0" };
    // Node repeats a request after a 421 by itself, unless its body is a stream.
    const attempts = [408, 429, 503].includes(status) ? 3 : status === 421 ? [1, 2] : 1;
    for (const body of ["", "{}", JSON.stringify(envelope("SOME_ID"))]) {
      const server = await serveFault(respond(status, body, headers));
      const isLost = [408, 503].includes(status) && !body.includes("SOME_ID");
      await checkFault(server, call, {
        error: ApiError,
        attempts,
        properties: { status },
        ...(!isLost && { writeError: ApiError }),
      });
    }
  });

  test("rejects a 407, which Node reports as a failed connection", async () => {
    const server = await serveFault(respond(407, "{}", { "proxy-authenticate": "Basic" }));
    await checkFault(server, call, { error: ConnectionError, attempts: 3 });
  });

  test("rejects a refused connection, and sends nothing", async () => {
    const server = { url: `http://127.0.0.1:${await findClosedPort()}` };
    const error = await failure(send(clientOf(server)));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ phase: "connect", code: "ECONNREFUSED" });
  });

  test("rejects a connection that is reset before the request is sent", async () => {
    const server = await openFaultServer({
      resetsConnection: () => true,
      pick: () => respond(500),
    });
    const error = await failure(send(clientOf(server)));
    expect(error).toBeInstanceOf(effect === "write" ? OutcomeUnknownError : ConnectionError);
    expect(server.requests).toHaveLength(0);
  });
});

const good: Readonly<Record<Effect, string>> = {
  read: JSON.stringify(limits),
  quote: JSON.stringify(noQuotes),
  write: JSON.stringify({ userOperationHash: hash, userOpHash: hash }),
};
/** The calls whose response is in the table. */
const served = calls.filter(([name]) => !name.startsWith("a write"));

describe.each(served)("%s", (...call) => {
  const [, effect, send] = call;

  test.each(Object.entries(interimResponses))("ignores %s", async (_, interim) => {
    const body = good[effect];
    const head = formatHead(200, { "content-length": String(body.length) });
    const fault = { act: ({ socket }) => void socket.write(interim + head + body) } as WireFault;
    const server = await serveFault(fault);
    await send(clientOf(server));
    expect(server.requests).toHaveLength(1);
  });

  test("ignores bytes after a response, and its next call succeeds", async () => {
    const body = good[effect];
    const head = formatHead(200, { "content-length": String(body.length) });
    const fault = {
      act: ({ socket }) => void socket.write(`${head}${body}HTTP/1.1 200 OK\r\n\r\n{}`),
    } as WireFault;
    const server = await serveFault(fault);
    const client = clientOf(server);
    await send(client);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await send(client);
    expect(server.requests).toHaveLength(2);
  });

  test("succeeds when a refused connection is accepted on a retry, and arrives once", async () => {
    const port = await findClosedPort();
    let opening: Promise<FaultServer> | undefined;
    const client = clientFor(
      { url: `http://127.0.0.1:${port}` },
      {
        retry: { limit: 5, baseDelay: 40, maxDelay: 80 },
        hooks: {
          onRetry: () => {
            opening ??= openFaultServer({ port, pick: () => respond(200, good[effect]) });
          },
        },
      },
    );
    await send(client);
    expect((await opening)?.requests).toHaveLength(1);
  });
});
