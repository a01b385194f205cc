import fc from "fast-check";
import { bytesToHex } from "viem/utils";
import type { TypedData, TypedDataField } from "../../../src/contract/shared/records.js";
import { unicodeText } from "../../support/random-text.js";

type Json = TypedData["message"][string];

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((each) => bytesToHex(each));
const bits = fc.integer({ min: 1, max: 32 }).map((n) => n * 8);
const atomType = fc.oneof(
  fc.constantFrom("address", "bool", "string", "bytes"),
  fc.integer({ min: 1, max: 32 }).map((n) => `bytes${n}`),
  bits.map((n) => `uint${n}`),
  bits.map((n) => `int${n}`),
);
const dimensions = fc
  .array(fc.constantFrom("[]", "[1]", "[2]", "[3]"), { maxLength: 2 })
  .map((each) => each.join(""));

/** An integer in every unambiguous notation. */
function integer(signed: boolean, size: number): fc.Arbitrary<Json> {
  const top = 1n << BigInt(signed ? size - 1 : size);
  return fc.bigInt({ min: signed ? -top : 0n, max: top - 1n }).chain((value) => {
    const forms: Json[] = [value, value.toString()];
    if (value >= 0n) forms.push(`0x${value.toString(16)}`);
    if (value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER))
      forms.push(Number(value));
    return fc.constantFrom(...forms);
  });
}

function createValue(type: string, types: TypedData["types"]): fc.Arbitrary<Json> {
  const array = /^(.+)\[(\d*)\]$/.exec(type);
  if (array) {
    const length = array[2]
      ? { minLength: Number(array[2]), maxLength: Number(array[2]) }
      : { maxLength: 3 };
    return fc.array(createValue(array[1] as string, types), length);
  }
  const fields = types[type];
  if (fields)
    return fc.record(
      Object.fromEntries(fields.map((field) => [field.name, createValue(field.type, types)])),
    );
  if (type === "bool") return fc.boolean();
  if (type === "string") return unicodeText();
  if (type === "address") return bytes(20);
  if (type === "bytes") return fc.integer({ min: 0, max: 70 }).chain(bytes);
  if (type.startsWith("bytes")) return bytes(Number(type.slice(5)));
  return integer(type.startsWith("int"), Number(type.replace(/\D/g, "")));
}

/** Structs that refer only to later ones. Contains only structs that the first one uses. */
const structs: fc.Arbitrary<TypedData["types"]> = fc.integer({ min: 1, max: 4 }).chain((count) =>
  fc
    .tuple(
      ...Array.from({ length: count }, (_, i) => {
        const later = Array.from({ length: count - i - 1 }, (_, j) => `S${i + j + 1}`);
        const element = later.length > 0 ? fc.oneof(atomType, fc.constantFrom(...later)) : atomType;
        const type = fc.tuple(element, dimensions).map(([name, lists]) => name + lists);
        return fc
          .array(type, { minLength: 1, maxLength: 4 })
          .map((all) => all.map((of, f): TypedDataField => ({ name: `f${f}`, type: of })));
      }),
    )
    .map((all) => {
      const types: TypedData["types"] = {};
      const reach = (name: string): void => {
        const fields = all[Number(name.slice(1))];
        if (!/^S\d$/.test(name) || types[name] || !fields) return;
        types[name] = fields;
        for (const { type } of fields) reach(type.replace(/\[.*$/, ""));
      };
      reach("S0");
      return types;
    }),
);

const domain = fc
  .record(
    {
      name: unicodeText(),
      version: fc.string({ minLength: 1 }),
      chainId: fc.nat(),
      verifyingContract: bytes(20),
      salt: bytes(32),
    },
    { requiredKeys: [] },
  )
  .filter((each) => Object.keys(each).length > 0);

const countValues = (value: unknown): number =>
  Object(value) === value
    ? Object.values(value as object).reduce((sum: number, each) => sum + countValues(each), 1)
    : 1;

/** Typed data that every library hashes to the same value. More than 2,000 values are rejected. */
export const typedData: fc.Arbitrary<TypedData> = fc
  .tuple(structs, domain)
  .chain(([types, of]) =>
    createValue("S0", types).map((message) => ({
      domain: of as TypedData["domain"],
      types,
      primaryType: "S0",
      message: message as TypedData["message"],
    })),
  )
  .filter(({ message }) => countValues(message) <= 2_000);
