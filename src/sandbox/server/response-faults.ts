export async function truncateBody(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, Math.ceil(bytes.length / 2)));
    },
    pull(controller) {
      // biome-ignore lint/plugin: this is what fetch throws when a connection breaks off
      controller.error(new TypeError("terminated"));
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
