import { isNode, readEnvironment } from "./runtime.js";

/** What to do if the environment names a proxy, which Node may ignore. */
export function adviseOnIgnoredProxy(url: string): string {
  const { protocol, hostname } = new URL(url);
  const name = `${protocol.slice(0, -1).toUpperCase()}_PROXY`;
  const read = (variable: string) =>
    readEnvironment(variable.toLowerCase()) ?? readEnvironment(variable);
  if (!isNode() || !read(name) || isExcluded(hostname, read("NO_PROXY"))) return "";
  return ` ${name} is set: Node uses it only with NODE_USE_ENV_PROXY=1, from 22.21 and 24 on, and undiciWire with an EnvHttpProxyAgent.`;
}

/** Whether the environment excludes a host from the proxy, or the host is this machine. */
function isExcluded(host: string, excluded = ""): boolean {
  const names = excluded.toLowerCase().split(/[\s,]+/);
  const isListed = (name: string) =>
    name === "*" || (name !== "" && `.${host}`.endsWith(`.${name.replace(/^\*?\.|:\d+$/g, "")}`));
  return /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(host) || names.some(isListed);
}
