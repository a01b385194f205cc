import { describe, expect, test } from "vitest";
import { OutcomeUnknownError } from "../../src/errors/transport.js";
import { clientFor, envelope, failure, token, wallet, walletAnswer } from "../http/kit.js";
import { html, json, type Loopback, type Reply, reset, serve } from "../support/loopback.js";

const request = { externallyOwnedAccount: wallet, factory: token, salt: 0n, metadata: { user: "7" } } as const;
const unregistered = json(walletAnswer(null));
const registered = json(walletAnswer("2026-01-01T00:00:00Z"));
const already = json(envelope("WALLET_ALREADY_REGISTERED"), 400);

async function ensure(replies: Reply[]): Promise<{ server: Loopback; outcome: Promise<unknown> }> {
  const server = await serve(replies);
  return { server, outcome: clientFor(server, { retry: false }).wallets.ensure(request) };
}

const calls = (server: Loopback) => server.requests.map(({ method }) => method).join(" ");

describe("ensure", () => {
  test("asks only, when the wallet is registered", async () => {
    const { server, outcome } = await ensure([registered]);
    expect(await outcome).toEqual({ ...walletAnswer("2026-01-01T00:00:00Z"), newlyRegistered: false });
    expect(calls(server)).toBe("GET");
    expect(server.requests[0]?.query.get("salt")).toBe("0");
    expect(server.requests[0]?.query.has("metadata")).toBe(false);
  });

  test("registers, when it is not", async () => {
    const { server, outcome } = await ensure([unregistered, registered]);
    expect(await outcome).toMatchObject({ newlyRegistered: true, wallet: { walletAddress: wallet } });
    expect(calls(server)).toBe("GET POST");
    expect(JSON.parse(server.requests[1]?.body.toString() ?? "")).toMatchObject({ salt: "0", metadata: { user: "7" } });
  });

  test("takes it for success that somebody else was faster", async () => {
    const { server, outcome } = await ensure([unregistered, already, registered]);
    expect(await outcome).toMatchObject({ newlyRegistered: false, wallet: { registeredAt: "2026-01-01T00:00:00Z" } });
    expect(calls(server)).toBe("GET POST GET");
  });

  test("takes it for success even when the look-up does not show it yet", async () => {
    const { outcome } = await ensure([unregistered, already, unregistered]);
    expect(await outcome).toMatchObject({ newlyRegistered: false, wallet: { walletAddress: wallet } });
  });

  test.each([
    ["of the look-up", [json(envelope("FACTORY_NOT_SUPPORTED"), 400)], "FACTORY_NOT_SUPPORTED", "GET"],
    ["of the registration", [unregistered, json(envelope("UNAVAILABLE_COMPUTE_UNITS"), 403)], "UNAVAILABLE_COMPUTE_UNITS", "GET POST"],
    [
      "of a service that failed and says so",
      [unregistered, json(envelope("REGISTER_WALLET_TRACKING_FAILED"), 500)],
      "REGISTER_WALLET_TRACKING_FAILED",
      "GET POST",
    ],
  ] as [string, Reply[], string, string][])("lets an error out: %s", async (_, replies, id, expected) => {
    const { server, outcome } = await ensure(replies);
    expect(await failure(outcome)).toMatchObject({ id });
    expect(calls(server)).toBe(expected);
  });

  test.each([
    ["a reset", reset],
    ["a gateway's page", html(502)],
  ])("looks again after %s, and takes it for success when the wallet is there", async (_, loss) => {
    const { server, outcome } = await ensure([unregistered, loss, registered]);
    expect(await outcome).toMatchObject({ newlyRegistered: true, wallet: { registeredAt: "2026-01-01T00:00:00Z" } });
    expect(calls(server)).toBe("GET POST GET");
  });

  test("says that the outcome is unknown, when the wallet is not there after a lost answer", async () => {
    const { server, outcome } = await ensure([unregistered, reset, unregistered]);
    const error = await failure(outcome);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ operation: "wallets.register", request: { externallyOwnedAccount: wallet } });
    expect(calls(server)).toBe("GET POST GET");
  });

  test("says so too, when the second look-up fails as well", async () => {
    const { server, outcome } = await ensure([unregistered, reset, html(503)]);
    expect(await failure(outcome)).toBeInstanceOf(OutcomeUnknownError);
    expect(calls(server)).toBe("GET POST GET");
  });

  test("hands its options to every request", async () => {
    const server = await serve([unregistered, registered]);
    await clientFor(server).wallets.ensure(request, { headers: { "x-trace": "7" } });
    expect(server.requests.map(({ headers }) => headers["x-trace"])).toEqual(["7", "7"]);
    const aborted = AbortSignal.abort("no");
    expect(await failure(clientFor(server).wallets.ensure(request, { signal: aborted }))).toMatchObject({
      name: "AbortedError",
      sent: false,
    });
  });
});
