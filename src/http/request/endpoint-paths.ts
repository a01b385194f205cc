import type { Endpoint } from "../../contract/shared/endpoint.js";
import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { type PathTemplate, parsePath } from "./url.js";

type Paths = Readonly<Record<string, string | undefined>>;

const templates = new WeakMap<Endpoint, PathTemplate>();

/** Returns the path of an endpoint: its own, or the one in the option `paths`. */
export function createPathLookup(
  paths: Paths,
  endpoints: readonly Endpoint[],
): (endpoint: Endpoint) => PathTemplate {
  let corrected: ReadonlyMap<string, PathTemplate> | undefined;
  return (endpoint) => {
    corrected ??= resolveCorrectedPaths(paths, endpoints);
    return corrected.get(endpoint.name) ?? getTemplate(endpoint);
  };
}

function getTemplate(endpoint: Endpoint): PathTemplate {
  let template = templates.get(endpoint);
  if (!template) {
    template = parsePath(endpoint.path);
    templates.set(endpoint, template);
  }
  return template;
}

function resolveCorrectedPaths(
  paths: Paths,
  endpoints: readonly Endpoint[],
): ReadonlyMap<string, PathTemplate> {
  const corrected = new Map<string, PathTemplate>();
  for (const [name, path] of Object.entries(paths)) {
    const endpoint = endpoints.find((each) => each.name === name);
    if (!endpoint) {
      throw new ConfigurationError(`paths: unknown operation ${quoteValue(name)}`);
    }
    if (endpoint.known === "contract") {
      throw new ConfigurationError(
        `paths: ${name} cannot be changed, because the service contract states its path`,
      );
    }
    const template = parsePath(path as string);
    const [expected, received] = [parsePath(endpoint.path), template].map(
      ({ names }) => [...names].sort().join(", ") || "none",
    );
    if (expected !== received) {
      throw new ConfigurationError(
        `paths: ${name}: expected the parameters ${expected}, got ${received}`,
      );
    }
    corrected.set(name, template);
  }
  return corrected;
}
