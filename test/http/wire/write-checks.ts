import { expect } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.js";
import { ApiError, RateLimitError, ServerError } from "../../../src/errors/api.js";
import {
  ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
} from "../../../src/errors/connection.js";
import { NotJsonError, RedirectError } from "../../../src/errors/data.js";
import { drained } from "../../support/drained.js";
import {
  cutInBody,
  html,
  json,
  type Reply,
  redirect,
  reset,
  serve,
  stall,
  stallInBody,
  until,
} from "../../support/loopback.js";
import { type ErrorClass, envelope, failure, transportFor } from "../test-client.js";
import { countResponses, heldLength, holdTimers } from "../time-control.js";
import { writeInputs } from "./write-inputs.js";

export const writeNames = endpoints
  .filter((endpoint) => endpoint.effect === "write")
  .map(({ name }) => name);

/** Errors of the service, and their classes. */
export const errorReplies: [string, Reply, ErrorClass][] = [
  ["400", json(envelope("BAD_REQUEST"), 400), ApiError],
  ["408", json(envelope("SLOW"), 408), ApiError],
  ["429", json(envelope("BUSY"), 429, { "retry-after": "0" }), RateLimitError],
  ["500 with the service's id", json(envelope("INTERNAL_SERVER_ERROR"), 500), ServerError],
  [
    "503 with the service's id",
    json(envelope("DB_API_FAILED"), 503, { "retry-after": "0" }),
    ServerError,
  ],
];

/** A lost response, the class of its error, and how many headers arrive before a timeout. */
type Loss = [name: string, reply: Reply, cause: ErrorClass, headers?: number];

export const losses: Loss[] = [
  ["500 without an id", json({ message: "crashed" }, 500), ServerError],
  ["500 with a foreign body", json(["no"], 500), ServerError],
  ["502 with a page", html(502), ServerError],
  ["503 with a page", html(503), ServerError],
  ["504 with a page", html(504), ServerError],
  ["a page with 200", html(200), NotJsonError],
  ...[301, 302, 303, 307, 308].map(
    (status): Loss => [
      String(status),
      redirect(status, "https://elsewhere.example"),
      RedirectError,
    ],
  ),
  ["a timeout before the headers", stall, TimeoutError, 0],
  ["a timeout in the body", stallInBody(200), TimeoutError, 1],
  ["a timeout in the body of a 500", stallInBody(500), TimeoutError, 1],
  ["a reset before the headers", reset, ConnectionError],
  ["a body cut in the middle", cutInBody(200), ConnectionError],
];

/**
 * Makes these writes, each to a server with the same reply, and checks the errors. With `headers`,
 * each call times out when its request, and so many headers of its response, have arrived.
 */
async function sendAll(
  names: typeof writeNames,
  reply: Reply,
  check: (error: unknown, name: string) => void,
  headers?: number,
): Promise<void> {
  const timers = holdTimers();
  const responses = countResponses();
  const servers = await Promise.all(names.map(() => serve(reply)));
  const errors = servers.map((server, i) => {
    const name = names[i] as (typeof names)[0];
    return failure(
      transportFor(server, { timeout: heldLength, totalTimeout: 2 * heldLength }).call(
        name,
        writeInputs[name] ?? {},
      ),
    );
  });
  if (headers !== undefined) {
    const haveArrived = () =>
      servers.every(({ requests }) => requests.length === 1) &&
      responses.count === headers * names.length;
    await until(haveArrived, "the requests");
    timers.fire();
  }
  for (const [i, error] of (await Promise.all(errors)).entries()) {
    const name = names[i] as string;
    expect(await drained(servers[i] as (typeof servers)[0]), name).toHaveLength(1);
    check(error, name);
  }
}

/** Asserts that each of these writes is sent once, and rejects with the error of the service. */
export async function expectResponse(
  names: typeof writeNames,
  [, reply, type]: (typeof errorReplies)[0],
): Promise<void> {
  await sendAll(names, reply, (error, name) => {
    expect(error, name).toBeInstanceOf(type);
    expect(error, name).not.toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ operation: name, effect: "write" });
  });
}

/** Asserts that each of these writes is sent once, and rejects with an unknown outcome. */
export async function expectUnknown(
  names: typeof writeNames,
  [, reply, cause, headers]: Loss,
): Promise<void> {
  const checkLoss = (error: unknown, name: string) => {
    expect(error, name).toBeInstanceOf(OutcomeUnknownError);
    const unknown = error as OutcomeUnknownError;
    expect(unknown.cause, name).toBeInstanceOf(cause);
    expect(unknown).toMatchObject({ kind: "outcome_unknown", operation: name, effect: "write" });
    expect(unknown.lookup.length, name).toBeGreaterThan(20);
    expect(unknown.hint).toContain(unknown.lookup);
  };
  await sendAll(names, reply, checkLoss, headers);
}
