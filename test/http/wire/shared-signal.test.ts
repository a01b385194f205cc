import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { createClient } from "../../../src/index.js";
import { inBrowser } from "../../support/in-browser.js";
import { until } from "../../support/waiting.js";

describe("many calls on one signal", () => {
  test("share one listener, which is removed after the abort", async () => {
    const started: Request[] = [];
    const client = createClient({
      baseUrl: "https://service.test",
      apiKey: "key",
      dangerouslyAllowBrowser: inBrowser,
      fetch: (request) => {
        started.push(request);
        return new Promise(() => {});
      },
    });
    const controller = new AbortController();
    const calls = Array.from({ length: 30 }, () =>
      client.request({ method: "GET", path: "/x" }, { signal: controller.signal }),
    );
    await until(() => started.length === 30, "the requests");
    // Node warns of a leak at eleven.
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
    controller.abort("enough");
    const outcomes = await Promise.allSettled(calls);
    expect(
      outcomes.every(
        (outcome) => outcome.status === "rejected" && outcome.reason.kind === "aborted",
      ),
    ).toBe(true);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
    expect(started.every((request) => request.signal.aborted)).toBe(true);
  });
});

test("reports an aborted write as possibly executed, with the lookup", async () => {
  const controller = new AbortController();
  const fetch = () => {
    setTimeout(() => controller.abort("left"));
    return new Promise<never>(() => {});
  };
  const client = createClient({
    baseUrl: "https://service.test",
    apiKey: "key",
    dangerouslyAllowBrowser: inBrowser,
    fetch,
  });
  const hash = `0x${"ab".repeat(32)}` as const;
  const call = client.operations.execute(
    { userOperationHash: hash, signature: `0x${"cd".repeat(65)}` },
    { signal: controller.signal },
  );
  await expect(call).rejects.toMatchObject({
    kind: "aborted",
    reason: "left",
    sent: true,
    hint: expect.stringContaining("waitForTransaction"),
  });
});
