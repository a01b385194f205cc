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

test("ends at an abort of the request, although its body goes on", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const init = { method: "POST", body: new ReadableStream(), signal, duplex: "half" } as const;
  const request = new Request("https://shop.example", init);
  const call = readBody(request, { maxBytes: 9, timeout: 600_000 });
  controller.abort();
  expect(await call).toMatchObject({ status: 400 });
});
