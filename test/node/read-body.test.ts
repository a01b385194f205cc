import { expect, test } from "vitest";
import { readBody } from "../../src/node/read-body.js";

test.each([
  ["with its length", { "content-length": "4" }],
  ["without its length", {}],
])("reads a body of exactly the maximum size %s, and no larger one", async (_, headers) => {
  const read = (maxBytes: number) =>
    readBody(new Request("https://shop.example", { method: "POST", headers, body: "body" }), {
      maxBytes,
      timeout: 10_000,
    });
  expect(await read(4)).toEqual(new TextEncoder().encode("body"));
  expect(await read(3)).toMatchObject({ status: 413 });
});
