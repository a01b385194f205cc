import { describe, expect, test, vi } from "vitest";
import { createClient } from "../../src/client.js";
import {
  AbortedError,
  ConfigurationError,
  ConnectionError,
  isApiError,
  OutcomeUnknownError,
  RedirectError,
  TimeoutError,
  UploadError,
} from "../../src/errors/index.js";
import type { UploadProgress } from "../../src/http/features/upload.js";
import { countResponses } from "../http/time-control.js";
import { until } from "../support/waiting.js";

const clientOf = (behaviour: string, options = {}) =>
  createClient({ baseUrl: `/behave-${behaviour}`, logLevel: "off", retry: false, ...options });

interface Echo {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
}

const errorOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    (value) => expect.fail(`expected a failure, got ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );

describe("a client with a key in a page", () => {
  test("is rejected with a hint", () => {
    let error: unknown;
    try {
      clientOf("echo", { apiKey: "very-secret" });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ConfigurationError);
    // A console shows no hint, so that the message says what to do.
    expect(error).toHaveProperty("message", expect.stringContaining("baseUrl"));
    expect(error).toHaveProperty("hint", expect.stringContaining("dangerouslyAllowBrowser"));
    expect(JSON.stringify(error)).not.toContain("very-secret");
    expect(() => clientOf("echo", { apiKey: () => "very-secret" })).toThrow(ConfigurationError);
  });

  test("sends the key with dangerouslyAllowBrowser", async () => {
    const client = clientOf("echo", { apiKey: "public-key", dangerouslyAllowBrowser: true });
    const echo = (await client.request({ method: "GET", path: "/x" })) as Echo;
    expect(echo.headers["x-api-key"]).toBe("public-key");
  });

  test("is rejected in a worker too", async () => {
    const source = `import { createClient } from "${new URL("/src/client.ts", location.href)}";
      try { createClient({ baseUrl: "https://api.example.com", apiKey: "k" }); postMessage("created"); } catch (error) { postMessage(error.name); }`;
    const worker = new Worker(
      URL.createObjectURL(new Blob([source], { type: "text/javascript" })),
      { type: "module" },
    );
    const message = await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => resolve(`worker failed: ${message}`);
    });
    worker.terminate();
    expect(message).toBe("ConfigurationError");
  });
});

describe("a client without a key, on the page's own server", () => {
  test("sends JSON through the browser's fetch, and no key", async () => {
    const client = clientOf("echo");
    const echo = (await client.request({
      method: "POST",
      path: "/deep/path",
      query: { a: "1 2" },
      body: { name: "São" },
      effect: "quote",
    })) as Echo;
    expect(echo).toMatchObject({
      method: "POST",
      path: "/deep/path?a=1%202",
      body: '{"name":"São"}',
    });
    expect(echo.headers["content-type"]).toMatch(/^application\/json/);
    expect(echo.headers["user-agent"]).toBe(navigator.userAgent);
    expect(echo.headers["x-api-key"]).toBeUndefined();
  });

  test("loads the schemas with the first call and validates the response", async () => {
    expect(await clientOf("limits").kyc.financialLimits("ind_1")).toEqual({ limits: [] });
    expect(await errorOf(clientOf("echo").kyc.financialLimits("ind_1"))).toHaveProperty(
      "kind",
      "response_validation",
    );
  });

  test("throws a typed error for an error response", async () => {
    const error = await errorOf(clientOf("reject").fiat.createDeposit({ quoteId: "q_1" }));
    expect(isApiError(error, "FIAT_QUOTE_EXPIRED")).toBe(true);
  });

  test("never follows a redirect, although a browser hides its target", async () => {
    const error = await errorOf(clientOf("redirect").kyc.financialLimits("ind_1"));
    expect(error).toBeInstanceOf(RedirectError);
    expect(
      performance.getEntriesByType("resource").some(({ name }) => name.includes("elsewhere")),
    ).toBe(false);
  });

  test("throws ConnectionError for a closed port", async () => {
    const error = await errorOf(
      createClient({
        baseUrl: "http://127.0.0.1:9",
        logLevel: "off",
        retry: false,
      }).kyc.financialLimits("i"),
    );
    expect(error).toBeInstanceOf(ConnectionError);
  });
});

describe("a call that takes too long", () => {
  test.each(["stall", "half"])("ends with its timeout: %s", async (behaviour) => {
    const error = await errorOf(clientOf(behaviour).kyc.financialLimits("ind_1", { timeout: 100 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ timeout: 100, scope: "attempt" });
  });

  test.each(["stall", "half"])("can be aborted by the caller: %s", async (behaviour) => {
    const controller = new AbortController();
    const responses = countResponses();
    const onRequest = vi.fn();
    const call = errorOf(
      clientOf(behaviour, { hooks: { onRequest } }).kyc.financialLimits("ind_1", {
        signal: controller.signal,
      }),
    );
    const headers = behaviour === "half" ? 1 : 0;
    await until(
      () => onRequest.mock.calls.length === 1 && responses.count === headers,
      "the request and the headers of its response",
    );
    controller.abort("enough");
    const error = await call;
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ reason: "enough", sent: true });
  });

  test("throws OutcomeUnknownError for a write", async () => {
    const error = await errorOf(
      clientOf("stall").fiat.createDeposit({ quoteId: "q_1" }, { timeout: 100 }),
    );
    expect(error).toBeInstanceOf(OutcomeUnknownError);
  });
});

describe("an upload", () => {
  const target = (behaviour: string) => ({
    url: new URL(`/behave-${behaviour}/bucket`, location.href).href,
    fields: { key: "a/b" },
  });
  const file = new File([new Uint8Array(2_000_000)], "passport.png", { type: "image/png" });

  test("reports its progress to the end", async () => {
    const steps: UploadProgress[] = [];
    await clientOf("echo").kyc.uploadDocument(target("storage"), file, {
      onProgress: (step) => steps.push({ ...step }),
    });
    const last = steps.at(-1);
    expect(last?.sent).toBe(last?.total);
    expect(last?.total).toBeGreaterThan(file.size);
    expect(steps.map(({ sent }) => sent)).toEqual(
      steps.map(({ sent }) => sent).sort((a, b) => a - b),
    );
  });

  test("works without onProgress", async () => {
    await clientOf("echo").kyc.uploadDocument(target("storage"), file);
  });

  test.each([undefined, () => {}])(
    "throws UploadError for an error response (onProgress: %s)",
    async (onProgress) => {
      const error = await errorOf(
        clientOf("echo").kyc.uploadDocument(target("reject"), file, { onProgress }),
      );
      expect(error).toBeInstanceOf(UploadError);
      expect(error).toHaveProperty("status", 400);
    },
  );

  test("can be aborted while it reports progress", async () => {
    const controller = new AbortController();
    const options = { signal: controller.signal, onProgress: () => controller.abort() };
    expect(
      await errorOf(clientOf("echo").kyc.uploadDocument(target("stall"), file, options)),
    ).toBeInstanceOf(AbortedError);
  });
});
