import { expect, test } from "vitest";
import { RequestValidationError } from "../../../src/index.js";
import { drained } from "../../support/drained.js";
import { clientOn, recorder } from "../../support/recorder.js";

test.each<[body: unknown, extraBody: unknown]>([
  ["text", { a: 1 }],
  [5, { a: 1 }],
  [[1], { a: 1 }],
  [{}, { toJSON: () => [1] }],
  [{}, { toJSON: () => "text" }],
  [{}, [1]],
  [{}, new Map([["a", 1]])],
])("rejects a body of %j with the additional fields %j", async (body, extraBody) => {
  const fetch = recorder(() => ({ json: {} }));
  const request = { method: "POST", path: "/x", body } as const;
  const call = clientOn(fetch).request(request, { extraBody: extraBody as object as never });
  const error = await Promise.resolve(call).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RequestValidationError);
  expect(error).toMatchObject({ issues: [{ path: "extraBody", code: "invalid_type" }] });
  expect(await drained(fetch)).toEqual([]);
});
