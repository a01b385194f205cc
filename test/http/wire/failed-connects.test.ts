import { afterEach, describe, expect, test, vi } from "vitest";
import { ConnectionError } from "../../../src/errors/index.js";
import { inBrowser } from "../../support/in-browser.js";
import { closedPort, json, serve } from "../../support/loopback.js";
import { clientFor, failure } from "../test-client.js";

const elsewhere = "https://no-such-host.invalid";
const read = async (url: string) =>
  (await failure(clientFor({ url }, { retry: false }).tokens.list())) as ConnectionError;

afterEach(() => vi.unstubAllEnvs());

test("a failed connection is described by its first address, without the path of the request", async () => {
  const errors = ["ECONNRESET", "ETIMEDOUT"].map((code) => ({ code, message: code }));
  const fetch = () => Promise.reject(new TypeError("fetch failed", { cause: { errors } }));
  const client = clientFor({ url: "https://service.test" }, { fetch, retry: false });
  expect(await failure(client.kyc.financialLimits("ind_private"))).toMatchObject({
    message: "kyc.financialLimits: the connection failed (https://service.test: ECONNRESET)",
    code: "ECONNRESET",
  });
});

// A page has no environment.
describe.skipIf(inBrowser)("the hint of a failed connect", () => {
  const clearProxies = () => {
    const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "NO_PROXY", "no_proxy"];
    for (const name of names) vi.stubEnv(name, undefined);
  };

  test.each([
    ["HTTPS_PROXY", {}],
    ["https_proxy", {}],
    ["HTTPS_PROXY", { NO_PROXY: "other.invalid, host.invalid" }],
  ])("names the variable %s that Node ignores, with %j", async (name, others) => {
    clearProxies();
    vi.stubEnv(name, "http://proxy.invalid:8080");
    for (const [other, value] of Object.entries(others)) vi.stubEnv(other, value);
    const error = await read(elsewhere);
    expect(error.phase).toBe("connect");
    expect(error.hint).toContain("HTTPS_PROXY is set: Node uses it only with");
    expect(error.hint).toContain("NODE_USE_ENV_PROXY=1");
  });

  test.each([
    {},
    { HTTP_PROXY: "http://proxy.invalid" },
    { HTTPS_PROXY: "" },
    { HTTPS_PROXY: "http://proxy.invalid", NO_PROXY: "no-such-host.invalid:443" },
    { HTTPS_PROXY: "http://proxy.invalid", NO_PROXY: "*" },
    { HTTPS_PROXY: "http://proxy.invalid", no_proxy: "other.invalid,.invalid" },
    { HTTPS_PROXY: "http://proxy.invalid", NO_PROXY: "NO-SUCH-HOST.invalid" },
    { HTTPS_PROXY: "http://proxy.invalid", NO_PROXY: "*.invalid" },
  ])("names no proxy with %j", async (variables) => {
    clearProxies();
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const error = await read(elsewhere);
    expect(error.hint).toBe("The request did not arrive. Check baseUrl, the network and DNS.");
  });

  test("names no proxy for this machine", async () => {
    clearProxies();
    vi.stubEnv("HTTPS_PROXY", "http://proxy.invalid");
    const error = await read(`https://localhost:${await closedPort()}`);
    expect(error.phase).toBe("connect");
    expect(error.hint).not.toContain("HTTPS_PROXY");
  });

  test("says that a server which is called by https speaks http", async () => {
    const server = await serve(json({}));
    const error = await read(server.url.replace("http:", "https:"));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.code).toBe("ERR_SSL_WRONG_VERSION_NUMBER");
    expect(error.hint).toContain("The server does not speak https on this port");
  });
});
