import { describe, expect, test } from "vitest";
import { WaitTimeoutError } from "../../src/errors/connection.js";
import type { Client, EndpointName, Progress, WaitOptions } from "../../src/index.js";
import { clientFor, failure } from "../http/test-client.js";
import {
  createSession,
  openSession,
  processSession,
  type SessionKind,
  uploadDocuments,
} from "../sandbox/kyc/verification-sessions.js";
import {
  createSandboxClient,
  interceptRequests,
  inWorld,
  openSandbox,
} from "../sandbox/open-sandbox.js";
import { drained } from "../support/drained.js";
import { inBrowser } from "../support/in-browser.js";
import { json, serve, until } from "../support/loopback.js";
import { inFakeTime, inFakeTimeOutsidePages } from "./fake-time.js";

const kinds: [SessionKind, string][] = [
  ["individual.standard", "/api/v1/kyc/individual-verification-sessions/standard"],
  ["individual.enhanced", "/api/v1/kyc/individual-verification-sessions/enhanced"],
  ["business.standard", "/api/v1/kyc/business-verification-sessions/standard"],
];

function waitFor(
  { kyc }: Client,
  kind: SessionKind,
  sessionId: string,
  onProgress?: (progress: Progress<unknown>) => void,
) {
  const options = { interval: 1, maxInterval: 2, onProgress } satisfies WaitOptions<
    Progress<unknown>
  >;
  // The standard level of a person is what is waited for where no kind is named.
  if (kind === "individual.standard") return kyc.waitForSession(sessionId, options);
  return kind === "individual.enhanced"
    ? kyc.waitForSession(sessionId, { ...options, kind })
    : kyc.waitForSession(sessionId, { ...options, kind });
}

describe.each(kinds)("waiting for a session of the kind %s", (kind, path) => {
  const reader = `kyc.${kind}.get` as EndpointName;

  test.each(["COMPLETED", "FAILED"] as const)(
    "continues at every other status, and ends at %s",
    async (outcome) => {
      const { sandbox, client } = openSandbox({ tick: 1_000 });
      const created = await createSession({ client }, kind);
      const id = created.session?.id as string;
      sandbox.decide(id, outcome);
      const seen: (string | undefined)[] = [];
      const call = waitFor(client, kind, id, ({ status }) => {
        if (status === "VERIFYING" && !seen.includes("NEW_WORD")) {
          inWorld(sandbox, ({ sessions }) =>
            Object.assign(sessions[id]?.record ?? {}, { status: "NEW_WORD" }),
          );
        }
        seen.push(status);
      });
      await until(() => seen.length > 0, "the first look");
      await processSession({ client }, await uploadDocuments({ client }, created), kind);
      expect(await call).toMatchObject({ id, status: outcome });
      expect([...new Set(seen)]).toEqual([
        "PENDING",
        "PROCESSING",
        "VERIFYING",
        "NEW_WORD",
        outcome,
      ]);
      const looks = sandbox.requests.filter(({ operation }) => operation === reader);
      expect(looks).toHaveLength(seen.length);
      expect(new Set(looks.map((look) => look.path))).toEqual(new Set([`${path}/${id}`]));
    },
  );

  test("ends at EXPIRED", async () => {
    const { sandbox, client } = openSandbox();
    const id = (await createSession({ client }, kind)).session?.id as string;
    const seen: (string | undefined)[] = [];
    const call = waitFor(client, kind, id, ({ status }) => {
      seen.push(status);
      sandbox.advance(900_000);
    });
    expect(await call).toMatchObject({ id, status: "EXPIRED" });
    expect(seen).toEqual(["PENDING", "EXPIRED"]);
  });

  test("continues after transient failures", async () => {
    const { sandbox, client } = openSandbox();
    const id = await openSession({ client }, kind);
    await processSession({ client }, id, kind);
    sandbox.advance(10_000);
    sandbox.fail(reader, { status: 503 });
    sandbox.fail(reader, { status: 502 });
    sandbox.cut(reader);
    expect((await inFakeTimeOutsidePages(async () => waitFor(client, kind, id))).status).toBe(
      "COMPLETED",
    );
    expect((await drained(sandbox)).filter(({ operation }) => operation === reader)).toHaveLength(
      4,
    );
  });

  test("polls with the headers of the call, and ends a poll with its signal", async () => {
    const stop = new AbortController();
    const polls: (string | null)[] = [];
    const fetch = async ({ headers, signal }: Request) => {
      polls.push(headers.get("x-session"));
      return new Promise<Response>((_, reject) => signal.addEventListener("abort", reject));
    };
    const { kyc } = createSandboxClient(openSandbox().sandbox, { fetch });
    const options = { headers: { "x-session": "own" }, signal: stop.signal };
    const error = failure(kyc.waitForSession("s_1", { ...options, kind } as never));
    await until(() => polls.length > 0, "the first poll");
    stop.abort();
    expect(await error).toMatchObject({ kind: "aborted" });
    expect(polls).toEqual(["own"]);
  });

  test("rejects if the session does not exist", async () => {
    const { sandbox, client } = openSandbox();
    expect(await failure(waitFor(client, kind, "s_1"))).toMatchObject({
      id: "STANDARD_SESSION_NOT_FOUND",
    });
    expect(await drained(sandbox)).toHaveLength(1);
  });
});

// The service may omit a session or its status. The sandbox never does.
test("continues without a session or status", async () => {
  const server = await serve([
    json({}),
    json({ session: null }),
    json({ session: { id: "s_1" } }),
    json({ session: { id: "s_1", status: "COMPLETED" } }),
  ]);
  expect(
    (
      await clientFor(server).kyc.waitForSession("s_1", {
        kind: "individual.enhanced",
        interval: 1,
      })
    ).status,
  ).toBe("COMPLETED");
  expect(await drained(server)).toHaveLength(4);
});

test.skipIf(inBrowser)("the timeout error contains the session and its last status", async () => {
  const { sandbox, client } = openSandbox({ tick: 0 });
  const id = await openSession({ client });
  await processSession({ client }, id, "individual.standard");
  sandbox.advance(2_000);
  const options = { timeout: 400, interval: 50 };
  const error = await inFakeTime(() => failure(client.kyc.waitForSession(id, options)));
  expect(error).toBeInstanceOf(WaitTimeoutError);
  expect(error).toMatchObject({
    operation: "kyc.waitForSession",
    subject: id,
    lastStatus: "VERIFYING",
  });
});

test("sends the languages as headers", async () => {
  const { sandbox, client } = openSandbox();
  const id = await openSession({ client });
  const sent: (string | null)[][] = [];
  const fetch = interceptRequests(
    ({ headers }) => void sent.push([headers.get("accept-language"), headers.get("x-language")]),
    sandbox,
  );
  await createSandboxClient(sandbox, { fetch }).kyc.individual.standard.get(id, {
    acceptLanguage: "pt",
    language: "en",
    headers: { "Accept-Language": "de" },
  });
  expect(sent).toEqual([["pt", "en"]]);
});

test("rejects an unknown kind of session before anything is sent", async () => {
  const server = await serve(json({}));
  const wait = clientFor(server).kyc.waitForSession("s_1", { kind: "individual" as never });
  expect(await wait.safe()).toMatchObject({
    ok: false,
    error: { kind: "configuration", message: expect.stringContaining("individual.standard") },
  });
  expect(await drained(server)).toHaveLength(0);
});
