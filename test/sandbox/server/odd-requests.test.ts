import { describe, expect, test } from "vitest";
import type { SandboxRequest } from "../../../src/sandbox/index.js";
import { sendRaw } from "../send-raw-request.js";
import {
  all,
  arrange,
  expectNoCrashOfSequences,
  mutate,
  oddNames,
  oddSegments,
} from "./odd-requests.js";

/** Prepared once. Each test starts with the same state. */
let arranging: ReturnType<typeof arrange> | undefined;
async function arrangeOnce() {
  arranging ??= arrange();
  const arranged = await arranging;
  arranged.sandbox.restore(arranged.before);
  return arranged;
}

describe("the sandbox does not crash", () => {
  test("on any sequence of odd requests, and conserves all balances", async () => {
    await expectNoCrashOfSequences(10, await arrangeOnce());
  });

  test("on prototype keys in any path parameter, and responds with 400 or 404", async () => {
    const { sandbox, requests } = await arrangeOnce();
    const parameterized = [...all.entries()].filter(([, { path }]) => path.includes("{"));
    expect(parameterized).not.toHaveLength(0);
    for (const [i, { path: pattern }] of parameterized) {
      for (const segment of oddSegments) {
        const mutation = {
          which: i,
          segment,
          query: [],
          fields: [],
          extra: undefined,
          text: undefined,
          method: "",
        };
        const sent = mutate(requests[i] as SandboxRequest, mutation, pattern);
        const { status } = await sendRaw(sandbox, sent);
        expect([sent.path, [400, 404].includes(status)]).toEqual([sent.path, true]);
      }
    }
  });

  test("on prototype keys as ids in a body, and responds with 400 or 404", async () => {
    const { sandbox, requests } = await arrangeOnce();
    const ids = ["quoteId", "tokenId", "nftId", "individualId", "userOperationHash"];
    const cases = requests.flatMap((request) =>
      Object.keys((request.body ?? {}) as object)
        .filter((name) => ids.includes(name))
        .map((field) => ({ request, field })),
    );
    expect(cases).not.toHaveLength(0);
    for (const { request, field } of cases) {
      const { method, path, body } = request;
      for (const id of oddNames) {
        const { status } = await sendRaw(sandbox, {
          method,
          path,
          body: { ...(body as object), [field]: id },
        });
        expect([path, field, id, [400, 404].includes(status)]).toEqual([path, field, id, true]);
      }
    }
  });
});
