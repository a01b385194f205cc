import { decodeQuery } from "../contract/routing/decode-query.js";
import { createMasker } from "./mask.js";
import { type CheckReport, type Exchange, readPath } from "./run-check.js";
import type { Random } from "./scramble.js";

/** An exchange as `test/recorded` reads it. */
export interface Recording {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly request?: unknown;
  readonly status: number;
  readonly at: number;
  readonly response: unknown;
}

/** Masks the exchanges of a check, and names a file for each. */
export function createRecordings(
  { exchanges, baseUrl }: Pick<CheckReport, "exchanges" | "baseUrl">,
  apiKey: string,
  random?: Random,
): { readonly file: string; readonly recording: Recording }[] {
  const masker = createMasker([apiKey], random);
  return exchanges.flatMap((exchange, i) => {
    const { endpoint, status, at } = exchange;
    const response = parseJson(exchange.response);
    // A page of an intermediary is no response of the service.
    if (response === undefined) return [];
    const request = parseJson(exchange.request);
    const path = maskPath(exchange, baseUrl, masker.field);
    const recording: Recording = {
      method: endpoint.method,
      path,
      ...(request !== undefined && { request: masker.json(request) }),
      status,
      at,
      response: masker.json(response),
    };
    const number = String(i + 1).padStart(2, "0");
    const route = endpoint.path
      .replace(/^\/api\/v\d+\//, "")
      .replace(/\{\w+\}/g, "id")
      .replaceAll("/", "-");
    const file = `${number}-${endpoint.method.toLowerCase()}-${route}-${status}.json`;
    return [{ file, recording }];
  });
}

function maskPath(
  { endpoint, url }: Exchange,
  baseUrl: string,
  mask: (name: string, text: string) => string,
): string {
  const segments = readPath(url, baseUrl).split("/");
  const path = endpoint.path
    .split("/")
    .map((part, i) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      const segment = segments[i] ?? "";
      return name ? encodeURIComponent(mask(name, decodeURIComponent(segment))) : part;
    })
    .join("/");
  const { searchParams } = new URL(url);
  const typed = decodeQuery(endpoint.query, searchParams, endpoint.arrays);
  const query = [...searchParams].map(([name, text]) => {
    const value = [typed[name]].flat()[0];
    const parts = endpoint.arrays === "comma" ? text.split(",") : [text];
    const masked = parts.map((part) => (typeof value === "string" ? mask(name, part) : part));
    return `${encodeURIComponent(name)}=${masked.map(encodeURIComponent).join(",")}`;
  });
  return query.length ? `${path}?${query.join("&")}` : path;
}

/** Undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
