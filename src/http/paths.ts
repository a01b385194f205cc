import type { Endpoint } from "../contract/endpoint.js";
import { ConfigurationError } from "../errors/data.js";
import { loadEndpoints } from "./load.js";
import { prepare } from "./prepare.js";
import { type PathTemplate, parsePath } from "./url.js";

/** A path that begins otherwise would change the host, and take the API key there. */
export function checkCustomPath(path: unknown): `/${string}` {
  if (typeof path !== "string" || !/^\/(?![\\/])[^?#\\\s]*$/.test(path) || /(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/i.test(path)) {
    throw new ConfigurationError(
      `path must begin with one slash and hold no query, fragment or dot segments, got ${JSON.stringify(path)}`,
      {
        hint: "Pass the query as query, and ids as params: { path: '/api/v1/things/{id}', params: { id } }.",
      },
    );
  }
  return path as `/${string}`;
}

/** Where each endpoint is found: at its own path, or at the one that the client was given for it. */
export function createPaths(
  given: Readonly<Record<string, string | undefined>>,
): (endpoint: Endpoint) => Promise<PathTemplate> | PathTemplate {
  const names = Object.keys(given);
  for (const name of names) checkCustomPath(given[name]);
  if (names.length === 0) return (endpoint) => prepare(endpoint).template;
  let checked: Promise<Map<string, PathTemplate>> | undefined;
  return async (endpoint) => {
    checked ??= checkAgainstContract(given);
    return (await checked).get(endpoint.name) ?? prepare(endpoint).template;
  };
}

async function checkAgainstContract(given: Readonly<Record<string, string | undefined>>): Promise<Map<string, PathTemplate>> {
  const endpoints = await loadEndpoints();
  const templates = new Map<string, PathTemplate>();
  for (const [name, path] of Object.entries(given)) {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new ConfigurationError(`paths names ${JSON.stringify(name)}, which is no operation`);
    if (endpoint.known === "contract") throw new ConfigurationError(`paths may not change ${name}: the service contract states its path`);
    const template = parsePath(path as string);
    const [wanted, got] = [parsePath(endpoint.path).names, template.names].map((params) => [...params].sort().join(", ") || "none");
    if (wanted !== got) throw new ConfigurationError(`the path of ${name} must hold exactly these parameters: ${wanted}; got: ${got}`);
    templates.set(name, template);
  }
  return templates;
}
