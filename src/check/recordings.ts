import { decodeQuery } from "../contract/routing/decode-query.js";
import { nameOf } from "../errors/thrown.js";
import { tryParseJson } from "../http/response/parse-json.js";
import { createMasker, type Masker } from "./mask.js";
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

/** The text of each recording, and which exchanges have none. */
export interface Recordings {
  readonly recordings: readonly { readonly file: string; readonly text: string }[];
  readonly failures: readonly { readonly file: string; readonly reason: string }[];
}

/** Masks the exchanges of a check, and names a file for each. */
export function createRecordings(
  { exchanges, baseUrl }: Pick<CheckReport, "exchanges" | "baseUrl">,
  apiKey: string,
  random?: Random,
): Recordings {
  const masker = createMasker([apiKey], random);
  const recordings: { file: string; text: string }[] = [];
  const failures: { file: string; reason: string }[] = [];
  for (const [i, exchange] of exchanges.entries()) {
    const file = nameFile(exchange, i + 1);
    try {
      const recording = createRecording(exchange, baseUrl, masker);
      if (recording) recordings.push({ file, text: `${JSON.stringify(recording, null, 1)}\n` });
    } catch (error) {
      // Such as a response that is nested too deeply. The message could quote the response.
      failures.push({ file, reason: nameOf(error) });
    }
  }
  return { recordings, failures };
}

/** Undefined for a page of an intermediary: it is no response of the service. */
function createRecording(
  exchange: Exchange,
  baseUrl: string,
  masker: Masker,
): Recording | undefined {
  const { endpoint, status, at } = exchange;
  const response = tryParseJson(exchange.response);
  if (response === undefined) return undefined;
  const request = tryParseJson(exchange.request);
  return {
    method: endpoint.method,
    path: maskPath(exchange, baseUrl, masker),
    ...(request !== undefined && { request: masker.json(request, endpoint.body) }),
    status,
    at,
    response: isSuccess(status)
      ? masker.json(response, endpoint.response)
      : masker.error(response, endpoint),
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function nameFile({ endpoint, status }: Exchange, position: number): string {
  const number = String(position).padStart(2, "0");
  const route = endpoint.path
    .replace(/^\/api\/v\d+\//, "")
    .replace(/\{\w+\}/g, "id")
    .replaceAll("/", "-");
  return `${number}-${endpoint.method.toLowerCase()}-${route}-${status}.json`;
}

function maskPath({ endpoint, url }: Exchange, baseUrl: string, masker: Masker): string {
  const segments = readPath(url, baseUrl).split("/");
  const path = endpoint.path
    .split("/")
    .map((part, i) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (!name) return part;
      const segment = decodeURIComponent(segments[i] ?? "");
      return encodeURIComponent(masker.field(name, segment, endpoint.params));
    })
    .join("/");
  const { searchParams } = new URL(url);
  const typed = decodeQuery(endpoint.query, searchParams, endpoint.arrays);
  const query = [...searchParams].map(([name, text]) => {
    const value = [typed[name]].flat()[0];
    const parts = endpoint.arrays === "comma" ? text.split(",") : [text];
    const masked = parts.map((part) =>
      typeof value === "string" ? masker.field(name, part, endpoint.query) : part,
    );
    return `${encodeURIComponent(name)}=${masked.map(encodeURIComponent).join(",")}`;
  });
  return query.length ? `${path}?${query.join("&")}` : path;
}
