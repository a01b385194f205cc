import { readdirSync, readFileSync } from "node:fs";

/** An exchange with a running service. */
export interface Recording {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly request?: unknown;
  readonly status: number;
  readonly response: unknown;
  readonly at?: number;
  readonly note?: string;
}

export type NamedRecording = readonly [file: string, recording: Recording];

/** Loads every recording of a folder. */
export function loadRecordings(folder = "test/recorded/exchanges"): NamedRecording[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => [file, JSON.parse(readFileSync(`${folder}/${file}`, "utf8"))]);
}

export function isSuccess({ status }: Recording): boolean {
  return status >= 200 && status < 300;
}

/** The fields of an error response. */
export interface ErrorBody {
  readonly id?: string;
  readonly message?: string;
  readonly traceId?: string;
  readonly errors?: readonly { readonly code: string; readonly path: (string | number)[] }[];
}

export function errorBodyOf({ response }: Recording): ErrorBody {
  return response as ErrorBody;
}
