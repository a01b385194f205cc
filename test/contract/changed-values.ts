import fc from "fast-check";
import { bitcoin, hash, owner, wallet } from "../support/fixtures/values.js";
import { type Path, pathsOf, valueAt, without, withValue } from "./walk.js";

const values = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, "", "text", 0, -1, 1.5, true, false, [], {}, [null], [{}], { id: 137 }, [[]], "137"],
    ...["1e5", "-1.5", owner, hash],
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const fieldNames = fc.constantFrom(
  ...["addedLater", "id", "length", "constructor", "toString", "chain", "domain", "0", ""],
);

interface Change {
  readonly kind: "remove" | "replace" | "add";
  readonly place: number;
  readonly name: string;
  readonly item: unknown;
}

/** One to four changes of a JSON value. */
export const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("remove", "replace", "add"),
    place: fc.nat(),
    name: fieldNames,
    item: values,
  }),
  { minLength: 1, maxLength: 4 },
);

export function apply(json: unknown, { kind, place, name, item }: Change): unknown {
  const paths: Path[] = [[], ...pathsOf(json)];
  const path = paths[place % paths.length] as Path;
  if (kind === "replace") return withValue(json, path, item);
  if (kind === "remove") return path.length === 0 ? json : without(json, path);
  const parent = valueAt(json, path);
  if (typeof parent !== "object" || parent === null) return json;
  return withValue(json, [...path, Array.isArray(parent) ? parent.length : name], item);
}

const wrongChecksum = `${owner.slice(0, -1)}${owner.at(-1) === "0" ? "1" : "0"}`;
const texts = [
  ...["", "text", "17", "-1", "1e3", "0x", "a b&c", owner, owner.toLowerCase(), wrongChecksum],
  ...[wallet, hash, bitcoin.segwit, bitcoin.taproot, "COMPLETED", "SWAP", "FAILED", "USD", "true"],
  ...["createdAt", "2026-01-31T12:00:00Z", "2026-02-30T12:00:00Z"],
];
const others = [
  ...[0, 1, -1, 25, 100, 101, 0.5, 137, 138, Number.NaN, Number.POSITIVE_INFINITY, 1e21],
  ...[true, false, null, undefined, {}, [], 5n],
];
const lists = [[137], [0, 137], [138], ["SWAP"], ["SWAP", ""], [owner], [null]];
const dates = [new Date(0), new Date(Number.NaN)];
class Throwing {
  [Symbol.toPrimitive](): never {
    throw new RangeError("was converted");
  }
}
const odd = [Symbol("odd"), new Throwing(), Object.create(null)];

/** Values that a caller may pass in a field of a request. */
export const requestValues = fc.constantFrom<unknown>(
  ...texts,
  ...others,
  ...lists,
  ...dates,
  ...odd,
);
