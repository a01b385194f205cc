import { expect, test } from "vitest";
import { createReplayGuard, signWebhook, verifyWebhook } from "../../src/webhooks/index.js";
import { setUp } from "./handler-kit.js";
import { buildHeaders, deposit, testVector } from "./sample-deliveries.js";

const { secret, body } = testVector;

test("rejects unknown options, and names the option that is meant", async () => {
  const expected = (hint: string) =>
    expect.objectContaining({ kind: "configuration", hint: expect.stringContaining(hint) });
  expect(() => setUp({ onevent: () => {} } as never)).toThrow(expected("Did you mean onEvent?"));
  expect(() => setUp({ tolerence: 1 } as never)).toThrow(expected("Did you mean tolerance?"));
  for (const [options, hint] of [
    [{ tolerence: 1 }, "Did you mean tolerance?"],
    [{ maxAge: 1 }, "The options are tolerance, now, replays."],
    [createReplayGuard(), "The options are"],
  ] as const) {
    const call = verifyWebhook(buildHeaders(), body, secret, options as never);
    await expect(call).rejects.toEqual(expected(hint));
  }
  await expect(signWebhook(deposit, secret, { prefx: "svix" } as never)).rejects.toEqual(
    expected("Did you mean prefix?"),
  );
});
