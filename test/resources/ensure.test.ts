import { describe, expect, test } from "vitest";
import { OutcomeUnknownError } from "../../src/errors/connection.js";
import type { Sandbox } from "../../src/sandbox/index.js";
import { clientFor, failure, token, wallet, walletAnswer } from "../http/test-client.js";
import {
  createSandboxClient,
  factory,
  interceptRequests,
  openSandbox,
  owner,
} from "../sandbox/open-sandbox.js";
import { drained } from "../support/drained.js";
import { html, json, type Loopback, reset, serve } from "../support/loopback.js";

const identity = { externallyOwnedAccount: owner.address, factory, salt: 0n } as const;
const request = { ...identity, metadata: { user: "7" } } as const;

const calls = (sandbox: Sandbox) => sandbox.requests.map(({ method }) => method).join(" ");
const isRegistration = ({ method }: Request) => method === "POST";

describe("ensure", () => {
  test("only checks a registered wallet", async () => {
    const { sandbox, client } = openSandbox();
    await client.wallets.register(request);
    const known = await client.wallets.check(identity);
    const before = sandbox.requests.length;
    expect(await client.wallets.ensure(request)).toEqual({ ...known, newlyRegistered: false });
    const [look, ...others] = sandbox.requests.slice(before);
    expect(others).toEqual([]);
    expect(look).toMatchObject({ operation: "wallets.check", body: undefined });
    const query = new URL(look?.path as string, sandbox.baseUrl).searchParams;
    expect(query.get("salt")).toBe("0");
    expect(query.has("metadata")).toBe(false);
  });

  test("sends extra fields only with the registration", async () => {
    const server = await serve([json(walletAnswer(null)), json(walletAnswer(null), 201)]);
    const options = { extraBody: { referrer: "ana" }, extraQuery: { region: "br" } };
    const named = { externallyOwnedAccount: wallet, factory: token, metadata: { user: "7" } };
    await clientFor(server).wallets.ensure(named, options);
    const [check, registration] = server.requests;
    expect(check?.query.has("region")).toBe(false);
    expect(registration?.query.get("region")).toBe("br");
    expect(JSON.parse(String(registration?.body))).toMatchObject({ referrer: "ana" });
  });

  test("registers an unregistered wallet", async () => {
    const { sandbox, client } = openSandbox();
    const { newlyRegistered, ...registered } = await client.wallets.ensure(request);
    expect(newlyRegistered).toBe(true);
    expect(calls(sandbox)).toBe("GET POST");
    expect(sandbox.requests[1]?.body).toMatchObject({ salt: "0", metadata: { user: "7" } });
    expect(registered).toEqual(await client.wallets.check(identity));
    expect(registered.wallet).toMatchObject({
      registeredAt: expect.any(String),
      metadata: { user: "7" },
    });
  });

  test("succeeds if another caller registers it first", async () => {
    const { sandbox, client: other } = openSandbox();
    const fetch = interceptRequests(async (sent) => {
      if (isRegistration(sent)) await other.wallets.register(request);
    }, sandbox);
    const ensured = await createSandboxClient(sandbox, { fetch }).wallets.ensure(request);
    expect(ensured).toMatchObject({
      newlyRegistered: false,
      wallet: { registeredAt: expect.any(String) },
    });
    // The second of them is the other's.
    expect(calls(sandbox)).toBe("GET POST POST GET");
  });

  test("rejects with the error of the second check if another caller registers it first", async () => {
    const { sandbox, client: other } = openSandbox();
    const fetch = interceptRequests(async (sent) => {
      if (!isRegistration(sent)) return;
      await other.wallets.register(request);
      sandbox.fail("wallets.check", { status: 503 });
    }, sandbox);
    const error = await failure(createSandboxClient(sandbox, { fetch }).wallets.ensure(request));
    expect(error).toMatchObject({ operation: "wallets.check", status: 503, outcome: "none" });
  });

  test("registers once for concurrent calls, and all succeed", async () => {
    const { sandbox } = openSandbox();
    const ensured = await Promise.all(
      Array.from({ length: 5 }, () => createSandboxClient(sandbox).wallets.ensure(request)),
    );
    expect(ensured.filter(({ newlyRegistered }) => newlyRegistered)).toHaveLength(1);
    expect(new Set(ensured.map(({ wallet: { registeredAt } }) => registeredAt)).size).toBe(1);
    expect(
      (await drained(sandbox)).filter(
        ({ operation, status }) => operation === "wallets.register" && status < 300,
      ),
    ).toHaveLength(1);
  });

  test("succeeds if it is already registered, even if the check does not show it yet", async () => {
    const { sandbox, client } = openSandbox();
    sandbox.fail("wallets.register", { id: "WALLET_ALREADY_REGISTERED" });
    const { wallet: address } = await client.wallets.check(identity);
    expect(await client.wallets.ensure(request)).toEqual({
      newlyRegistered: false,
      wallet: address,
    });
    expect(address.registeredAt).toBeNull();
  });

  test.each([
    ["of the look-up", "FACTORY_NOT_SUPPORTED", "GET", () => {}, { factory: wallet }],
    [
      "of the registration",
      "UNAVAILABLE_COMPUTE_UNITS",
      "GET POST",
      (sandbox: Sandbox) => sandbox.fail("wallets.register", { id: "UNAVAILABLE_COMPUTE_UNITS" }),
      {},
    ],
    [
      "of a service that failed and says so",
      "REGISTER_WALLET_TRACKING_FAILED",
      "GET POST",
      (sandbox: Sandbox) => sandbox.outage("tracking"),
      {},
    ],
  ] as const)("throws other errors: %s", async (_, id, expected, arrange, changes) => {
    const { sandbox, client } = openSandbox();
    arrange(sandbox);
    expect(await failure(client.wallets.ensure({ ...request, ...changes }))).toMatchObject({ id });
    expect(calls(sandbox)).toBe(expected);
    expect((await client.wallets.check(identity)).wallet.registeredAt).toBeNull();
  });

  test("checks again after a cut response, and succeeds if the wallet is registered", async () => {
    const { sandbox, client } = openSandbox();
    sandbox.cut("wallets.register");
    const ensured = await client.wallets.ensure(request);
    expect(ensured).toEqual({ ...(await client.wallets.check(identity)), newlyRegistered: true });
    expect(ensured.wallet).toMatchObject({
      registeredAt: expect.any(String),
      metadata: { user: "7" },
    });
    expect(calls(sandbox)).toBe("GET POST GET GET");
  });

  test("checks again after a gateway error, and succeeds if the wallet is registered", async () => {
    const { sandbox } = openSandbox();
    const fetch = interceptRequests(async (sent) => {
      if (!isRegistration(sent)) return;
      await sandbox.fetch(sent);
      return new Response("<!doctype html>", {
        status: 502,
        headers: { "content-type": "text/html" },
      });
    }, sandbox);
    const ensured = await createSandboxClient(sandbox, { fetch }).wallets.ensure(request);
    expect(ensured).toMatchObject({
      newlyRegistered: true,
      wallet: { registeredAt: expect.any(String) },
    });
    expect(calls(sandbox)).toBe("GET POST GET");
  });

  test("rejects with an unknown outcome if the wallet is not registered after a lost response", async () => {
    const { sandbox, client } = openSandbox();
    sandbox.fail("wallets.register", { status: 502 });
    const error = await failure(client.wallets.ensure(request));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({
      operation: "wallets.register",
      request: { externallyOwnedAccount: owner.address },
    });
    expect(calls(sandbox)).toBe("GET POST GET");
  });

  test("rejects with an unknown outcome if the second check fails", async () => {
    const { sandbox } = openSandbox();
    sandbox.cut("wallets.register");
    const fetch = interceptRequests((sent) => {
      if (isRegistration(sent)) sandbox.fail("wallets.check", { status: 503 });
    }, sandbox);
    expect(
      await failure(createSandboxClient(sandbox, { fetch }).wallets.ensure(request)),
    ).toBeInstanceOf(OutcomeUnknownError);
    expect(calls(sandbox)).toBe("GET POST GET");
  });

  test("passes its options to every request", async () => {
    const { sandbox, client } = openSandbox();
    const traces: (string | null)[] = [];
    const fetch = interceptRequests(
      ({ headers }) => void traces.push(headers.get("x-trace")),
      sandbox,
    );
    await createSandboxClient(sandbox, { fetch }).wallets.ensure(request, {
      headers: { "x-trace": "7" },
    });
    expect(traces).toEqual(["7", "7"]);
    const before = sandbox.requests.length;
    expect(
      await failure(client.wallets.ensure(request, { signal: AbortSignal.abort("no") })),
    ).toMatchObject({
      name: "AbortedError",
      sent: false,
    });
    expect(await drained(sandbox)).toHaveLength(before);
  });
});

// A reset socket and a gateway page need a real server.
describe("over a network, ensure", () => {
  const unregistered = json(walletAnswer(null));
  const registered = json(walletAnswer("2026-01-01T00:00:00Z"));
  const methods = (server: Loopback) => server.requests.map(({ method }) => method).join(" ");
  const ensure = (server: Loopback) =>
    clientFor(server, { retry: false }).wallets.ensure({
      externallyOwnedAccount: wallet,
      factory: token,
      salt: 0n,
    });

  test.each([
    ["a reset", reset],
    ["a gateway's page", html(502)],
  ])("checks again after %s, and succeeds if the wallet is registered", async (_, loss) => {
    const server = await serve([unregistered, loss, registered]);
    expect(await ensure(server)).toMatchObject({
      newlyRegistered: true,
      wallet: { registeredAt: "2026-01-01T00:00:00Z" },
    });
    expect(methods(server)).toBe("GET POST GET");
  });

  test("rejects with an unknown outcome if the check after a reset fails", async () => {
    for (const look of [unregistered, html(503)]) {
      const server = await serve([unregistered, reset, look]);
      expect(await failure(ensure(server))).toBeInstanceOf(OutcomeUnknownError);
      expect(methods(server)).toBe("GET POST GET");
    }
  });
});
