import { WebhookVerificationError } from "../errors/index.js";

/**
 * The headers of a delivery, however a server hands them over: `Headers`, a plain object as Node's `request.headers`, a Map, or pairs. Names in
 * upper or lower case.
 */
export type WebhookHeaders =
  | Iterable<readonly [string, string | readonly string[] | undefined]>
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The three that a delivery is verified by. */
export interface SignedHeaders {
  readonly id: string;
  /** Seconds since 1970, as text: the text is what was signed. */
  readonly timestamp: string;
  readonly signature: string;
}

const names = ["id", "timestamp", "signature"] as const;
const families = ["svix", "webhook"] as const;

export function parseHeaders(headers: WebhookHeaders): SignedHeaders {
  const found = new Map<string, string[]>();
  for (const [name, value] of toPairs(headers)) {
    const lower = name.toLowerCase();
    if (!/^(?:svix|webhook)-(?:id|timestamp|signature)$/.test(lower)) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null) continue;
      if (typeof one !== "string")
        throw new WebhookVerificationError("bad_headers", `${lower} is not a text`);
      found.set(lower, [...(found.get(lower) ?? []), one]);
    }
  }
  for (const [name, { length }] of found) {
    if (length > 1)
      throw new WebhookVerificationError("duplicate_header", `${name} came ${length} times`);
  }
  for (const name of names) {
    const [svix, webhook] = families.map((family) => found.get(`${family}-${name}`)?.[0]);
    if (svix !== undefined && webhook !== undefined && svix !== webhook) {
      throw new WebhookVerificationError(
        "conflicting_headers",
        `svix-${name} and webhook-${name} differ`,
      );
    }
  }
  // One family is taken whole: no sender writes half of each.
  const headerOf = (family: string, name: string) =>
    found.get(`${family}-${name}`)?.[0] || undefined;
  const family =
    families.find((each) => names.every((name) => headerOf(each, name))) ??
    families.find((each) => headerOf(each, "id")) ??
    "svix";
  const [id, timestamp, signature] = names.map((name) => headerOf(family, name));
  if (id && timestamp && signature) return { id, timestamp, signature };
  const missing = names
    .filter((name) => !headerOf(family, name))
    .map((name) => `${family}-${name}`);
  throw new WebhookVerificationError(
    "missing_header",
    `${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} missing or empty`,
    {
      hint: "Hand over the headers of the request as they came (request.headers), and see that no proxy takes some out.",
    },
  );
}

function toPairs(headers: WebhookHeaders): [string, unknown][] {
  const unreadable = () =>
    new WebhookVerificationError("bad_headers", "the headers cannot be read", {
      hint: "Hand over request.headers: Headers, a plain object, a Map, or an array of pairs.",
    });
  if (typeof headers !== "object" || headers === null) throw unreadable();
  if (!(Symbol.iterator in headers)) return Object.entries(headers);
  // A flat list, as Node's rawHeaders, is none of pairs.
  return [...(headers as Iterable<unknown>)].map((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== "string")
      throw unreadable();
    return pair as [string, unknown];
  });
}
