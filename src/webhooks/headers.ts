import { WebhookVerificationError } from "../errors/index.js";

/**
 * The request headers: `Headers`, a plain object such as `request.headers` of Node, a Map, or
 * pairs. Names are case-insensitive.
 */
export type WebhookHeaders =
  | Iterable<readonly [string, string | readonly string[] | undefined]>
  | { readonly [name: string]: string | readonly string[] | undefined };

export interface SignedHeaders {
  readonly id: string;
  /** Seconds since 1970. Text, because the text is signed. */
  readonly timestamp: string;
  readonly signature: string;
}

const names = ["id", "timestamp", "signature"] as const;
const prefixes = ["svix", "webhook"] as const;

export function parseHeaders(headers: WebhookHeaders): SignedHeaders {
  const found = new Map<string, string[]>();
  for (const [name, value] of toPairs(headers)) {
    const lower = name.toLowerCase();
    if (!/^(?:svix|webhook)-(?:id|timestamp|signature)$/.test(lower)) continue;
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each === undefined || each === null) continue;
      if (typeof each !== "string")
        throw new WebhookVerificationError("bad_headers", `${lower} is not a string`);
      found.set(lower, [...(found.get(lower) ?? []), each]);
    }
  }
  for (const [name, { length }] of found) {
    if (length > 1)
      throw new WebhookVerificationError("duplicate_header", `got ${name} ${length} times`);
  }
  const getHeader = (prefix: string, name: string) => found.get(`${prefix}-${name}`)?.[0];
  for (const name of names) {
    const [svix, webhook] = prefixes.map((prefix) => getHeader(prefix, name));
    const message = `svix-${name} and webhook-${name} differ`;
    if (svix !== undefined && webhook !== undefined && svix !== webhook)
      throw new WebhookVerificationError("conflicting_headers", message);
  }
  // All three headers must have the same prefix.
  const prefix =
    prefixes.find((each) => names.every((name) => getHeader(each, name))) ??
    prefixes.find((each) => getHeader(each, "id")) ??
    "svix";
  const [id, timestamp, signature] = names.map((name) => getHeader(prefix, name));
  if (id && timestamp && signature) return { id, timestamp, signature };
  const missing = names.filter((name) => !getHeader(prefix, name));
  const list = missing.map((name) => `${prefix}-${name}`).join(", ");
  const message = `${list} ${missing.length > 1 ? "are" : "is"} missing or empty`;
  const hint = "Pass request.headers unchanged, and check that no proxy removes headers.";
  throw new WebhookVerificationError("missing_header", message, { hint });
}

function toPairs(headers: WebhookHeaders): [string, unknown][] {
  const createHeadersError = () =>
    new WebhookVerificationError("bad_headers", "the headers have an unsupported type", {
      hint: "Pass request.headers: Headers, a plain object, a Map, or an array of pairs.",
    });
  if (typeof headers !== "object" || headers === null) throw createHeadersError();
  if (!(Symbol.iterator in headers)) return Object.entries(headers);
  // Rejects flat lists, such as rawHeaders of Node.
  return [...(headers as Iterable<unknown>)].map((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== "string")
      throw createHeadersError();
    return pair as [string, unknown];
  });
}
