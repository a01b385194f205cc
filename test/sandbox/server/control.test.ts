import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../../src/client.js";
import { withControlRoutes } from "../../../src/sandbox/controls/control-routes.js";
import { controls } from "../../../src/sandbox/controls/create-controls.js";
import { createSandbox, type SandboxOptions } from "../../../src/sandbox/index.js";
import { drained } from "../../support/drained.js";
import { inWorld, testStart, usdc } from "../open-sandbox.js";

const json = { "content-type": "application/json" };
const stranger = "0x00000000000000000000000000000000000000ee";
const funded = { account: stranger, chainId: 137, token: usdc, amount: "12.5" };

async function openServer(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: testStart, ...options });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const client = createClient({
    baseUrl: server.url,
    apiKey: sandbox.apiKey,
    validation: "strict",
    retry: false,
    logLevel: "off",
  });
  const post = async (name: string, body: unknown, headers: Record<string, string> = json) => {
    const sent = typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(`${server.url}/__sandbox/${name}`, {
      method: "POST",
      headers,
      body: sent,
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as { message?: string; id?: string },
    };
  };
  return { sandbox, server, client, post };
}

/** Node's fetch does not allow all headers. */
function sendAs(
  port: number,
  headers: Record<string, string>,
  { method = "POST", path = "/__sandbox/reset" } = {},
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = send({ port, host: "127.0.0.1", method, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once("error", reject).end();
  });
}

describe("a served sandbox", () => {
  test("advances its clock and responds with the new time", async () => {
    const { sandbox, post } = await openServer();
    const before = sandbox.now();
    const { body } = await post("advance", { milliseconds: 86_400_000 });
    expect(body).toEqual({ now: new Date(before + 86_400_000).toISOString() });
    expect(sandbox.now()).toBe(before + 86_400_000);
  });

  test("stops the webhooks that were added over HTTP when the server is closed", async () => {
    const { sandbox, server, post } = await openServer();
    const hanging = createServer(() => {});
    await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      hanging.closeAllConnections();
      hanging.close();
    });
    const { port } = hanging.address() as AddressInfo;
    const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
    await post("webhooks", { url: `http://127.0.0.1:${port}/`, secret });
    const triggered = sandbox.trigger("ping");
    await server.close();
    expect(await triggered).toMatchObject([{ error: expect.stringContaining("AbortError") }]);
    await expect(sandbox.trigger("ping")).rejects.toThrow(/no webhook endpoint/);
  });

  test("lists requests without control requests and without the API key", async () => {
    const { client, server, sandbox, post } = await openServer();
    await client.tokens.list({ search: "USDC" }).firstPage();
    await post("fund", funded);
    const text = await (await fetch(`${server.url}/__sandbox/requests`)).text();
    expect(await drained(JSON.parse(text))).toMatchObject([
      { operation: "tokens.list", method: "GET", status: 200 },
    ]);
    expect(text).not.toContain(sandbox.apiKey);
  });

  test("accepts the example of every control route", async () => {
    const { server, client } = await openServer();
    expect(controls).not.toHaveLength(0);
    await client.kyc.individual.enhanced.create({});
    const snapshot = await (await fetch(`${server.url}/__sandbox/snapshot`)).text();
    for (const { name, method, example } of controls) {
      const body = example ?? (name === "restore" ? snapshot : "");
      const init = method === "POST" ? { method, headers: json, body } : { method };
      const { status } = await fetch(`${server.url}/__sandbox/${name}`, init);
      // Its example names an order, and there is none.
      expect([name, status]).toEqual([name, name === "fillOrder" ? 400 : 200]);
    }
  });
});

describe("an invalid control request", () => {
  test.each<[name: string, body: unknown, named: RegExp]>([
    ["fund", { ...funded, amount: 12.5 }, /^fund: expected a string as amount, got 12\.5$/],
    ["fund", {}, /as account, got undefined/],
    ["fund", { ...funded, wallet: stranger }, /wallet/],
    ["advance", { milliseconds: "60" }, /milliseconds/],
    ["fail", { operation: "constructor" }, /operation/],
    ["trigger", { type: "ping" }, /no webhook endpoint/],
    ["reset", { now: true }, /now/],
    ["reset", "null", /expected an object/],
    ["fund", "{", /expected an object/],
    ["fund", "[]", /as account, got undefined/],
  ])("to %s with %j is rejected with a message and changes nothing", async (name, body, named) => {
    const { sandbox, post } = await openServer();
    const before = inWorld(sandbox, (world) => world);
    const response = await post(name, body);
    expect(response).toMatchObject({
      status: 400,
      body: { id: "BAD_REQUEST", message: expect.stringMatching(named) },
    });
    expect(inWorld(sandbox, (world) => world)).toEqual(before);
  });

  test.each(["nothing", "constructor", "", "fund/more"])(
    "to the unknown route %j is rejected with the names of all routes",
    async (name) => {
      const response = await (await openServer()).post(name, {});
      expect(response.status).toBe(404);
      for (const { name: known } of controls) expect(response.body.message).toContain(known);
    },
  );

  test("with the wrong method is rejected with the right one", async () => {
    const { server } = await openServer();
    const response = await fetch(`${server.url}/__sandbox/fund`);
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("protection against pages of other origins", () => {
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
  ])("rejects the content type %s", async (contentType) => {
    const { client, post } = await openServer();
    const response = await post("fund", funded, { "content-type": contentType });
    expect(response).toMatchObject({
      status: 415,
      body: { message: expect.stringContaining("application/json") },
    });
    expect((await client.wallets.portfolio(stranger)).tokens).toEqual([]);
  });

  test("rejects a missing content type, and accepts a charset", async () => {
    const { server, post } = await openServer();
    expect(await sendAs(server.port, {})).toBe(415);
    expect(
      (await post("fund", funded, { "content-type": "application/json; charset=utf-8" })).status,
    ).toBe(200);
  });

  const foreign = [
    "https://app.example",
    "http://localhost.example",
    "http://127.0.0.1.example",
    "null",
    "file://",
    "nonsense",
    "",
  ];
  test.each(foreign)("rejects the origin %j for every method", async (origin) => {
    const { server, sandbox } = await openServer();
    const before = inWorld(sandbox, (world) => world);
    for (const how of [{}, { method: "GET", path: "/__sandbox/requests" }, { method: "OPTIONS" }]) {
      expect(await sendAs(server.port, { ...json, origin }, how)).toBe(403);
    }
    expect(inWorld(sandbox, (world) => world)).toEqual(before);
  });

  test("allows only loopback origins in preflights", async () => {
    const { server } = await openServer();
    const ask = (origin: string) =>
      fetch(`${server.url}/__sandbox/fund`, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST" },
      });
    const refused = await ask("https://app.example");
    expect([refused.status, refused.headers.has("access-control-allow-origin")]).toEqual([
      403,
      false,
    ]);
    for (const origin of [
      "http://localhost:5173",
      "http://127.0.0.1:3000",
      "http://[::1]:3000",
      "https://app.localhost",
    ]) {
      const allowed = await ask(origin);
      expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([
        204,
        origin,
      ]);
      expect(allowed.headers.get("access-control-allow-headers")).toBe("content-type");
    }
  });

  test("rejects other host names that resolve to this machine", async () => {
    const { server } = await openServer();
    for (const host of ["app.example", `app.example:${server.port}`, "0.0.0.0"]) {
      expect(
        await sendAs(server.port, { host }, { method: "GET", path: "/__sandbox/requests" }),
      ).toBe(403);
    }
    expect(
      await sendAs(
        server.port,
        { host: "localhost" },
        { method: "GET", path: "/__sandbox/requests" },
      ),
    ).toBe(200);
  });
});

describe("requests that a proxy has forwarded", () => {
  test.each([
    ["forwarded", "for=192.0.2.60"],
    ["x-forwarded-for", "127.0.0.1"],
    ["x-forwarded-host", "localhost"],
    ["x-forwarded-proto", "https"],
    ["X-Real-IP", "127.0.0.1"],
    ["via", "1.1 nginx"],
    ["X-Forwarded", "for=127.0.0.1"],
    ["X-Original-Forwarded-For", "127.0.0.1"],
    ["X-Client-IP", "127.0.0.1"],
    ["CF-Connecting-IP", "127.0.0.1"],
    ["True-Client-IP", "127.0.0.1"],
    ["X-Envoy-External-Address", "127.0.0.1"],
  ])("do not reach the control routes: %s", async (name, value) => {
    const { server } = await openServer();
    const response = await fetch(`${server.url}/__sandbox/requests`, {
      headers: { [name]: value },
    });
    expect(response.status).toBe(403);
    expect(((await response.json()) as { message: string }).message).toContain(name.toLowerCase());
  });

  test("reach the operations", async () => {
    const { server, sandbox } = await openServer();
    const headers = { "x-forwarded-for": "192.0.2.60", "x-api-key": sandbox.apiKey };
    expect((await fetch(`${server.url}/api/v1/crypto/tokens`, { headers })).status).toBe(200);
  });

  test("do not reach the control routes by a whole URL as target", async () => {
    const { server } = await openServer();
    const options = { method: "GET", path: `http://localhost:${server.port}/__sandbox/requests` };
    expect(await sendAs(server.port, { host: "app.example" }, options)).toBe(403);
    expect(await sendAs(server.port, { host: "localhost" }, options)).toBe(200);
  });
});

test("states why it rejects a control request", async () => {
  const served = withControlRoutes(createSandbox());
  const ask = async (url: string, headers: Record<string, string>, loopback = true) => {
    const response = await served(new Request(`${url}/__sandbox/reset`, { headers }), { loopback });
    return ((await response.json()) as { message: string }).message;
  };
  expect(await ask("http://localhost", {}, false)).toMatch(/another machine$/);
  expect(await ask("http://app.example", {})).toMatch(/host app\.example is not localhost/);
  expect(await ask("http://localhost", { origin: "https://a.example" })).toMatch(
    /origin https:\/\/a\.example is not on this machine$/,
  );
  expect(await ask("http://localhost", { "sec-fetch-site": "cross-site" })).toMatch(
    /page of another site/,
  );
});

describe("webhooks over HTTP", () => {
  const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";

  test("are sent to the given URL, and on demand", async () => {
    const received: string[] = [];
    const receiver = createServer((incoming, outgoing) => {
      received.push(String(incoming.headers["svix-id"]));
      incoming.resume();
      outgoing.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void receiver.close());
    const { port } = receiver.address() as AddressInfo;
    const { post } = await openServer();
    expect((await post("webhooks", { url: `http://127.0.0.1:${port}`, secret })).status).toBe(200);
    const { status, body } = await post("trigger", {
      type: "ramp.deposit",
      overrides: { orderId: "order_7" },
    });
    expect([status, body]).toEqual([
      200,
      {
        deliveries: [
          { id: received[0], status: 204, event: expect.objectContaining({ orderId: "order_7" }) },
        ],
      },
    ]);
    expect(await post("webhooks.redeliver", { id: received[0] })).toMatchObject({ status, body });
    expect(received).toEqual([received[0], received[0]]);
  });
});

test("rejects control requests from another machine, but serves its other requests", async () => {
  const sandbox = createSandbox();
  const served = withControlRoutes(sandbox);
  const headers = { ...json, "x-api-key": sandbox.apiKey };
  const ask = (path: string, loopback: boolean) =>
    served(new Request(`http://localhost${path}`, { headers }), { loopback });
  expect((await ask("/__sandbox/requests", false)).status).toBe(403);
  expect((await ask("/__sandbox/requests", true)).status).toBe(200);
  expect((await ask("/api/v1/crypto/tokens", false)).status).toBe(200);
});

test("has no control routes in its fetch", async () => {
  const sandbox = createSandbox();
  const headers = { ...json, "x-api-key": sandbox.apiKey };
  const asked = new Request(`${sandbox.baseUrl}/__sandbox/fund`, {
    method: "POST",
    headers,
    body: JSON.stringify(funded),
  });
  expect((await sandbox.fetch(asked)).status).toBe(404);
  expect(inWorld(sandbox, ({ ledger }) => ledger[stranger])).toBeUndefined();
});
