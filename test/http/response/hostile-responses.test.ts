import { describe, expect, test } from "vitest";
import { PaginationError } from "../../../src/errors/data.js";
import { drained } from "../../support/drained.js";
import { json, raw, serve } from "../../support/loopback.js";
import { clientFor, failure, wallet } from "../test-client.js";
import {
  deepBodies,
  deepObject,
  hostile,
  receiveHostile,
  signed,
  writeHostile,
  writeNames,
} from "./hostile.js";

// `test/thorough` has every body with every status and call.
describe.each([
  [200, 2],
  // All calls read an error in the same way.
  [400, 1],
])("status %i with", (status, calls) => {
  test.each(hostile)("%s is a BursarError or data, and onError gets the error", (_, body) =>
    receiveHostile(status, body, calls),
  );
});

test.each([202, 403, 404, 429, 500, 503])(
  "status %i with a deep or wrong field is a BursarError or data, and onError gets the error",
  async (status) => {
    const names = ["a deep message", "an object as id", "a list as message"];
    const bodies = hostile.filter(([name]) => names.includes(name));
    expect(bodies).toHaveLength(names.length);
    for (const [, body] of bodies) await receiveHostile(status, body, 2);
  },
);

test.each(writeNames)(
  "the write %s rejects a deeply nested body with a BursarError",
  async (name) => {
    const [list, object] = deepBodies as [string, string];
    await writeHostile(name, 200, object);
    await writeHostile(name, 400, list);
  },
);

test("a write whose response does not match the schema names the lookup and keeps the response", async () => {
  const server = await serve(json({ queued: true }, 202, { "trace-id": "t1" }));
  const error = await failure(clientFor(server).operations.execute(signed));
  expect(error).toMatchObject({
    name: "ResponseValidationError",
    data: { queued: true },
    traceId: "t1",
    lookup: expect.stringContaining("waitForTransaction"),
    outcome: "unknown",
    hint: expect.stringMatching(/^Before trying again: look for the userOperationHash/),
  });
  expect(await drained(server)).toHaveLength(1);
});

test("an error lists at most twenty issues, and one of each field before others", async () => {
  const limits = Array.from({ length: 5_000 }, () => ({ type: 5 }));
  const server = await serve(json({ limits, projectId: 5 }));
  const error = (await failure(clientFor(server).kyc.financialLimits("a"))) as Error & {
    issues: { path: string }[];
  };
  expect(error.issues).toHaveLength(20);
  expect(error.message.split("\n").length).toBeLessThan(25);
  expect(error.issues.slice(0, 6).map(({ path }) => path)).toEqual([
    "limits[0].currency",
    "identityId",
    "identityType",
    "projectId",
    "limits[0].type",
    "limits[0].limits",
  ]);
});

describe("a listing of deeply nested items", () => {
  const page = (item: string, next: string) =>
    raw(`{"transactions":[${item},${item}],"nextLastId":"${next}"}`, 200);
  const item = (id: string) => `{"id":"${id}","status":"A","type":"B","more":${deepObject}}`;

  test("is iterated, and a repeated page is an error", async () => {
    const server = await serve([
      page(item("1"), "a"),
      page(item("2"), "b"),
      page(item("3"), "c"),
      page(item("3"), "d"),
    ]);
    const seen: string[] = [];
    const walk = async () => {
      for await (const { id } of clientFor(server).wallets.history(wallet)) seen.push(id);
    };
    expect(await failure(walk())).toBeInstanceOf(PaginationError);
    expect(seen).toEqual(["1", "1", "2", "2", "3", "3"]);
  });
});
