import { inspect } from "node:util";
import { expect } from "vitest";
import type { Client, ClientOptions } from "../../../src/client.js";
import type { Logger } from "../../../src/http/config/options.js";
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

/** All text representations of a value. */
export function printAll(value: unknown): string {
  const looks = [
    inspect(value, {
      depth: 10,
      showHidden: true,
      maxStringLength: null,
      maxArrayLength: null,
      getters: true,
    }),
    String(value),
  ];
  for (let error = value; error instanceof Error; error = error.cause)
    looks.push(error.message, error.stack ?? "", inspect(error.cause));
  looks.push(JSON.stringify(value) ?? "");
  return looks.join("\n");
}

/** A part of a key is a leak too: no 12 consecutive characters may appear. */
export function expectNoKey(text: string, key: string, where: string): void {
  const starts = Array.from({ length: key.length - 11 }, (_, i) => i);
  const shown = starts.map((i) => key.slice(i, i + 12)).filter((part) => text.includes(part));
  expect(shown, where).toEqual([]);
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

const escaped = (key: string) =>
  [...key].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

export function echoes(key: string): [string, Reply][] {
  const inHeaders = {
    "trace-id": key,
    "content-type": `text/html; key=${key}`,
    "retry-after": key,
  };
  return [
    ["message", json({ id: "HTTP_EXCEPTION", message: `Invalid Api key ${key}` }, 403)],
    ["id and trace id", json({ id: key, traceId: key }, 400, { "trace-id": key })],
    [
      "issues",
      json(
        {
          id: "BAD_REQUEST",
          errors: [
            { path: [key], message: key, code: key, options: [key], more: { [key]: [key] } },
          ],
        },
        400,
      ),
    ],
    ["field names", json({ [key]: { [key]: 1 } }, 400)],
    ["escapes", raw(`{"id":"A","message":"${escaped(key)}"}`, 400)],
    ["a list", json([key, [key]], 500)],
    ["text", raw(`forbidden: ${key}`, 403)],
    ["a long text", raw(`${"x".repeat(1_990)}${key}`, 403)],
    ["a long JSON", json({ message: `${"x".repeat(1_990)}${key}`, pad: "x".repeat(200_000) }, 403)],
    ["a page with 200", raw(`<html>${key}`, 200, inHeaders)],
    ["the start of what is not JSON", raw(key, 200, inHeaders)],
    ["an empty 200", raw("", 200, inHeaders)],
    ["a redirect", redirect(302, `https://elsewhere.example/${encodeURIComponent(key)}`)],
    ["a wrong value", json({ limits: key }, 200, inHeaders)],
    [
      "a wrong name",
      json({ limits: [{ limits: { [key]: key, daily: { limit: key } } }], [key]: key }),
    ],
    ["an escaped wrong value", raw(`{"limits":"${escaped(key)}"}`)],
  ];
}

/** Faults, and the timeout that they need. */
export const faults: [string, Reply, timeout?: number][] = [
  ["400", json({ id: "BAD_REQUEST", message: "no" }, 400)],
  ["403", json({ message: "Invalid Api key" }, 403)],
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

export const odd = `q"uo\\te/${secret}`;

/** Ways to give a key: a name, the key, and the option. */
export const ways: [string, string, ClientOptions["apiKey"]][] = [
  ["a string", secret, secret],
  ["a string with blanks around it", secret, ` \n${secret}\r\n`],
  ["a function", secret, async () => secret],
  ["a function with blanks", secret, () => `  ${secret} `],
  ["a key with quotes and slashes", odd, odd],
];
/** Makes calls that receive this reply, and asserts that nothing shows the key. */
export async function expectHiddenKey(
  [key, apiKey]: readonly [string, ClientOptions["apiKey"]],
  [name, reply, timeout = 60_000]: readonly [string, Reply, timeout?: number],
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
