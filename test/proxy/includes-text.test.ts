import { describe, expect, test } from "vitest";
import { includesText } from "../../src/proxy/includes-text.js";

/** Every way to cut a body into chunks: bit `i` of `cuts` says whether it is cut after byte `i`. */
function* cutEverywhere(body: string): Generator<Buffer[]> {
  const bytes = Buffer.from(body);
  for (let cuts = 0; cuts < 2 ** (bytes.length - 1); cuts++) {
    const chunks: Buffer[] = [];
    let from = 0;
    for (let i = 1; i <= bytes.length; i++) {
      if (i < bytes.length && !(cuts & (1 << (i - 1)))) continue;
      chunks.push(bytes.subarray(from, i));
      from = i;
    }
    yield chunks;
  }
}

describe("however a body is cut into chunks", () => {
  test.each([
    ["aababcabb", "abcab"],
    ["abcabxxxx", "abcab"],
    ["xxxxabcab", "abcab"],
    ["xxx€yzzz", "€y"],
    ["xx\\xxxx", "\\"],
  ])("%s has the text %s", (body, text) => {
    for (const chunks of cutEverywhere(body)) {
      expect(includesText(chunks, text), chunks.join("|")).toBe(true);
    }
  });

  test.each([
    ["aabcaabcb", "abcab"],
    ["abca", "abcab"],
    ["xxx€zzyzz", "€y"],
    ["xxxxxxx", "\\"],
  ])("%s has not the text %s", (body, text) => {
    for (const chunks of cutEverywhere(body)) {
      expect(includesText(chunks, text), chunks.join("|")).toBe(false);
    }
  });
});

test("a body without chunks has no text", () => {
  expect(includesText([], "a")).toBe(false);
});

test("bytes that are no buffers may have any text", () => {
  const buffer = Buffer.from("text");
  expect(includesText([buffer], "key")).toBe(false);
  expect(includesText([buffer, new Uint8Array(buffer)], "key")).toBe(true);
});
