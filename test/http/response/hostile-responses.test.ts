import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.js";
import { isBursarError } from "../../../src/errors/any-bursar-error.js";
import { PaginationError } from "../../../src/errors/data.js";
import { json, raw, serve } from "../../support/loopback.js";
import {
  clientFor,
  failure,
  hash,
  signature,
  transportFor,
  wallet,
  writes,
} from "../test-client.js";

const depth = 20_000;
const deepList = `${"[".repeat(depth)}${"]".repeat(depth)}`;
const deepObject = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

const signed = { userOperationHash: hash, signature };

/** Bodies that break readers which recurse, or which expect text. */
const hostile: [string, string][] = [
  ["a list nested 20,000 deep", deepList],
  ["an object nested 20,000 deep", deepObject],
  ["a deep message", `{"id":"A","message":${deepList}}`],
  ["a deep id", `{"id":${deepObject},"message":"m"}`],
  ["a deep trace id", `{"id":"A","message":"m","traceId":${deepList}}`],
  ["deep options", `{"id":"A","errors":[{"path":["a"],"options":[${deepList}]}]}`],
  ["a deep path", `{"id":"A","errors":[{"path":[${deepList}],"message":"m"}]}`],
  ["deep issues", `{"id":"A","errors":[${deepList},{"more":${deepObject}}]}`],
  ["an object as message", '{"id":"NOT_AUTHORIZED_TOKENS","message":{"toString":1}}'],
  ["an object as id", '{"id":{"toString":1},"message":"m"}'],
  ["an object as options", '{"id":"A","errors":[{"path":["a"],"options":{"toString":1}}]}'],
  ["objects in options", '{"id":"A","errors":[{"path":["a"],"options":[{"toString":1}]}]}'],
  ["a list as message", '{"id":"NOT_AUTHORIZED_TOKENS","message":[["0x"]]}'],
  ["an object as session", '{"session":{"toString":1}}'],
];

describe.each([200, 202, 400, 403, 404, 429, 500, 503])("status %i with", (status) => {
  test.each(hostile)("%s is a BursarError or data, and onError gets the error", async (_, body) => {
    const server = await serve(raw(body, status, { "content-type": "application/json" }));
    const onError = vi.fn();
    const client = clientFor(server, { retry: false, hooks: { onError } });
    const calls = [
      () => client.operations.execute(signed),
      () => client.wallets.portfolio(wallet, { includeTokens: true }),
      () => client.kyc.individual.standard.get("s_1"),
      () => client.tokens.list().firstPage(),
    ];
    for (const call of calls) {
      onError.mockClear();
      const outcome: unknown = await Promise.resolve(call()).catch((error: unknown) => error);
      if (!(outcome instanceof Error)) continue;
      expect(isBursarError(outcome), inspect(outcome, { depth: 1 })).toBe(true);
      // A listing without its array is rejected after the call.
      if (!(outcome instanceof PaginationError)) {
        expect(onError).toHaveBeenCalledExactlyOnceWith(
          expect.objectContaining({ error: outcome }),
        );
      }
      expect(JSON.stringify(outcome).length).toBeLessThan(200_000);
      expect(inspect(outcome).length).toBeLessThan(200_000);
      expect(String(outcome)).toContain("Error: ");
    }
  });
});

// Reads and quotes are in the calls above.
const writeNames = endpoints.filter(({ effect }) => effect === "write").map(({ name }) => name);
const deepBodies = [deepList, deepObject, `{"session":${deepObject}}`, `{"wallet":${deepList}}`];

test.each(writeNames)(
  "the write %s rejects a deeply nested body with a BursarError",
  async (name) => {
    for (const body of deepBodies) {
      // 400, so that every write rejects.
      for (const status of [200, 400]) {
        const server = await serve(raw(body, status));
        const call = transportFor(server).call(name, writes[name] ?? {});
        const outcome: unknown = await call.catch((error: unknown) => error);
        if (status === 400) expect(outcome).toBeInstanceOf(Error);
        if (outcome instanceof Error) expect(isBursarError(outcome)).toBe(true);
        expect(server.requests).toHaveLength(1);
      }
    }
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
    hint: expect.stringMatching(/do not send it again\. To see what it did: look for the user/),
  });
  expect(server.requests).toHaveLength(1);
});

test("an error lists at most twenty issues, and one of each field before others", async () => {
  const limits = Array.from({ length: 5_000 }, () => ({ type: 5 }));
  const server = await serve(json({ limits, projectId: 5 }));
  const error = (await failure(clientFor(server).kyc.financialLimits("a"))) as Error & {
    issues: { path: unknown[] }[];
  };
  expect(error.issues).toHaveLength(20);
  expect(error.message.split("\n").length).toBeLessThan(25);
  expect(error.issues.slice(0, 6).map(({ path }) => path.join("."))).toEqual([
    "limits.0.currency",
    "identityId",
    "identityType",
    "projectId",
    "limits.0.type",
    "limits.0.limits",
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
