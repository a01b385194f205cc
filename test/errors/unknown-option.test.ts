import { describe, expect, test } from "vitest";
import { ConfigurationError } from "../../src/errors/data.js";
import { assertKnownOptions } from "../../src/errors/unknown-option.js";

const names = ["expect", "owner", "timeout", "totalTimeout", "maxGasFee", "retry"];

function catchError(options: unknown): ConfigurationError {
  try {
    assertKnownOptions("subject", options, names);
  } catch (error) {
    return error as ConfigurationError;
  }
  expect.unreachable("no error");
}

describe("assertKnownOptions", () => {
  test.each([
    ["expct", "expect"],
    ["ownr", "owner"],
    ["Owner", "owner"],
    ["tiemout", "timeout"],
    ["timeoutMs", "timeout"],
    ["totaltimeout", "totalTimeout"],
    ["maxGas", "maxGasFee"],
    ["retries", "retry"],
    ["xpect", "expect"],
    ["total", "totalTimeout"],
  ])("suggests for %s the option %s", (name, expected) => {
    const error = catchError({ [name]: undefined });
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toBe(`subject: unknown option "${name}"`);
    expect(error.hint).toBe(`Did you mean ${expected}?`);
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

  test("does not quote a secret that is used as a name", () => {
    const name = "8f2a5594".repeat(8);
    expect(catchError({ [name]: 1 }).message).not.toContain("8f2a5594");
  });
});
