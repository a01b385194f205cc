/** The body's bytes; undefined where they are more than `max`. No more than that is ever held. */
export async function readBody(request: Request, max: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get("content-length")) > max) {
    await request.body?.cancel().catch(() => {});
    return undefined;
  }
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > max) {
      await reader.cancel().catch(() => {});
      return undefined;
    }
    parts.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
