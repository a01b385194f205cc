/** The part of `node:zlib` that is used. Without an import, no bundle for pages contains it. */
export interface Zlib {
  gunzip: Decoder;
  inflate: Decoder;
  inflateRaw: Decoder;
  brotliDecompress: Decoder;
  readonly constants: { readonly Z_SYNC_FLUSH: number };
}

type Decoder = (
  bytes: Uint8Array,
  options: { readonly maxOutputLength: number; readonly finishFlush?: number },
  done: (error: Error | null, decoded: Uint8Array) => void,
) => void;

const decoders: Readonly<Record<string, Exclude<keyof Zlib, "constants">>> = {
  gzip: "gunzip",
  "x-gzip": "gunzip",
  deflate: "inflate",
  br: "brotliDecompress",
};

/** More would only cost time: no service compresses a response more often. */
const maxEncodings = 5;
/** The length of the longest buffer of Node 20. */
const longestBuffer = 2 ** 32;

/** Undoes `content-encoding`. Undefined if the result has more than `maxBytes` bytes. */
export async function decompress(
  zlib: Zlib,
  bytes: Uint8Array,
  encoding: string,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const names = encoding.split(",").map((name) => name.trim().toLowerCase());
  if (names.length > maxEncodings) return undefined;
  const maxOutputLength = Math.min(Math.floor(maxBytes), longestBuffer);
  let decoded = bytes;
  for (const name of names.reverse()) {
    const known = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (known === undefined) continue;
    // Some servers leave out the header that `deflate` has.
    const isRaw = known === "inflate" && ((decoded[0] ?? 0) & 15) !== 8;
    const decoder = zlib[isRaw ? "inflateRaw" : known];
    // As `fetch` does: without their last bytes, these formats are read, too.
    const end = known === "brotliDecompress" ? {} : { finishFlush: zlib.constants.Z_SYNC_FLUSH };
    try {
      decoded = await decode(decoder, decoded, { maxOutputLength, ...end });
    } catch (error) {
      if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") return undefined;
      throw error;
    }
  }
  return decoded;
}

function decode(
  decoder: Decoder,
  bytes: Uint8Array,
  options: Parameters<Decoder>[1],
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    decoder(bytes, options, (error, decoded) => (error ? reject(error) : resolve(decoded)));
  });
}
