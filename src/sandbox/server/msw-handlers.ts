/** The part of MSW's `http` namespace that is needed. The package itself is not imported, so that only its users install it. */
export interface MswHttp<Handler> {
  all(path: string, resolver: (info: { request: Request }) => Promise<Response>): Handler;
}

/** What `sandbox.handlers` takes: `import { http } from "msw"`. */
export interface MswHandlers<Handler> {
  http: MswHttp<Handler>;
}

/** Sends every request under the sandbox's address to the sandbox. */
export function createMswHandlers<Handler>(
  http: MswHttp<Handler>,
  baseUrl: string,
  fetch: (request: Request) => Promise<Response>,
): Handler[] {
  const answer = async (request: Request): Promise<Response> => {
    try {
      return await fetch(request);
    } catch (error) {
      // Whoever gave up hears of it from their own signal; MSW would print it as a fault of the handler.
      if (request.signal.aborted) return Response.error();
      throw error;
    }
  };
  return [http.all(`${baseUrl.replace(/\/+$/, "")}/*`, ({ request }) => answer(request))];
}
