import { constants } from "node:buffer";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

const decoders = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** More would only cost time: no service compresses a response more often. */
const maxEncodings = 5;

/** Undoes `content-encoding`. Undefined if the result has more than `maxBytes` bytes. */
export async function decompress(
  bytes: Uint8Array,
  encoding: string | string[] | undefined,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const names = listEncodings(encoding);
  if (names.length > maxEncodings) return undefined;
  const maxOutputLength = Math.min(Math.floor(maxBytes), constants.MAX_LENGTH);
  let decoded = bytes;
  for (const name of names.reverse()) {
    if (!Object.hasOwn(decoders, name)) continue;
    try {
      decoded = await decoders[name as keyof typeof decoders](decoded, { maxOutputLength });
    } catch (error) {
      if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") return undefined;
      throw error;
    }
  }
  return decoded;
}

const listEncodings = (encoding: string | string[] | undefined): string[] =>
  [encoding ?? []]
    .flat()
    .join(",")
    .split(",")
    .map((name) => name.trim().toLowerCase());
