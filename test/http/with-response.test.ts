import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { drained } from "../support/drained.js";
import { json, serve, until } from "../support/loopback.js";
import { flushUnhandled, watchUnhandled } from "../support/unhandled.js";
import { clientFor, failure, limits } from "./test-client.js";

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
let stop = () => {};

beforeEach(() => {
  unhandled.length = 0;
  stop = watchUnhandled(note);
});
afterEach(() => stop());

describe("withResponse", () => {
  test("returns data, raw response and trace id of one request", async () => {
    const server = await serve(json(limits, 201, { "trace-id": "t1", "x-extra": "2" }));
    const call = clientFor(server).kyc.financialLimits("a");
    const { data, response, traceId } = await call.withResponse();
    expect([data, traceId, response.status, response.headers.get("x-extra")]).toEqual([
      limits,
      "t1",
      201,
      "2",
    ]);
    expect(await call).toBe(data);
    expect((await call.withResponse()).data).toBe(data);
    expect(await drained(server)).toHaveLength(1);
  });

  test("has no trace id if the service sent none", async () => {
    const server = await serve(json(limits));
    expect(
      (await clientFor(server).kyc.financialLimits("a").withResponse()).traceId,
    ).toBeUndefined();
  });

  test("is not enumerable", async () => {
    const server = await serve(json(limits));
    const call = clientFor(server).kyc.financialLimits("a");
    expect(call).toBeInstanceOf(Promise);
    expect(Object.keys(call)).toEqual([]);
    expect(await call.then(({ limits: list }) => list.length)).toBe(0);
  });
});

describe("a failure is unhandled only if no promise is handled", () => {
  const failing = async () => clientFor(await serve(json({ id: "A" }, 400))).kyc;

  test("when only withResponse() is awaited", async () => {
    const kyc = await failing();
    expect(await failure(kyc.financialLimits("a").withResponse())).toMatchObject({ id: "A" });
    await flushUnhandled(unhandled);
    expect(unhandled).toEqual([]);
  });

  test("when only the promise is awaited", async () => {
    const kyc = await failing();
    expect(await failure(kyc.financialLimits("a"))).toMatchObject({ id: "A" });
    await flushUnhandled(unhandled);
    expect(unhandled).toEqual([]);
  });

  test("when both are", async () => {
    const kyc = await failing();
    const call = kyc.financialLimits("a");
    const outcomes = await Promise.allSettled([call, call.withResponse(), call.withResponse()]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill("rejected"));
    await flushUnhandled(unhandled);
    expect(unhandled).toEqual([]);
  });

  test("when no promise is awaited, it is unhandled once", async () => {
    const kyc = await failing();
    void kyc.financialLimits("a");
    await until(() => unhandled.length > 0, "the rejection");
    await flushUnhandled(unhandled);
    expect(unhandled).toHaveLength(1);
    expect(unhandled[0]).toMatchObject({ id: "A" });
  });
});
