import { expect } from "vitest";
import type { Client, ClientOptions } from "../../../src/client.js";
import type { Logger } from "../../../src/http/config/options.js";
import { printAll } from "../../properties/outputs.js";
import { findSecret } from "../../properties/redaction-judge.js";
import {
  cutInBody,
  html,
  json,
  type Reply,
  raw,
  redirect,
  reset,
  serve,
  stall,
  stallInBody,
} from "../../support/loopback.js";
import { clientFor, failure, hash, secret, signature } from "../test-client.js";

export { printAll };

/** Asserts that a text shows no part of a key, in any spelling. */
export function expectNoKey(text: string, key: string, where: string): void {
  expect(findSecret(text, key), where).toEqual([]);
}

/** A client that records all log lines and events. */
export function createRecordingClient(
  baseUrl: string,
  options: ClientOptions,
): { client: Client; events: unknown[] } {
  const events: unknown[] = [];
  const note = (...args: unknown[]) => {
    events.push(args);
  };
  const logger: Logger = { error: note, warn: note, info: note, debug: note };
  const hooks = {
    onRequest: note,
    onResponse: note,
    onRetry: note,
    onError: note,
    onRetryQuotaEmpty: note,
  };
  return {
    client: clientFor(
      { url: baseUrl },
      { logger, logLevel: "debug", hooks, onDrift: note, ...options },
    ),
    events,
  };
}

/** Faults of the wire, and the timeout that they need. */
export const faults: [string, Reply, timeout?: number][] = [
  ["403", json({ message: `Invalid Api key ${secret}` }, 403)],
  ["500 and its retries", json({ id: "INTERNAL_SERVER_ERROR" }, 500)],
  ["502 with a page", html(502)],
  ["a page", html(200)],
  ["a redirect", redirect(307, "https://elsewhere.example/x?y")],
  ["a reset", reset],
  ["a cut body", cutInBody()],
  ["a timeout", stall, 20],
  ["a timeout in the body", stallInBody(), 100],
  ["a response that does not match the schema", json({ limits: "no" })],
  ["invalid JSON", raw('{"a":')],
];

/** Makes calls that receive this reply, and asserts that nothing shows the key. */
export async function expectHiddenKey(
  [name, reply, timeout = 60_000]: readonly [string, Reply, timeout?: number],
  apiKey: ClientOptions["apiKey"] = secret,
  key = secret,
): Promise<void> {
  const server = await serve(reply);
  const { client, events } = createRecordingClient(server.url, { apiKey, timeout });
  const errors = await Promise.all([
    failure(client.kyc.financialLimits("a")),
    // A response that one of these accepts emits no error.
    ...[
      client.operations.execute({ userOperationHash: hash, signature }),
      client.kyc.individual.standard.process("s_1"),
      client.tokens.list().firstPage(),
    ].map((call: Promise<unknown>) => call.catch((error: unknown) => error)),
  ]);
  for (const request of server.requests) expect(request.headers["x-api-key"]).toBe(key);
  for (const error of errors) expectNoKey(printAll(error), key, `${name}: the error`);
  expectNoKey(printAll(events), key, `${name}: the events`);
  expect(events.length).toBeGreaterThan(0);
}
