import { expect, test } from "vitest";
import { drained } from "../support/drained.js";
import type { Fixture } from "../support/fixtures/fixture.js";
import { fixtures } from "../support/fixtures/index.js";
import { clientOn, type Recorded, recorder, type StubResponse } from "../support/recorder.js";

const failed: StubResponse = { status: 500, json: { message: "failed", statusCode: 500 } };

/** The outcomes and requests of calls, which one client makes in a row. */
async function call(calls: readonly (readonly [Fixture, StubResponse])[]) {
  const fetch = recorder(calls.map(([, response]) => response));
  const client = clientOn(fetch);
  const outcomes: PromiseSettledResult<unknown>[] = [];
  for (const [fixture] of calls)
    outcomes.push(...(await Promise.allSettled([fixture.call(client)])));
  return { outcomes, sent: (await drained(fetch)).map(describeRequest) };
}

const describeRequest = ({ method, url, headers, body }: Recorded) => ({
  method,
  url,
  headers: [...headers],
  body,
});

test.each(fixtures.map((fixture, i) => [fixture.name, fixture, fixtures[i ? i - 1 : 1]] as const))(
  "%s sends and returns the same after it failed and after another call",
  async (_, fixture, other) => {
    const succeeds = [fixture, { json: fixture.full }] as const;
    const alone = await call([succeeds]);
    const calls = [succeeds, [fixture, failed], [other as Fixture, failed], succeeds] as const;
    const { outcomes, sent } = await call(calls);
    const [only] = alone.sent;
    expect(alone.sent).toEqual([only]);
    expect([sent[0], sent[1], sent[3]]).toEqual(Array(3).fill(only));
    const [result] = alone.outcomes;
    expect(result?.status).toBe("fulfilled");
    const rejected = { status: "rejected", reason: expect.any(Error) };
    expect(outcomes).toEqual([result, rejected, rejected, result]);
  },
);
