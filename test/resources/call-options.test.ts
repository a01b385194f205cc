import { expect, test } from "vitest";
import { drained } from "../support/drained.js";
import { fixtures } from "../support/fixtures/index.js";
import { clientOn, recorder } from "../support/recorder.js";

type Method = (...args: unknown[]) => PromiseLike<unknown>;

test.each(fixtures.map(({ name, minimalArgs, full }) => [name, minimalArgs, full] as const))(
  "%s sends with the options of its call",
  async (name, args, full) => {
    const fetch = recorder(() => ({ json: full }));
    const path = name.split(".");
    const methodName = path.pop() as string;
    const resource = path.reduce((at: object, key) => at[key as never], clientOn(fetch));
    const method = resource[methodName as never] as Method;
    // What a call may leave out comes before its options.
    const missing = Array(Math.max(0, method.length - 1 - args.length));
    const options = { headers: { "x-own": "1" } };
    // What a response is about is of no matter here.
    await Promise.allSettled([method.apply(resource, [...args, ...missing, options])]);
    const [request] = await drained(fetch);
    expect(request?.headers.get("x-own")).toBe("1");
  },
);
