import { isNode, readEnvironment } from "./runtime.js";

/** What to do if the environment names a proxy that Node ignores, which may be the cause. */
export function adviseOnIgnoredProxy(url: string): string {
  const { protocol, hostname } = new URL(url);
  const name = `${protocol.slice(0, -1).toUpperCase()}_PROXY`;
  const read = (variable: string) =>
    readEnvironment(variable.toLowerCase()) ?? readEnvironment(variable);
  const mayBeIgnored = isNode() && readEnvironment("NODE_USE_ENV_PROXY") !== "1";
  if (!mayBeIgnored || !read(name) || isExcluded(hostname, read("NO_PROXY"))) return "";
  return ` ${name} is set, and Node ignores it without NODE_USE_ENV_PROXY=1 (Node 22.21, 24 or later). undiciWire with an EnvHttpProxyAgent uses it, too.`;
}

/** Whether the environment excludes a host from the proxy, or the host is this machine. */
function isExcluded(host: string, excluded = ""): boolean {
  const names = excluded.toLowerCase().split(/[\s,]+/);
  const isListed = (name: string) =>
    name === "*" || (name !== "" && `.${host}`.endsWith(`.${name.replace(/^\*?\./, "")}`));
  return /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(host) || names.some(isListed);
}
