import { decodeQuery } from "../contract/routing/decode-query.js";
import { tryParseJson } from "../http/response/parse-json.js";
import { nameOf } from "../shared/thrown.js";
import type { CheckReport, Exchange } from "./run-check.js";
import { toErrorShape, toShape } from "./shape.js";

/** The text of each recording, and which exchanges have none. */
export interface Recordings {
  readonly recordings: readonly { readonly file: string; readonly text: string }[];
  readonly failures: readonly { readonly file: string; readonly reason: string }[];
}

/** Describes the shape of each exchange of a check, and names a file for it. */
export function createRecordings({ exchanges }: Pick<CheckReport, "exchanges">): Recordings {
  const recordings: { file: string; text: string }[] = [];
  const failures: { file: string; reason: string }[] = [];
  for (const [i, exchange] of exchanges.entries()) {
    const file = nameFile(exchange, i + 1);
    try {
      recordings.push({ file, text: `${JSON.stringify(describeExchange(exchange), null, 1)}\n` });
    } catch (error) {
      // Such as a response that is nested too deeply. The message could quote the response.
      failures.push({ file, reason: nameOf(error) });
    }
  }
  return { recordings, failures };
}

function describeExchange({ endpoint, url, request, status, response }: Exchange): object {
  const { searchParams } = new URL(url);
  const query = decodeQuery(endpoint.query, searchParams, endpoint.arrays);
  const [body, result] = [tryParseJson(request), tryParseJson(response)];
  const isSuccess = status >= 200 && status < 300;
  const shapeOf = (value: unknown) =>
    isSuccess ? toShape(value, endpoint.response) : toErrorShape(value);
  return {
    method: endpoint.method,
    path: endpoint.path,
    ...(searchParams.size > 0 && { query: toShape(query, endpoint.query) }),
    ...(body !== undefined && { request: toShape(body, endpoint.body) }),
    status,
    // The page of an intermediary is no response of the service.
    response: result === undefined ? "<not JSON>" : shapeOf(result),
  };
}

function nameFile({ endpoint, status }: Exchange, position: number): string {
  const number = String(position).padStart(2, "0");
  const route = endpoint.path
    .replace(/^\/api\/v\d+\//, "")
    .replace(/\{\w+\}/g, "id")
    .replaceAll("/", "-");
  return `${number}-${endpoint.method.toLowerCase()}-${route}-${status}.json`;
}
