export const openApiPath = "/openapi.json";

export async function formatOpenApi(): Promise<string> {
  const { createOpenApi } = await import("../../openapi/index.js");
  return `${JSON.stringify(createOpenApi(), null, 2)}\n`;
}

/** Anyone who can reach the sandbox may read the document: it has no data of a project. */
export async function serveOpenApi({ method }: Request): Promise<Response> {
  if (method !== "GET" && method !== "HEAD")
    return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
    vary: "origin",
  };
  return new Response(method === "GET" ? await formatOpenApi() : null, { headers });
}
