import { trimEnd } from "../../shared/trim-end.js";

/** The used part of MSW's `http`. MSW itself is not imported, so that it stays optional. */
export interface MswHttp<Handler> {
  all(path: string, resolver: (info: { request: Request }) => Promise<Response>): Handler;
}

/** The argument of `sandbox.handlers`: `import { http } from "msw"`. */
export interface MswHandlers<Handler> {
  http: MswHttp<Handler>;
}

export function createMswHandlers<Handler>(
  http: MswHttp<Handler>,
  baseUrl: string,
  fetch: (request: Request) => Promise<Response>,
): Handler[] {
  const handle = async ({ request }: { request: Request }): Promise<Response> => {
    try {
      return await fetch(request);
    } catch (error) {
      // The caller knows that it aborted. MSW would log the error as a handler failure.
      if (request.signal.aborted) return Response.error();
      throw error;
    }
  };
  return [http.all(`${trimEnd(baseUrl, "/")}/*`, handle)];
}
