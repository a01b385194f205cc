import type { Socket } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, vi } from "vitest";
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
  transport,
} from "../http/test-client.js";
import { countResponses } from "../http/time-control.js";
import { drained } from "../support/drained.js";
import { fixtureOf } from "../support/fixtures/index.js";
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

export interface Call {
  readonly name: string;
  readonly effect: Effect;
  readonly send: (client: Client) => PromiseLike<unknown>;
  /** A valid response body. Absent if the operation has none. */
  readonly good?: string;
}

export const calls: readonly Call[] = [
  {
    name: "a read",
    effect: "read",
    send: (client) => client.kyc.financialLimits("ind_1"),
    good: JSON.stringify(limits),
  },
  {
    name: "a write",
    effect: "write",
    send: (client) => client.fiat.createDeposit({ quoteId: "q_1" }),
    good: JSON.stringify(fixtureOf("fiat.createDeposit").full),
  },
  {
    name: "a write without a body",
    effect: "write",
    send: (client) => client.kyc.individual.standard.process("s_1"),
  },
  {
    name: "a quote",
    effect: "quote",
    send: (client) => client.swap.quote(swapRequest),
    good: JSON.stringify(noQuotes),
  },
  {
    name: "an execution",
    effect: "write",
    send: (client) => client.operations.execute({ userOperationHash: hash, signature }),
    good: JSON.stringify({ userOperationHash: hash, userOpHash: hash }),
  },
];

/** Must end a call that hangs. */
const shortTimeout = 50;

const clientOf = (server: Pick<FaultServer, "url">, timeout = 60_000) =>
  clientFor(server, { timeout, totalTimeout: 120_000, maxResponseBytes: 1_048_576 });

interface Expected {
  /** The error of a read, and the cause of the error of a write. */
  readonly error: ErrorClass;
  /** How often a read or a quote arrives. */
  readonly attempts: number | readonly number[];
  readonly properties?: object;
  /** The error of a write that is not an `OutcomeUnknownError`. */
  readonly writeError?: ErrorClass;
}

/** Checks the error of a call to a server with a fault, and the number of its requests. */
function checkError(
  error: unknown,
  { effect }: Call,
  server: FaultServer,
  { error: expected, attempts, properties = {}, writeError }: Expected,
): void {
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

async function checkFault(fault: WireFault, call: Call, expected: Expected): Promise<FaultServer> {
  const server = await serveFault(fault);
  checkError(await failure(call.send(clientOf(server))), call, server, expected);
  return server;
}

async function takeTurns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets the time limit pass when the client has what the server sends. */
async function checkStall(fault: WireFault, call: Call): Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let socket: Socket | undefined;
  let minBytes = 0;
  const server = await serveFault({
    ...fault,
    act: (exchange) => {
      socket = exchange.socket;
      void fault.act(exchange);
      minBytes = socket.bytesWritten + (fault.continues ? 3 : 0);
    },
  });
  const responses = countResponses();
  const settled = vi.fn();
  const ending = failure(call.send(clientOf(server, shortTimeout))).finally(settled);
  const headers = fault.sendsHead ? 1 : 0;
  while (!socket || socket.bytesWritten < minBytes || responses.count < headers) await takeTurns(1);
  vi.advanceTimersByTime(shortTimeout - 1);
  await takeTurns(20);
  expect(settled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  checkError(await ending, call, server, {
    error: TimeoutError,
    attempts: 1,
    properties: { scope: "attempt", timeout: shortTimeout },
  });
  await expect.poll(() => server.usedSockets).toBe(0);
}

/** What a call does with a fault of the connection or of the response. */
interface Row {
  readonly title: string;
  readonly appliesTo?: (call: Call) => boolean;
  readonly check: (call: Call) => Promise<unknown>;
}

const hasBody = ({ good }: Call) => good !== undefined;
const hasNoBody = ({ good }: Call) => good === undefined;

const forEach = <T>(
  table: Readonly<Record<string, T>>,
  describe: (name: string) => string,
  check: (call: Call, fault: T) => Promise<unknown>,
  appliesTo: Row["appliesTo"] = () => true,
): Row[] =>
  Object.entries(table).map(([name, fault]) => ({
    title: describe(name),
    appliesTo,
    check: (call) => check(call, fault),
  }));

const afterFault = (name: string) => `rejects after ${name}`;
const rejects = (name: string) => `rejects ${name}`;

/** Sends a complete response with bytes before and after it. */
const sendBody = (body: string, before: string, after: string): WireFault => ({
  act: ({ socket }) => {
    const head = formatHead(200, { "content-length": String(body.length) });
    socket.write(before + head + body + after);
  },
});

const repeatable = [408, 429, 503];

const rejectedStatuses: Row[] = [401, 408, 421, 425, 429, 503].map((status) => ({
  title: `rejects a ${status}`,
  async check(call) {
    const headers = { "www-authenticate": "Basic", "retry-after": "0" };
    // Node repeats a request after a 421 by itself, unless its body is a stream.
    const attempts = repeatable.includes(status) ? 3 : status === 421 ? [1, 2] : 1;
    for (const body of ["", "{}", JSON.stringify(envelope("SOME_ID"))]) {
      const isLost = [408, 503].includes(status) && !body.includes("SOME_ID");
      await checkFault(respond(status, body, headers), call, {
        error: ApiError,
        attempts,
        properties: { status },
        ...(!isLost && { writeError: ApiError }),
      });
    }
  },
}));

export const rows: readonly Row[] = [
  // Node may choose a connection for an attempt that the fault has just closed.
  ...forEach(brokenConnections, afterFault, (call, fault) =>
    checkFault(fault, call, { error: ConnectionError, attempts: [2, 3] }),
  ),
  ...forEach(brokenCompression, afterFault, async ({ effect, send }, fault) => {
    const server = await serveFault(fault);
    // On Node 20 and 22, reading may hang instead of failing. No version reports a cut body.
    const error = await failure(send(clientOf(server, shortTimeout)));
    const cause = effect === "write" ? (error as Error).cause : error;
    expect(error instanceof OutcomeUnknownError).toBe(effect === "write");
    const types = [ConnectionError, TimeoutError, NotJsonError];
    expect(types.some((type) => cause instanceof type)).toBe(true);
    expect((await drained(server)).length).toBeLessThanOrEqual(effect === "write" ? 1 : 3);
  }),
  ...forEach(
    stalledResponses,
    (name) => `ends with its timeout at ${name}`,
    (call, fault) => checkStall(fault, call),
  ),
  ...forEach(unreadableResponses, rejects, (call, fault) =>
    checkFault(fault, call, { error: NotJsonError, attempts: 1 }),
  ),
  ...forEach(
    emptyResponses,
    rejects,
    (call, fault) => checkFault(fault, call, { error: EmptyBodyError, attempts: 1 }),
    hasBody,
  ),
  ...forEach(
    { ...emptyResponses, ...deepResponses },
    (name) => `accepts ${name}, because it has no response body`,
    async ({ send }, fault) => {
      const server = await serveFault(fault);
      expect(await send(clientOf(server))).toBeUndefined();
      expect(await drained(server)).toHaveLength(1);
    },
    hasNoBody,
  ),
  ...forEach(
    { "with a content-length": hugeBody, "in chunks": hugeBodyInChunks },
    (name) => `stops reading a huge body ${name}`,
    async (call, fault) => {
      const expected = { error: UnreadableResponseError, attempts: 1 };
      const server = await checkFault(fault, call, expected);
      await expect.poll(() => server.usedSockets).toBe(0);
    },
  ),
  ...forEach(
    deepResponses,
    rejects,
    (call, fault) => {
      const error = ResponseValidationError;
      return checkFault(fault, call, { error, attempts: 1, writeError: error });
    },
    hasBody,
  ),
  ...[301, 302, 303, 307, 308].map((status) => ({
    title: `does not follow a ${status}`,
    async check(call: Call) {
      const headers = { location: "/elsewhere" };
      for (const body of ["", "moved"])
        await checkFault(respond(status, body, headers), call, {
          error: RedirectError,
          attempts: 1,
        });
    },
  })),
  ...rejectedStatuses,
  {
    title: "rejects a 407, which fetch reports as a failed connection",
    check: (call) =>
      checkFault(respond(407, "{}", { "proxy-authenticate": "Basic" }), call, {
        ...(transport === "fetch"
          ? { error: ConnectionError, attempts: 3 }
          : { error: ApiError, attempts: 1, writeError: ApiError }),
      }),
  },
  {
    title: "rejects a refused connection, and sends nothing",
    async check({ send }) {
      const server = { url: `http://127.0.0.1:${await findClosedPort()}` };
      const error = await failure(send(clientOf(server)));
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ phase: "connect", code: "ECONNREFUSED" });
    },
  },
  {
    title: "rejects a connection that is reset before the request is sent",
    async check({ effect, send }) {
      const server = await openFaultServer({
        resetsConnection: () => true,
        pick: () => respond(500),
      });
      const error = await failure(send(clientOf(server)));
      expect(error).toBeInstanceOf(effect === "write" ? OutcomeUnknownError : ConnectionError);
      expect(await drained(server)).toHaveLength(0);
    },
  },
  ...forEach(
    interimResponses,
    (name) => `ignores ${name}`,
    async ({ send, good = "" }, interim) => {
      const server = await serveFault(sendBody(good, interim, ""));
      await send(clientOf(server));
      expect(await drained(server)).toHaveLength(1);
    },
    hasBody,
  ),
  {
    title: "ignores bytes after a response, and its next call succeeds",
    appliesTo: hasBody,
    async check({ send, good = "" }) {
      const server = await serveFault(sendBody(good, "", "HTTP/1.1 200 OK\r\n\r\n{}"));
      const client = clientOf(server);
      await send(client);
      await expect.poll(() => server.usedSockets).toBe(0);
      await send(client);
      expect(await drained(server)).toHaveLength(2);
    },
  },
  {
    title: "succeeds when a refused connection is accepted on a retry, and arrives once",
    appliesTo: hasBody,
    async check({ send, good = "" }) {
      const port = await findClosedPort();
      let opening: Promise<FaultServer> | undefined;
      const hooks = {
        onRetry: () => {
          opening ??= openFaultServer({ port, pick: () => respond(200, good) });
        },
      };
      const url = `http://127.0.0.1:${port}`;
      await send(
        clientFor({ url }, { retry: { limit: 10_000, baseDelay: 1, maxDelay: 5 }, hooks }),
      );
      expect(await drained((await opening) as FaultServer)).toHaveLength(1);
    },
  },
];

const unhandled: unknown[] = [];
let stopWatching: () => void;

/** Fails the tests of a file that leave an unhandled rejection. */
export function rejectUnhandled(): void {
  beforeEach(() => {
    stopWatching = watchUnhandled((reason) => unhandled.push(reason));
  });
  afterEach(() => {
    stopWatching();
    expect(unhandled.splice(0)).toEqual([]);
  });
}
