/** The part of MSW's `http` namespace that is needed. The package itself is not imported, so that only its users install it. */
export interface MswHttp<Handler> {
  all(path: string, resolver: (info: { request: Request }) => Promise<Response>): Handler;
}

/** What `sandbox.handlers` takes: `import { http } from "msw"`. */
export interface MswHandlers<Handler> {
  http: MswHttp<Handler>;
}

/** Sends every request under the sandbox's address to the sandbox. */
export function mswHandlers<Handler>(http: MswHttp<Handler>, baseUrl: string, fetch: (request: Request) => Promise<Response>): Handler[] {
  return [http.all(`${baseUrl.replace(/\/+$/, "")}/*`, ({ request }) => fetch(request))];
}
