import { describe, expect, test } from "vitest";
import { WaitTimeoutError } from "../../src/errors/transport.js";
import { clientFor, envelope, failure } from "../http/kit.js";
import { html, json, serve } from "../support/loopback.js";

const session = (status: string) => json({ session: { id: "s_1", status } });

const kinds = [
  ["individual.standard", "/api/v1/kyc/individual-verification-sessions/standard/s_1"],
  ["individual.enhanced", "/api/v1/kyc/individual-verification-sessions/enhanced/s_1"],
  ["business.standard", "/api/v1/kyc/business-verification-sessions/standard/s_1"],
] as const;

describe.each(kinds)("waiting for a session of the kind %s", (kind, path) => {
  const waitFor = async (...replies: Parameters<typeof serve>[0][] & { length: number }) => {
    const server = await serve(replies.flat());
    const { kyc } = clientFor(server);
    const options = { interval: 1, maxInterval: 2 };
    const call =
      kind === "individual.standard"
        ? kyc.waitForSession("s_1", options)
        : kind === "individual.enhanced"
          ? kyc.waitForSession("s_1", { ...options, kind })
          : kyc.waitForSession("s_1", { ...options, kind });
    return { server, call };
  };

  test.each(["COMPLETED", "FAILED", "EXPIRED"])("ends at %s", async (status) => {
    const { server, call } = await waitFor(
      session("PENDING"),
      session("PROCESSING"),
      session("VERIFYING"),
      session("NEW_WORD"),
      session(status),
    );
    expect(await call).toEqual({ id: "s_1", status });
    expect(server.requests.map((request) => request.path)).toEqual(Array(5).fill(path));
  });

  test("survives what may pass", async () => {
    const { call } = await waitFor(html(503), html(502), session("COMPLETED"));
    expect((await call).status).toBe("COMPLETED");
  });

  test("ends at once where there is no such session", async () => {
    const { server, call } = await waitFor(json(envelope("STANDARD_SESSION_NOT_FOUND"), 404));
    expect(await failure(call)).toMatchObject({ id: "STANDARD_SESSION_NOT_FOUND" });
    expect(server.requests).toHaveLength(1);
  });
});

test("a session without a status, or no session yet, goes on", async () => {
  const server = await serve([json({}), json({ session: null }), json({ session: { id: "s_1" } }), session("COMPLETED")]);
  expect((await clientFor(server).kyc.waitForSession("s_1", { kind: "individual.enhanced", interval: 1 })).status).toBe("COMPLETED");
});

test("the error of a wait that took too long names the session and its last status", async () => {
  const server = await serve(session("VERIFYING"));
  const error = await failure(clientFor(server).kyc.waitForSession("s_1", { timeout: 400, interval: 50 }));
  expect(error).toBeInstanceOf(WaitTimeoutError);
  expect(error).toMatchObject({ operation: "kyc.waitForSession", subject: "s_1", lastStatus: "VERIFYING" });
});

test("the languages of a read go into their headers", async () => {
  const server = await serve(session("PENDING"));
  await clientFor(server).kyc.individual.standard.get("s_1", { acceptLanguage: "pt", language: "en" });
  expect(server.requests[0]?.headers).toMatchObject({ "accept-language": "pt", "x-language": "en" });
});
