import { describe, expect, test } from "vitest";
import { BursarError } from "../../src/errors/base.js";
import type { Outcome } from "../../src/index.js";
import { cutIsComplete, skipInWebKit } from "../support/in-browser.js";
import {
  closedPort,
  cutInBody,
  html,
  json,
  type Reply,
  raw,
  redirect,
  reset,
  serve,
  stall,
  until,
} from "../support/loopback.js";
import { clientFor, depositRequest, failure, hash, signature, wallet } from "./test-client.js";

const operation = { userOperationHash: hash, signature } as const;
const otherHash = `0x${"77".repeat(32)}`;
const owner = wallet;

/** The outcome of an execute with each reply. */
const executes: [string, Reply, Outcome][] = [
  ["an error without an effect", json({ id: "BAD_REQUEST" }, 400), "none"],
  ["a rejected key", json({ id: "HTTP_EXCEPTION" }, 403), "none"],
  ["a spent quota", json({ id: "UNAVAILABLE_COMPUTE_UNITS" }, 403), "none"],
  ["too many requests", json({}, 429), "none"],
  ...["UNREACHABLE", "FAILED", "BODY_TIMEOUT", "LIMIT_FAILED"].map(
    (id): [string, Reply, Outcome] => [
      `a refusal of the proxy, ${id}`,
      json({ id: `PROXY_${id}` }, 502),
      "none",
    ],
  ),
  ["another response of the proxy", json({ id: "PROXY_UNREADABLE_RESPONSE" }, 502), "unknown"],
  ["a refused operation", json({ id: "EXECUTE_USER_OP" }, 400), "unknown"],
  [
    "an expired operation",
    json({ id: "EXECUTE_USER_OP", message: "The operation expired" }, 400),
    "unknown",
  ],
  ["a failed operation", json({ id: "EXECUTE_USER_OP" }, 500), "unknown"],
  ["an unknown operation", json({ id: "USER_OPERATION_NOT_FOUND" }, 404), "unknown"],
  ["a conflict", json({ id: "ALREADY_EXECUTED" }, 409), "unknown"],
  ["a timeout of the proxy", json({ id: "PROXY_TIMEOUT" }, 504), "unknown"],
  ["a crash of the service", json({ id: "INTERNAL_SERVER_ERROR" }, 500), "unknown"],
  ["an unknown error id with 5xx", json({ id: "NEW_ID" }, 503), "unknown"],
  ["a page of a gateway", html(200), "unknown"],
  ...[400, 404].map((status): [string, Reply, Outcome] => [
    `a page of a gateway with ${status}`,
    html(status),
    "unknown",
  ]),
  ["a page of a gateway with 403", html(403), "none"],
  ["a gateway that waited too long", json({}, 408), "unknown"],
  ["a redirect", redirect(307, "https://elsewhere.example"), "unknown"],
  ["a success without the hash", json({ estimatedExecutionTime: "" }), "unknown"],
  ["a success with another hash", json({ userOpHash: otherHash }), "unknown"],
  ["a connection that ends", reset, "unknown"],
];

describe("the outcome of an execute follows from the reply", () => {
  test.each(executes)("%s", async (_, reply, outcome) => {
    const server = await serve(reply);
    const error = await failure(clientFor(server, { retry: false }).operations.execute(operation));
    expect(error).toBeInstanceOf(BursarError);
    expect(error).toMatchObject({ outcome });
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ outcome });
  });

  test.each(executes.filter(([, , outcome]) => outcome === "unknown"))(
    "no part of the error after %s says that nothing happened or invites to repeat it",
    async (_, reply) => {
      const server = await serve(reply);
      const call = clientFor(server, { retry: false }).operations.execute(operation);
      const error = JSON.parse(JSON.stringify(await failure(call)));
      expect(error.hint).toMatch(/^(?:Before trying again: l|L)ook for the /);
      for (let part = error; part?.docsUrl; part = part.cause) {
        expect(part.outcome).toBe("unknown");
        expect(part.hint ?? "").not.toMatch(/\btry again\b|repeat|new quote and/i);
      }
    },
  );

  test.each([
    ["no response arrived", reset, /the response was lost/],
    ["a gateway responded", json({}, 503), /the outcome is unknown after the response/],
    ["a page arrived", html(200), /the outcome is unknown after the response/],
  ] as const)("the message says so if %s", async (_, reply, message) => {
    const call = clientFor(await serve(reply), { retry: false }).operations.execute(operation);
    expect(String(await failure(call))).toMatch(message);
  });

  test("a body that ends early", async ({ skip }) => {
    skipInWebKit(skip, cutIsComplete);
    const server = await serve(cutInBody());
    const call = clientFor(server, { retry: false }).operations.execute(operation);
    expect(await failure(call)).toMatchObject({ outcome: "unknown" });
  });

  test("a timeout", async () => {
    const { operations } = clientFor(await serve(stall));
    const late = operations.execute(operation, { timeout: 20 });
    expect(await failure(late)).toMatchObject({ kind: "outcome_unknown", outcome: "unknown" });
  });

  test("an abort after the request was sent", async () => {
    const server = await serve(stall);
    const controller = new AbortController();
    const { signal } = controller;
    const call = failure(clientFor(server).operations.execute(operation, { signal }));
    await until(() => server.requests.length === 1, "the request");
    controller.abort();
    expect(await call).toMatchObject({ kind: "aborted", sent: true, outcome: "unknown" });
  });

  test("an abort before anything was sent", async () => {
    const server = await serve(stall);
    const call = clientFor(server).operations.execute(operation, { signal: AbortSignal.abort() });
    expect(await failure(call)).toMatchObject({ kind: "aborted", sent: false, outcome: "none" });
  });

  test("an invalid request", async () => {
    const { operations } = clientFor(await serve(stall));
    const call = operations.execute({ ...operation, signature: "0x" });
    expect(await failure(call)).toMatchObject({ kind: "request_validation", outcome: "none" });
  });
});

describe("an unusable success is done only if it repeats its request", () => {
  const registered = (fields: object) => json({ wallet: { address: "?", ...fields } });
  const request = { externallyOwnedAccount: owner, factory: owner, salt: 7 } as const;
  const cases: [string, object, Outcome][] = [
    ["the same owner, factory and salt", { ...request, salt: "7" }, "done"],
    [
      "them in another letter case",
      { ...request, externallyOwnedAccount: owner.toUpperCase().replace("X", "x") },
      "done",
    ],
    ["the owner alone", { externallyOwnedAccount: owner }, "unknown"],
    ["another salt", { ...request, salt: "8" }, "unknown"],
    ["another owner", { ...request, externallyOwnedAccount: `0x${"9".repeat(40)}` }, "unknown"],
    ["none of them", {}, "unknown"],
    ["values that are no text", { externallyOwnedAccount: [owner], factory: null }, "unknown"],
  ];
  test.each(cases)("%s", async (_, fields, outcome) => {
    const { wallets } = clientFor(await serve(registered(fields)));
    const error = await failure(wallets.register(request));
    expect(error).toMatchObject({ kind: "response_validation", outcome });
    const hint = outcome === "done" ? /do not send it again/ : /^Before trying again: /;
    expect(error).toMatchObject({ hint: expect.stringMatching(hint) });
  });

  test("a wallet that is already registered is done", async () => {
    const { wallets } = clientFor(await serve(json({ id: "WALLET_ALREADY_REGISTERED" }, 400)));
    expect(await failure(wallets.register(request))).toMatchObject({ outcome: "done" });
  });

  test("a fiat order whose quote is not found can have been placed before, and is unknown", async () => {
    const { fiat } = clientFor(await serve(json({ id: "FIAT_QUOTE_NOT_FOUND" }, 404)));
    expect(await failure(fiat.createDeposit({ quoteId: "q" }))).toMatchObject({
      outcome: "unknown",
      hint: expect.stringContaining("ask support"),
    });
  });

  test("another write with that id, which can be the response to another call, is unknown", async () => {
    const { operations } = clientFor(await serve(json({ id: "WALLET_ALREADY_REGISTERED" }, 400)));
    expect(await failure(operations.execute(operation))).toMatchObject({
      outcome: "unknown",
      hint: expect.stringMatching(/^Before trying again: /),
    });
  });
});

describe("a read or a quote has the outcome none", () => {
  // Another success may be a usable response of a read.
  const failures = executes.filter(([name]) => !name.startsWith("a success"));
  test.each([...failures, ["a body that stalls", stall, "none"] as const])(
    "after %s",
    async (_, reply) => {
      const { kyc, wallets } = clientFor(await serve(reply), { retry: false, timeout: 100 });
      const calls = [kyc.financialLimits("a"), wallets.deposit(wallet, depositRequest)];
      // Both are handled at once, because the second can fail first.
      const errors = await Promise.all(calls.map((call) => failure(call)));
      for (const error of errors) expect(error).toMatchObject({ outcome: "none" });
    },
  );
});

test("a write that did not arrive has the outcome none", async ({ skip }) => {
  const client = clientFor({ url: `http://127.0.0.1:${await closedPort()}` }, { retry: false });
  const error = await failure(client.operations.execute(operation));
  // A browser does not say why it could not connect.
  if ((error as { kind: string }).kind === "outcome_unknown") skip();
  expect(error).toMatchObject({ kind: "connection", phase: "connect", outcome: "none" });
});

test("an unknown outcome keeps the trace id of the response", async () => {
  const { operations } = clientFor(await serve(raw("<html>", 200, { "trace-id": "trace-1" })));
  expect(await failure(operations.execute(operation))).toMatchObject({ traceId: "trace-1" });
});
