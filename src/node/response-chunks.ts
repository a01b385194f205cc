/** The bodies of responses, so that a Node server does not copy them through a `Response`. */
const chunksOf = new WeakMap<Response, readonly Uint8Array[]>();

export function createResponse(chunks: readonly Uint8Array[], init: ResponseInit): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const response = new Response(body, init);
  chunksOf.set(response, chunks);
  return response;
}

export async function readChunks(response: Response): Promise<readonly Uint8Array[]> {
  const chunks = response.bodyUsed ? undefined : chunksOf.get(response);
  return chunks ?? [new Uint8Array(await response.arrayBuffer())];
}
