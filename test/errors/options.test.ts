import { describe, expect, test } from "vitest";
import { listOf, oneOf } from "../../src/contract/records/schema.js";
import { ConfigurationError } from "../../src/errors/data.js";
import {
  above,
  aFunction,
  custom,
  type Options,
  optionsOf,
  readOptions,
  required,
  unchecked,
  withDefault,
} from "../../src/errors/options.js";

interface Limit {
  max: number;
  name?: string | undefined;
}
interface Sample {
  chains: readonly number[];
  timeout?: number | undefined;
  mode?: "any" | "none" | undefined;
  key?: string | null | undefined;
  onEnd?: (() => void) | undefined;
  limits?: readonly Limit[] | undefined;
  retry?: number | false | Limit | undefined;
  store?: object | undefined;
}

const limit: Options<Limit> = () => ({ max: required(above(0, "tokens")), name: { kind: "text" } });
const sample: Options<Sample, "timeout"> = () => ({
  chains: required(listOf(custom(Number.isInteger, "an integer"))),
  timeout: withDefault(above(0, "milliseconds"), 5),
  mode: oneOf("any", "none"),
  key: custom((value) => value === null || typeof value === "string", "a string or null"),
  onEnd: aFunction,
  limits: listOf(optionsOf(limit)),
  retry: {
    kind: "union",
    forms: [
      custom(Number.isInteger, "an integer"),
      custom((value) => value === false, "false"),
      optionsOf(limit),
    ],
  },
  store: unchecked,
});
const read = (options: unknown) => readOptions("sample", options as Sample, sample);

describe("readOptions", () => {
  test("returns a copy with the defaults, and without what is not given", () => {
    const options = { chains: [1], key: null, mode: undefined, limits: [{ max: 1 }] };
    const copy = read(options);
    expect(copy).toStrictEqual({ chains: [1], timeout: 5, key: null, limits: [{ max: 1 }] });
    expect(copy.chains).not.toBe(options.chains);
    expect(copy.limits?.[0]).not.toBe(options.limits[0]);
  });

  test.each([
    [{}, "chains: expected an array, got undefined"],
    [{ chains: null }, "chains: expected an array, got null"],
    [{ chains: [1, "2"] }, 'chains[1]: expected an integer, got "2"'],
    [{ chains: [], timeout: 0 }, "timeout: expected milliseconds > 0, got 0"],
    [{ chains: [], timeout: null }, "timeout: expected milliseconds > 0, got null"],
    [{ chains: [], mode: "all" }, 'mode: expected one of any, none, got "all"'],
    [{ chains: [], onEnd: {} }, "onEnd: expected a function, got a value of type object"],
    [{ chains: [], limits: [1] }, "limits[0]: expected an object, got 1"],
    [{ chains: [], limits: [{}] }, "limits[0].max: expected tokens > 0, got undefined"],
    [{ chains: [], limits: [{ max: 1, name: 2 }] }, "limits[0].name: expected a string, got 2"],
    [{ chains: [], retry: { max: -1 } }, "retry.max: expected tokens > 0, got -1"],
    [{ chains: [], retry: "2" }, 'retry: expected an integer or false or an object, got "2"'],
    [{ chains: [], retry: { maks: 1 } }, 'retry: unknown option "maks"'],
    [{ chains: [], limits: [{ max: 1, nam: "" }] }, 'limits[0]: unknown option "nam"'],
    [{ chain: [] }, 'unknown option "chain"'],
    [null, "expected an object with options"],
  ])("rejects %j", (options, message) => {
    expect(() => read(options)).toThrow(ConfigurationError);
    expect(() => read(options)).toThrow(expect.objectContaining({ message: `sample: ${message}` }));
  });

  test("does not show what could be a secret", () => {
    const phrase = "abandon abandon abandon abandon abandon abandon about";
    for (const [options, received] of [
      [{ chains: [], mode: phrase }, `a string of ${phrase.length} characters (not shown)`],
      [{ chains: [], key: 1, mode: "any" }, "1"],
      [{ chains: [], mode: `0x${"1".repeat(64)}` }, "a string of 66 characters (not shown)"],
    ] as const)
      expect(() => read(options)).toThrow(new RegExp(`got ${received.replace(/[()]/g, "\\$&")}$`));
    const secrets: Options<{ secret?: number | undefined }> = () => ({
      secret: above(0, "points"),
    });
    const options = { secret: "hunter2" } as never;
    expect(() => readOptions("sample", options, secrets)).toThrow(
      "sample: secret: expected points > 0, got a string of 7 characters (not shown)",
    );
  });

  test("reads every option once, own or inherited", () => {
    let reads = 0;
    class Given {
      get timeout() {
        return reads++ === 0 ? 7 : -1;
      }
    }
    const options = Object.assign(Object.create(new Given()), { chains: [] });
    expect(read(options).timeout).toBe(7);
    expect(reads).toBe(1);
  });

  test("rejects an option of Object.prototype, also inside of an option", () => {
    const prototype = Object.prototype as { max?: number };
    prototype.max = 1;
    try {
      expect(() => read({ chains: [], limits: [{}] })).toThrow(
        "Object.prototype has a property max",
      );
    } finally {
      delete prototype.max;
    }
  });
});
