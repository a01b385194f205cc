import { concatBytes } from "../shared/bytes.js";

export function encodeCompactSize(value: number): number[] {
  if (value < 0xfd) return [value];
  if (value <= 0xffff) return [0xfd, value & 0xff, value >>> 8];
  return [0xfe, value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];
}

/** Parses a serialized witness. Returns undefined unless the bytes are its shortest encoding. */
export function parseWitness(bytes: Uint8Array): Uint8Array[] | undefined {
  let offset = 0;
  const readCompactSize = (): number => {
    const first = bytes[offset++] ?? Number.NaN;
    if (!(first >= 0xfd)) return first;
    // Sizes of eight bytes are not supported: no witness item has 4 GB.
    const width = first === 0xfd ? 2 : first === 0xfe ? 4 : 0;
    let value = 0;
    for (let i = 0; i < width; i++) value += (bytes[offset++] ?? Number.NaN) * 256 ** i;
    const isShortest = value > (width === 2 ? 0xfc : 0xffff);
    return isShortest ? value : Number.NaN;
  };
  const items: Uint8Array[] = [];
  for (let left = readCompactSize(); left !== 0; left--) {
    const length = readCompactSize();
    // Also false if the length is NaN.
    if (!(offset + length <= bytes.length)) return undefined;
    items.push(bytes.slice(offset, offset + length));
    offset += length;
  }
  return offset === bytes.length ? items : undefined;
}

export function serializeWitness(items: readonly Uint8Array[]): Uint8Array {
  const parts = items.flatMap((item) => [encodeCompactSize(item.length), item]);
  return concatBytes(encodeCompactSize(items.length), ...parts);
}
