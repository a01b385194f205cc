/** Whether the chunks of a body have a text, also where one chunk ends and the next one starts. */
export function includesText(chunks: readonly Uint8Array[], text: string): boolean {
  const searched = Buffer.from(text);
  const overlap = searched.byteLength - 1;
  let end: Buffer = Buffer.alloc(0);
  return chunks.some(({ buffer, byteOffset, byteLength }) => {
    const chunk = Buffer.from(buffer, byteOffset, byteLength);
    const border = Buffer.concat([end, chunk.subarray(0, overlap)]);
    const last = Buffer.concat([end, chunk.subarray(Math.max(0, byteLength - overlap))]);
    end = last.subarray(Math.max(0, last.byteLength - overlap));
    return chunk.includes(searched) || border.includes(searched);
  });
}
