import { endpoints } from "../endpoints.js";
import type { Endpoint } from "../shared/endpoint.js";

interface Route {
  readonly endpoint: Endpoint;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

let routes: Route[] | undefined;

/** The routes of all endpoints. Paths without parameters come first: `/address` is not an id. */
function allRoutes(): Route[] {
  routes ??= (endpoints as readonly Endpoint[])
    .map((endpoint) => ({
      endpoint,
      pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "([^/]+)")}$`),
      names: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
    }))
    .sort((a, b) => a.names.length - b.names.length);
  return routes;
}

/** Finds the endpoint of a request, with its path parameters. */
export function findRoute(
  method: string,
  path: string,
): { endpoint: Endpoint; params: Record<string, string> } | undefined {
  for (const { endpoint, pattern, names } of allRoutes()) {
    const match = endpoint.method === method ? pattern.exec(path) : null;
    if (match)
      return {
        endpoint,
        params: Object.fromEntries(names.map((name, i) => [name, decode(match[i + 1] as string)])),
      };
  }
  return undefined;
}

export function methodsAt(path: string): string[] {
  const methods = allRoutes().flatMap(({ endpoint, pattern }) =>
    pattern.test(path) ? [endpoint.method] : [],
  );
  return [...new Set(methods)].sort();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
