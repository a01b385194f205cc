/** A buffer of Node, whose search for a text is native. That of a `Uint8Array` is for one byte. */
export interface NodeBuffer {
  readonly byteLength: number;
  includes(text: string): boolean;
  subarray(start: number, end?: number): NodeBuffer;
  toString(encoding: "latin1"): string;
}

/** Whether all chunks are buffers of Node. A dispatcher of the program may return other ones. */
export function areBuffers(
  chunks: readonly Uint8Array[],
): chunks is readonly (Uint8Array & NodeBuffer)[] {
  return chunks.every((chunk) => "readInt8" in chunk);
}

/** Whether the chunks of a body have a text, also where one chunk ends and the next one starts. */
export function includesText(chunks: readonly NodeBuffer[], text: string): boolean {
  // The bytes of its UTF-8 as characters.
  const searched = unescape(encodeURIComponent(text));
  const overlap = searched.length - 1;
  let end = "";
  return chunks.some((chunk) => {
    const border = end + chunk.subarray(0, overlap).toString("latin1");
    const start = Math.max(0, chunk.byteLength - overlap);
    end += chunk.subarray(start).toString("latin1");
    end = end.slice(Math.max(0, end.length - overlap));
    return chunk.includes(text) || border.includes(searched);
  });
}
