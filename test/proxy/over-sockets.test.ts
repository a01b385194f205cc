import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { OutcomeUnknownError } from "../../src/index.js";
import { failure, secret } from "../http/test-client.js";
import { drained } from "../support/drained.js";
import { cutInBody, type Reply, raw, redirect, reset, serve } from "../support/loopback.js";
import { createPageClient, openProxy, readError } from "./proxy-kit.js";

const execute = "/api/v1/crypto/execute-user-op";
const process = "/api/v1/kyc/individual-verification-sessions/standard/s_1/process";
const signed = {
  userOperationHash: `0x${"ab".repeat(32)}`,
  signature: `0x${"cd".repeat(65)}`,
} as const;

/** A proxy in front of a service on a real socket. */
async function proxyTo(reply: Reply) {
  const service = await serve(reply);
  return { service, ...openProxy({ baseUrl: service.url, fetch: undefined }) };
}

describe("a write through the proxy arrives once if the service responds with", () => {
  const bodies = { "a body": '{"id":"SOME_ID","message":"no"}', "no body": "" };
  const responses = [421, 401, 407, 408, 425, 429, 503].flatMap((status) =>
    Object.entries(bodies).map(([name, body]) => [status, name, body] as const),
  );
  test.each(responses)("%i with %s", async (status, _, body) => {
    const { service, post } = await proxyTo(raw(body, status, { "retry-after": "0" }));
    const response = await post(execute, signed);
    expect([response.status, await response.text()]).toEqual([status, body]);
    expect(await drained(service)).toHaveLength(1);
    expect(service.requests[0]?.body.toString()).toBe(JSON.stringify(signed));
    await post(process, "", { "content-type": "application/json" });
    expect(await drained(service)).toHaveLength(2);
  });
});

describe("a write through the proxy arrives once, and its error has no id, if", () => {
  const losses: [string, Reply][] = [
    ...[301, 302, 303, 307, 308].map((status): [string, Reply] => [
      `it is redirected with ${status}`,
      redirect(status, "https://elsewhere.example"),
    ]),
    ["the connection is reset", reset],
    ["the headers are cut", ({ socket }) => void socket.end("HTTP/1.1 200 OK\r\ncontent-t")],
    ["the body is cut", cutInBody(202)],
    ["its status is none that a browser can read", raw('{"message":"odd"}', 600)],
  ];
  test.each(losses)("%s", async (_, reply) => {
    const { service, post, send, proxy, events } = await proxyTo(reply);
    const response = await post(execute, signed);
    expect(response.status).toBe(502);
    expect(await response.json()).not.toHaveProperty("id");
    expect(await drained(service)).toHaveLength(1);
    expect(events[0]).toMatchObject({ sent: true, status: 502 });
    const error = await failure(createPageClient(proxy).operations.execute(signed));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(await drained(service)).toHaveLength(2);
    // A read has failed.
    expect((await readError(send("/api/v1/crypto/tokens"))).id).toMatch(/^PROXY_/);
  });
});

test("the response to a write is parsed, also if nothing in it is compared with the request", async () => {
  const { service, post, events } = await proxyTo(raw('{"id":', 201));
  const response = await post("/api/v2/fiat/deposit", { quoteId: "quote_1" });
  expect(response.status).toBe(502);
  expect(await response.json()).not.toHaveProperty("id");
  expect(events[0]).toMatchObject({ operation: "fiat.createDeposit", sent: true, status: 502 });
  expect(await drained(service)).toHaveLength(1);
});

describe("the response to a read", () => {
  /** Reads the tokens by the proxy, from a server that responds with these bytes. */
  async function readTokens(body: string | Uint8Array, headers: Record<string, string> = {}) {
    const service = await serve(({ response }) => {
      response.writeHead(200, { "content-type": "application/json", ...headers });
      response.end(body);
    });
    const { send } = openProxy({ baseUrl: service.url, fetch: undefined });
    const response = await send("/api/v1/crypto/tokens");
    return { status: response.status, text: await response.text() };
  }

  test("is passed on as it is, decompressed", async () => {
    const text = JSON.stringify({ tokens: [], name: "Ωμέγα €", odd: "\ufffd" });
    expect(await readTokens(text)).toEqual({ status: 200, text });
    expect(await readTokens(gzipSync(text), { "content-encoding": "gzip" })).toEqual({
      status: 200,
      text,
    });
  });

  test("is passed on as it is, if it arrives in many parts", async () => {
    const text = JSON.stringify({ tokens: [], name: "Ωμέγα €".repeat(100_000) });
    expect(await readTokens(text)).toEqual({ status: 200, text });
  });

  test("never has the API key, wherever one part ends and the next one starts", async () => {
    const spaced = "x".repeat(9_973) + secret;
    const { text } = await readTokens(`{"tokens":[],"name":"${spaced.repeat(100)}"}`);
    expect(text.split("[api key]")).toHaveLength(101);
    expect(text).not.toContain(secret);
  });

  test("is not parsed, if nothing in it is compared with the request", async () => {
    const text = '{"tokens":[';
    expect(await readTokens(text)).toEqual({ status: 200, text });
  });

  test.each([
    ["as it is", secret],
    ["with escapes", `\\u00${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`],
    ["percent-encoded", `%${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`],
  ])("never has the API key %s", async (_, spelling) => {
    const { text } = await readTokens(`{"tokens":[],"name":"${spelling}"}`);
    expect(text).toBe('{"tokens":[],"name":"[api key]"}');
  });

  test("is rejected, if it is about another record than the request", async () => {
    const { send } = await proxyTo(raw('{"session":{"id":"s_2"}}', 200));
    const path = "/api/v1/kyc/individual-verification-sessions/standard/s_1";
    expect(await readError(send(path))).toMatchObject({ status: 502, id: "PROXY_RESPONSE_LOST" });
  });

  test("is no page of an intermediary", async () => {
    const { status, text } = await readTokens("<!doctype html><title>busy</title>");
    expect(status).toBe(502);
    expect(JSON.parse(text)).toMatchObject({ id: "PROXY_UNREADABLE_RESPONSE" });
  });
});
