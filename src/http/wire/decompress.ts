/** The part of `node:zlib` that is used. Without an import, no bundle for pages contains it. */
export interface Zlib {
  gunzip: Decoder;
  inflate: Decoder;
  brotliDecompress: Decoder;
}

type Decoder = (
  bytes: Uint8Array,
  options: { readonly maxOutputLength: number },
  done: (error: Error | null, decoded: Uint8Array) => void,
) => void;

const decoders: Readonly<Record<string, keyof Zlib>> = {
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
    const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (decoder === undefined) continue;
    try {
      decoded = await decode(zlib[decoder], decoded, maxOutputLength);
    } catch (error) {
      if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") return undefined;
      throw error;
    }
  }
  return decoded;
}

function decode(decoder: Decoder, bytes: Uint8Array, maxOutputLength: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    decoder(bytes, { maxOutputLength }, (error, decoded) =>
      error ? reject(error) : resolve(decoded),
    );
  });
}
