import type { ErrorId } from "./error-catalogue.js";
import type { Schema } from "./schema.js";

/** What a call does to the world: asking again is harmless (`read`, `quote`), or it changes something (`write`). */
export type Effect = "read" | "quote" | "write";

/** Where the path comes from: the service contract, other public documentation, or our conclusion. */
export type Known = "contract" | "published" | "inferred";

/** How a listing hands out its pages. */
export type Paging =
  | {
      readonly style: "cursor";
      readonly items: string;
      readonly param: "lastId";
      readonly next: "nextLastId";
      readonly size: "take";
    }
  | {
      readonly style: "page";
      readonly items: string;
      readonly param: "page";
      readonly total: "total";
      readonly size: "perPage";
      readonly defaultSize: number;
    }
  | {
      readonly style: "offset";
      readonly items: string;
      readonly param: "offset";
      readonly size: "take";
      readonly defaultSize: number;
    };

/** One operation of the service, as data. Everything else reads this value and repeats none of it. */
export interface Endpoint<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Response = unknown,
  Name extends string = string,
> {
  readonly name: Name;
  /** One line for people, used in the reference. */
  readonly title: string;
  /** The contract's label, such as `E1`, where it has one. */
  readonly label?: string;
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: `/${string}`;
  readonly params?: Schema<Params>;
  readonly query?: Schema<Query>;
  /** How a query array is written: the key repeated, or one key with commas. */
  readonly arrays?: "repeat" | "comma";
  /** Header parameters: the schema of what callers hand in, and the header each goes into. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Schema<Body>;
  /** Absent where the service answers with an empty body. */
  readonly response?: Schema<Response>;
  /** Gives an answer that comes in several spellings its one form, before it is checked. Leaves alone what it does not know. */
  readonly normalise?: (answer: unknown) => unknown;
  readonly errors: readonly ErrorId[];
  readonly effect: Effect;
  readonly known: Known;
  readonly paging?: Paging;
  /** True where an answer takes longer than usual, so that the longer default timeout holds. */
  slow?(body: Body): boolean;
  /** True where requests hold a person's data: problems then name the kind of a value, never the value. */
  readonly personal?: boolean;
  /** What to look up before trying again when the answer to a write was lost. */
  readonly lookup?: string;
}

/**
 * Declares one endpoint value and keeps its types.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  const Name extends string,
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Response = undefined,
>(
  value: Endpoint<Params, Query, Body, Response, Name>,
): Endpoint<Params, Query, Body, Response, Name> {
  return value;
}
