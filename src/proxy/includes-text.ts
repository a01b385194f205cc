/** A buffer of Node, whose search for a text is native. */
interface NodeBuffer {
  includes(text: string): boolean;
  subarray(start: number, end?: number): NodeBuffer;
  toString(encoding: "latin1"): string;
}

/**
 * Whether the chunks of a body have a text, also where one chunk ends and the next one starts. True
 * if they cannot be searched.
 */
export function includesText(chunks: readonly Uint8Array[], text: string): boolean {
  // The bytes of its UTF-8 as characters.
  const searched = unescape(encodeURIComponent(text));
  const overlap = searched.length - 1;
  let end = "";
  return chunks.some((bytes) => {
    // That of another dispatcher may be a `Uint8Array`, which finds no text.
    if (!("readInt8" in bytes)) return true;
    const chunk: NodeBuffer = bytes as never;
    const border = end + chunk.subarray(0, overlap).toString("latin1");
    const start = Math.max(0, bytes.byteLength - overlap);
    end += chunk.subarray(start).toString("latin1");
    end = end.slice(Math.max(0, end.length - overlap));
    return chunk.includes(text) || border.includes(searched);
  });
}
