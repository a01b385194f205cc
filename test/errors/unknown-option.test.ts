import { describe, expect, test } from "vitest";
import { createClient } from "../../src/client.js";
import { ConfigurationError } from "../../src/errors/data.js";
import { assertKnownOptions } from "../../src/errors/unknown-option.js";
import { createProxy } from "../../src/proxy/index.js";
import { signQuote } from "../../src/signing/index.js";
import { verifyWebhook } from "../../src/webhooks/index.js";

const names = ["expect", "owner", "timeout", "totalTimeout", "maxGasFee", "retry", "apiKey", "now"];

function catchError(options: unknown, known: readonly string[] = names): ConfigurationError {
  try {
    assertKnownOptions("subject", options, known);
  } catch (error) {
    return error as ConfigurationError;
  }
  expect.unreachable("no error");
}

describe("assertKnownOptions", () => {
  test.each([
    ["expct", "expect"],
    ["Owner", "owner"],
    ["tiemout", "timeout"],
    ["timeoutMs", "timeout"],
    ["totaltimeout", "totalTimeout"],
    ["maxGas", "maxGasFee"],
    ["retries", "retry"],
    ["imeout", "timeout"],
    ["total", "totalTimeout"],
    ["api_key", "apiKey"],
    ["nwo", "now"],
  ])("suggests for %s the option %s", (name, expected) => {
    const error = catchError({ [name]: undefined });
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toBe(`subject: unknown option "${name}"`);
    expect(error.hint).toBe(`Did you mean ${expected}?`);
  });

  test.each([
    // The most letters in common, or only another case.
    ["Intervals", ["maxInterval", "interval", "intervals"], "Did you mean intervals?"],
    ["maxfee", ["maxFeeRate", "maxFee", "maxFeePercent"], "Did you mean maxFee?"],
    ["TIMEOUT", ["timeoutMs", "timeout"], "Did you mean timeout?"],
    ["max", ["maxFeeRate", "maxFee", "now"], "The options are maxFeeRate, maxFee, now."],
    ["tokenUn", ["tokenIn", "tokenOn"], "The options are tokenIn, tokenOn."],
  ])("chooses for %s of %j, or lists them", (name, known, hint) => {
    expect(catchError({ [name]: 1 }, known).hint).toBe(hint);
  });

  test("cuts a name to 80 characters, after its secrets are hidden", () => {
    const long = "x".repeat(100_000);
    const { message } = catchError({ [long]: 1 });
    expect(message).toBe(`subject: unknown option "${"x".repeat(80)}…"`);
    const secret = `${"x".repeat(60)} ${"8f2a5594".repeat(8)}`;
    expect(catchError({ [secret]: 1 }).message).not.toContain("8f2a");
  });

  test("lists the options if none is similar", () => {
    expect(catchError({ color: 1 }).hint).toBe(`The options are ${names.join(", ")}.`);
  });

  test("accepts frozen options, class instances and a null prototype", () => {
    class Options {
      owner = 1;
      method() {}
      get timeout() {
        return 2;
      }
    }
    for (const options of [
      {},
      Object.freeze({ owner: 1 }),
      new Options(),
      Object.assign(Object.create(null), { owner: 1 }),
      Object.create({ retry: 1 }),
    ])
      expect(() => assertKnownOptions("subject", options, names)).not.toThrow();
  });

  test("finds unknown options in class instances, prototypes and a null prototype", () => {
    class Options {
      ownr = 1;
    }
    for (const options of [
      Object.freeze({ ownr: 1 }),
      new Options(),
      Object.create({ ownr: 1 }),
      Object.assign(Object.create(null), { ownr: 1 }),
    ])
      expect(catchError(options).hint).toBe("Did you mean owner?");
  });

  test("reads no value, and ignores extensions of Object.prototype", () => {
    const unreadable = {
      get owner(): never {
        throw new RangeError("read");
      },
    };
    expect(() => assertKnownOptions("subject", unreadable, names)).not.toThrow();
    const extended = Object.prototype as unknown as Record<string, unknown>;
    extended.extension = 1;
    try {
      expect(() => assertKnownOptions("subject", {}, names)).not.toThrow();
    } finally {
      delete extended.extension;
    }
  });

  test.each([null, undefined, 7, "expect", () => {}])("rejects %o in place of options", (given) => {
    expect(catchError(given).message).toBe("subject: expected an object with options");
  });
});

describe("an option that Object.prototype has", () => {
  /** Polluted only while it runs: the assertions create objects, too. */
  const runPolluted = async (name: string, value: unknown, run: () => unknown) => {
    const added = { value, configurable: true, enumerable: true, writable: true };
    Object.defineProperty(Object.prototype, name, added);
    try {
      return await run();
    } catch (error) {
      return error;
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
  };
  const baseUrl = "https://api.example.com";
  const apiKey = "a-key-of-a-project";
  const calls: [string, unknown, () => unknown][] = [
    ["baseUrl", "https://evil.test", () => createClient({ apiKey })],
    ["allowInsecureHttp", true, () => createClient({ baseUrl: "http://evil.test", apiKey })],
    [
      "allowOrigins",
      ["https://evil.test"],
      () => createProxy({ baseUrl, apiKey, prefix: "/a", authorize: () => true }),
    ],
    ["tolerance", 1e9, () => verifyWebhook({}, "{}", "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=", {})],
    [
      "delegates",
      [`0x${"66".repeat(20)}`],
      () => signQuote({} as never, {} as never, { expect: {} } as never),
    ],
  ];

  test.each(calls)("is not obeyed: %s", async (name, value, call) => {
    const error = await runPolluted(name, value, call);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(String(error)).toContain(`Object.prototype has a property ${name}`);
  });

  test("does not replace one that is passed", async () => {
    const create = () => createClient({ baseUrl, apiKey, dangerouslyAllowBrowser: true });
    const client = await runPolluted("baseUrl", "https://evil.test", create);
    expect(client).not.toBeInstanceOf(Error);
  });
});
