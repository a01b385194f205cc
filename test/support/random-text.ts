import fc from "fast-check";

/**
 * Text with any code points. `fc.string({ unit: "binary" })` builds a table of all of them first,
 * which takes a second and 100 MB per worker.
 */
export const unicodeText = (constraints: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string(constraints),
    fc.array(codePoint, constraints).map((points) => points.join("")),
  );

/** All but surrogates. */
const codePoint = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));
