import type { Schema } from "../records/schema.js";
import type { ErrorId } from "./error-catalogue.js";
import type { RepeatedValue } from "./repeated-value.js";

/** A `read` or a `quote` changes nothing and can be repeated. A `write` changes something. */
export type Effect = "read" | "quote" | "write";
export const effects = ["read", "quote", "write"] as const satisfies Effect[];

/** The source of a path: the service contract, its other documentation, or inferred from both. */
export type PathSource = "contract" | "published" | "inferred";

/** The number of items per page: without a size in the query, and at most. */
export interface PageSizes {
  readonly default: number;
  readonly max: number;
}

/** How a list is paged. `size` is the query parameter of the page size. */
export type Paging =
  | {
      readonly style: "cursor";
      readonly items: string;
      readonly param: "lastId";
      readonly next: "nextLastId";
      readonly size: "take";
      readonly sizes: PageSizes;
    }
  | {
      readonly style: "page";
      readonly items: string;
      readonly param: "page";
      readonly total: "total";
      readonly size: "perPage";
      readonly sizes: PageSizes;
    }
  | {
      readonly style: "offset";
      readonly items: string;
      readonly param: "offset";
      readonly size: "take";
      readonly sizes: PageSizes;
    };

/** An operation of the service, as data. The client, the sandbox and the docs read these values. */
export interface Endpoint<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Response = unknown,
  Name extends string = string,
  Id extends ErrorId = ErrorId,
  EffectOf extends Effect = Effect,
> {
  readonly name: Name;
  /** One line for the reference. */
  readonly title: string;
  /** The label in the contract, such as `E1`. */
  readonly label?: string;
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: `/${string}`;
  readonly params?: Schema<Params>;
  readonly query?: Schema<Query>;
  /** How a query array is sent: `key=a&key=b`, or `key=a,b`. */
  readonly arrays?: "repeat" | "comma";
  /** The header of each header parameter, by parameter name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Schema<Body>;
  /** Absent if the service responds with an empty body. */
  readonly response?: Schema<Response>;
  /** The status of a success, if the service sends another than 200, or 204 without a body. */
  readonly status?: 201 | 202;
  /** Converts an alternative form of the response before validation. May change the body. */
  readonly normalise?: (body: unknown) => unknown;
  /** The error ids that the service documents for this operation. */
  readonly errors: readonly Id[];
  readonly effect: EffectOf;
  readonly known: PathSource;
  readonly paging?: Paging;
  /** True if the response takes longer: the longer default timeout applies, and fewer retries. */
  slow?(body: Body): boolean;
  /** True if there is personal data in requests or responses: issues then omit received values. */
  readonly personal?: boolean;
  /** True if its response is signed, or compared with what is: signing recalls its request. */
  readonly signed?: true;
  /** True if a response has data of any user of the project: the proxy never forwards the call. */
  readonly serverOnly?: true;
  /** What to look up before a retry if the response to a write is lost. */
  readonly lookup?: string;
  /**
   * What the response repeats of the request, by its field. Another value is the response to
   * another call. A field that is missing or unreadable is not compared.
   */
  same?(request: { params: Params; query: Query; body: Body }): RepeatedValues;
}

/** The values of a request that its response repeats, by the path of the field. */
export type RepeatedValues = Readonly<Record<string, RepeatedValue | undefined>>;

export function endpoint<
  const Name extends string,
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Response = undefined,
  const Id extends ErrorId = never,
  const EffectOf extends Effect = Effect,
>(
  value: Endpoint<Params, Query, Body, Response, Name, Id, EffectOf>,
): Endpoint<Params, Query, Body, Response, Name, Id, EffectOf> {
  return value;
}
