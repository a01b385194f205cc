import fc from "fast-check";
import { pathsOf, valueAt, without, withValue } from "../contract/walk.js";
import { unicodeText } from "../support/random-text.js";

/** Text that readers, terminals and dialogs handle in unexpected ways. */
export const hostileText = fc.oneof(
  fc.string({ maxLength: 30 }),
  unicodeText({ maxLength: 20 }),
  fc.constantFrom(
    ...["", " ", "\n", "\r\nTo: 0x0", "\u2028Fee: 0", "\u0000", "\u001b[2J", "\u007f", "\u0085"],
    ...["\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\u061c", "\u180e", "\u2800", "\u3164"],
    ...["\ud800", "\udc00", "\ud800\u200b\udc00", "\u{e0041}", "e\u0301", "ﬀ", "．．／", "‥"],
    ...["__proto__", "constructor", "toString", "then", "length", "hasOwnProperty"],
    ...["0x", "0xg", "-0", "1e400", "1e-400", "NaN", "Infinity", "0x10", "٣", "1_000", "1,5"],
    ...["9".repeat(80), "0".repeat(5_000), `0.${"0".repeat(5_000)}`, "x".repeat(5_000)],
    ...["You get at least: 9", "https://a:b@c.test/?key=1", `0x${"1".repeat(64)}`, "%2e%2e/"],
  ),
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 1.5, 137, 2 ** 53, 1e21, 1e308, 1e-7),
  fc.constantFrom<unknown>([], {}, [[]], [{}], [null], { length: 1 }, { toString: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 1, max: 60 }).map((depth) => JSON.parse(nest(depth))),
);

export const nest = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

const fieldName = fc.oneof(
  hostileText,
  fc.constantFrom("id", "message", "data", "success", "errors", "chainId", "type", "0"),
);
const change = fc.record({
  kind: fc.constantFrom("replace", "replace", "replace", "remove", "add", "copy"),
  place: fc.nat(),
  other: fc.nat(),
  name: fieldName,
  value: hostileValue,
});

/** Copies of JSON values in which a few random places differ. */
export const changed = (json: unknown, maxLength = 4): fc.Arbitrary<unknown> =>
  fc.array(change, { maxLength }).map((changes) => changes.reduce(apply, json));

function apply(
  json: unknown,
  { kind, place, other, name, value }: typeof change extends fc.Arbitrary<infer C> ? C : never,
): unknown {
  const paths = [[], ...pathsOf(json)];
  const path = paths[place % paths.length] ?? [];
  if (kind === "replace") return withValue(json, path, value);
  if (kind === "copy")
    return withValue(json, path, valueAt(json, paths[other % paths.length] ?? []));
  if (kind === "remove") return path.length === 0 ? json : without(json, path);
  const parent = valueAt(json, path);
  if (typeof parent !== "object" || parent === null) return json;
  return withValue(json, [...path, Array.isArray(parent) ? parent.length : name], value);
}
