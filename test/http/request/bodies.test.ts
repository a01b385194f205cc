import { describe, expect, test } from "vitest";
import { ConnectionError } from "../../../src/errors/connection.js";
import { EmptyBodyError, NotJsonError, ResponseValidationError } from "../../../src/errors/data.js";
import { drained } from "../../support/drained.js";
import { cutIsComplete, skipInWebKit } from "../../support/in-browser.js";
import { empty, html, json, raw, serve } from "../../support/loopback.js";
import { balance as anyBalance, clientFor, failure, limits, wallet } from "../test-client.js";
import { testLargeErrors } from "./large-errors.js";

const typed = { "content-type": "application/json" };

describe("a response with an expected body", () => {
  test("rejects an HTML page with 200 and keeps its start", async () => {
    const server = await serve(html(200));
    const error = await failure(clientFor(server).kyc.financialLimits("a"));
    expect(error).toBeInstanceOf(NotJsonError);
    expect(error).not.toBeInstanceOf(EmptyBodyError);
    expect(error).toMatchObject({
      status: 200,
      contentType: "text/html",
      operation: "kyc.financialLimits",
    });
    expect((error as NotJsonError).excerpt).toMatch(/^<!doctype html>/);
    expect((error as Error).message).toContain("doctype");
  });

  test.each([
    ["200", empty(200)],
    ["204", empty(204)],
    ["205", empty(205)],
    ["200 and blanks", raw(" \r\n\t", 200, typed)],
    ["200 and a byte order mark", raw(Uint8Array.of(0xef, 0xbb, 0xbf), 200, typed)],
  ])("rejects an empty %s", async (_, reply) => {
    const server = await serve(reply);
    const error = await failure(clientFor(server).kyc.financialLimits("a"));
    expect(error).toBeInstanceOf(EmptyBodyError);
    expect(error).not.toBeInstanceOf(NotJsonError);
    expect(await drained(server)).toHaveLength(1);
  });

  test("leaves the outcome of a write unknown when the body of a success is empty", async () => {
    const server = await serve(empty(202));
    const error = await failure(clientFor(server).fiat.createDeposit({ quoteId: "q_1" }));
    expect(error).toMatchObject({
      name: "OutcomeUnknownError",
      hint: expect.stringMatching(/^Before trying again: /),
    });
    expect((error as Error).cause).toBeInstanceOf(EmptyBodyError);
    expect(await drained(server)).toHaveLength(1);
  });

  test.each([
    ["half of it", '{"limits":['],
    ["two values", '{"limits":[]}{"limits":[]}'],
    ["plain text", "OK"],
    ["undefined", "undefined"],
    ["NUL", "\0"],
    ["NUL in a string", '{"limits":[],"a":"\0"}'],
    ["a trailing comma", '{"limits":[],}'],
  ])("rejects %s as invalid JSON", async (_, body) => {
    const server = await serve(raw(body, 200, typed));
    expect(await failure(clientFor(server).kyc.financialLimits("a"))).toBeInstanceOf(NotJsonError);
  });

  test.each(["null", "[]", '"text"', "5", "true", "{}"])(
    "rejects the JSON %s by the schema",
    async (body) => {
      const server = await serve(raw(body, 200, typed));
      const error = await failure(clientFor(server).kyc.financialLimits("a"));
      expect(error).toBeInstanceOf(ResponseValidationError);
      expect((error as ResponseValidationError).data).toEqual(JSON.parse(body));
      expect((error as ResponseValidationError).issues.length).toBeGreaterThan(0);
    },
  );

  test.each([
    ["200", 200],
    ["201", 201],
    ["202", 202],
    ["206", 206],
    ["299", 299],
  ])("accepts JSON with %s", async (_, status) => {
    const server = await serve(json(limits, status));
    expect(await clientFor(server).kyc.financialLimits("a")).toEqual(limits);
  });

  test.each([
    ["no content type", {}],
    ["text/plain", { "content-type": "text/plain" }],
    ["text/html", { "content-type": "text/html" }],
    ["a foreign charset", { "content-type": "application/json; charset=utf-16" }],
  ])("accepts valid JSON with %s", async (_, headers) => {
    const server = await serve(raw(JSON.stringify(limits), 200, headers));
    expect(await clientFor(server).kyc.financialLimits("a")).toEqual(limits);
  });
});

describe("a response without an expected body", () => {
  test.each([
    ["204", empty(204)],
    ["200", empty(200)],
    ["202 with JSON", json({ queued: true }, 202)],
    ["200 with a word", raw("OK", 200, { "content-type": "text/plain" })],
    ["200 with blanks", raw("\n", 200)],
  ])("accepts %s", async (_, reply) => {
    const server = await serve(reply);
    expect(await clientFor(server).kyc.individual.standard.process("s_1")).toBeUndefined();
  });

  test.each([
    [
      "by its type",
      raw("Sign in to the network", 200, { "content-type": "text/html; charset=utf-8" }),
    ],
    ["by its content", raw("\n<!DOCTYPE html><p>Sign in", 200)],
  ])("rejects an HTML page, %s", async (_, reply) => {
    const server = await serve(reply);
    expect(await failure(clientFor(server).kyc.individual.standard.process("s_1"))).toMatchObject({
      name: "OutcomeUnknownError",
      cause: { name: "NotJsonError" },
    });
  });
});

describe("the content of a body is unchanged", () => {
  const bytes = (...parts: (string | number)[]) =>
    Uint8Array.from(
      parts.flatMap((part) =>
        typeof part === "string" ? [...new TextEncoder().encode(part)] : part,
      ),
    );
  const read = async (body: string | Uint8Array) => {
    const server = await serve(raw(body, 200, typed));
    return (await clientFor(server).kyc.financialLimits("a")) as unknown as Record<string, unknown>;
  };

  test("ignores a byte order mark", async () => {
    expect(await read(bytes(0xef, 0xbb, 0xbf, JSON.stringify(limits)))).toEqual(limits);
  });

  test("replaces invalid UTF-8", async () => {
    const body = bytes('{"limits":[],"name":"A', 0xff, 0xc3, 'B"}');
    expect(await read(body)).toEqual({ limits: [], name: "A\ufffd\ufffdB" });
  });

  test("keeps astral characters, NUL and lone surrogates", async () => {
    const name = "São 日本 😀 \u0000 \ud800";
    expect(await read(JSON.stringify({ limits: [], name }))).toEqual({ limits: [], name });
  });

  test("uses the last of two fields with the same name", async () => {
    expect(await read('{"limits":[{"currency":"a"}],"limits":[]}')).toEqual({ limits: [] });
  });

  test.each([
    '"__proto__":{"polluted":"yes"}',
    '"\\u005f_proto__":{"polluted":"yes"}',
    '"identityId":5,"__proto__":[]',
  ])("drops a field named __proto__, at every depth: %s", async (field) => {
    const data = await read(
      `{"limits":[],${field},"constructor":{"prototype":{${field},"polluted":"yes"}}}`,
    );
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    const names = Object.keys(data).filter((name) => name !== "identityId");
    expect(names).toEqual(["limits", "constructor"]);
    expect(Object.hasOwn(Reflect.get(data.constructor as object, "prototype"), "__proto__")).toBe(
      false,
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Reflect.get(data, "polluted")).toBeUndefined();
  });

  test("keeps large amounts and long fractions as strings", async () => {
    const balance =
      "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    const fraction = "0.00000000000000000000000000000000001";
    const token = { ...anyBalance, balance, priceUsd: fraction };
    const server = await serve(json({ tokens: [token] }));
    const { tokens } = await clientFor(server).wallets.portfolio(wallet, { includeTokens: true });
    expect(tokens?.[0]).toEqual(token);
  });

  test("keeps unknown fields and enum values", async () => {
    const session = { id: "s_1", status: "LOOKED_AT_TWICE", newField: { deep: [1, null] } };
    const server = await serve(json({ session, more: true }));
    expect(await clientFor(server).kyc.individual.standard.get("s_1")).toEqual({
      session,
      more: true,
    });
  });

  test("decompresses a response", async () => {
    const packed = new Blob([JSON.stringify(limits)])
      .stream()
      .pipeThrough(new CompressionStream("gzip"));
    const body = new Uint8Array(await new Response(packed).arrayBuffer());
    const server = await serve(raw(body, 200, { ...typed, "content-encoding": "gzip" }));
    expect(await clientFor(server).kyc.financialLimits("a")).toEqual(limits);
  });
});

describe("a body with a wrong content-length", () => {
  test("rejects a shorter body", async ({ skip }) => {
    skipInWebKit(skip, cutIsComplete);
    const server = await serve(({ response, socket }) => {
      response.writeHead(200, { ...typed, "content-length": "500" });
      response.write('{"limits":[]}', () => socket.end());
    });
    const error = await failure(clientFor(server, { retry: false }).kyc.financialLimits("a"));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ phase: "body" });
  });

  test("never reads a longer body past it", async () => {
    const server = await serve(({ socket }) => {
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 13\r\n\r\n{"limits":[]}{"limits":["more"]}',
      );
    });
    const outcome = await clientFor(server, { retry: false })
      .kyc.financialLimits("a")
      .catch((error: unknown) => error);
    const isCutOff = outcome instanceof ConnectionError;
    const short = { limits: [] };
    expect(isCutOff ? short : outcome).toEqual(short);
  });

  test.each([
    ["no HTTP at all", "HELLO\r\n\r\n"],
    ["a broken status line", "HTTP/1.1 abc OK\r\n\r\n"],
    ["a broken chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\nnope\r\n"],
  ])("rejects %s as a connection error", async (_, text) => {
    const server = await serve(({ socket }) => {
      socket.end(text);
    });
    expect(
      await failure(clientFor(server, { retry: false }).kyc.financialLimits("a")),
    ).toBeInstanceOf(ConnectionError);
  });
});

testLargeErrors(1_000_000);
