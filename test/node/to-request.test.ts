import { describe, expect, test, vi } from "vitest";
import type { NodeRequest } from "../../src/node/node-types.js";
import { toRequest } from "../../src/node/to-request.js";

const { signal } = new AbortController();

/** A POST request with a body of three chunks of four bytes. */
function createIncoming(url: string, host = "shop.example"): NodeRequest {
  return {
    method: "POST",
    url,
    headers: { host },
    rawHeaders: ["Host", host],
    async *[Symbol.asyncIterator]() {
      for (let i = 0; i < 3; i++) yield new TextEncoder().encode("body");
    },
  };
}

describe("toRequest", () => {
  test.each([
    ["/a/b?c=1", "/a/b?c=1"],
    ["http://other.example/a/b?c=1", "/a/b?c=1"],
    ["HTTPS://user@other.example:8080/a", "/a"],
    ["http://other.example", "/"],
    ["http://other.example//evil.example/a", "/"],
    ["http:/\\other.example/a", "/"],
    ["http://\\other.example/a", "/"],
    ["//other.example/a", "/"],
    ["/\\other.example/a", "/"],
    ["ftp://other.example/a", "/"],
    ["other.example:443", "/"],
    ["*", "/"],
  ])("converts the target %s to %s on the host of the header", (target, path) => {
    const { url } = toRequest(createIncoming(target), signal);
    expect(url).toBe(`http://shop.example${path}`);
  });

  test.each([
    ["0", ""],
    ["2", "{}"],
  ])("has the body that a parser has read, of a length of %s", async (length, text) => {
    const incoming = createIncoming("/a");
    const headers = { ...incoming.headers, "content-length": length };
    const parsed = { ...incoming, headers, readableEnded: true, body: {} };
    expect(await toRequest(parsed, signal).text()).toBe(text);
  });

  test("has the scheme of the socket", () => {
    const incoming = { ...createIncoming("/a"), socket: { encrypted: true } };
    expect(toRequest(incoming, signal).url).toBe("https://shop.example/a");
  });

  test("uses the given origin instead of the host header", () => {
    const incoming = createIncoming("/a", "a b");
    expect(toRequest(incoming, signal).url).toBe("http://unnamed.invalid/a");
    const origin = "http://127.0.0.1:80";
    expect(toRequest(incoming, signal, { origin }).url).toBe("http://127.0.0.1/a");
    expect(() => toRequest(incoming, signal, { origin: "http://a b" })).toThrow(TypeError);
  });

  test.each([
    [12, "bodybodybody"],
    [11, undefined],
  ])("limits a body of 12 bytes to %d", async (maxBytes, body) => {
    const onTooLarge = vi.fn();
    const request = toRequest(createIncoming("/"), signal, { maxBytes, onTooLarge });
    expect(await request.text().catch(() => undefined)).toBe(body);
    expect(onTooLarge).toHaveBeenCalledTimes(body ? 0 : 1);
  });
});
