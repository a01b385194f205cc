import type { Moment } from "../../shared/steady-time.js";

/** What the client knows of a response, besides its data. */
interface Remembered {
  /** The name of the endpoint. */
  readonly operation: string;
  /** The body that was sent, without fields that only `extraBody` has added. */
  readonly request: unknown;
  /** The `Date` header. */
  readonly date: string | null;
  readonly sentAt: Moment;
}

/** One map for all copies of the package, such as an ESM and a CommonJS copy in one process. */
const mapKey = Symbol.for("bursar.requests");
/** For realms whose `globalThis` is frozen. */
const ownMap = new WeakMap<object, Remembered>();

function getMap(): WeakMap<object, Remembered> {
  const holder = globalThis as { [mapKey]?: WeakMap<object, Remembered> };
  // Not an assignment, which throws: the response of a write must not be lost.
  if (!holder[mapKey]) Reflect.set(holder, mapKey, new WeakMap());
  return holder[mapKey] ?? ownMap;
}

const isRecord = (value: unknown): value is object => typeof value === "object" && value !== null;

/**
 * Remembers the request of a response, also for each record in it: a caller passes on one quote of
 * a list. Nothing is written into the data, and nothing keeps it alive.
 */
export function rememberRequest(response: unknown, known: Remembered): void {
  const map = getMap();
  const records = [response, ...Object.values(Object(response)).flat()];
  for (const record of records) if (isRecord(record)) map.set(record, known);
}

export function recallRequest(response: unknown): Remembered | undefined {
  return isRecord(response) ? getMap().get(response) : undefined;
}
