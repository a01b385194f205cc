import type { Client } from "../client.js";
import type { EndpointName, EndpointNamed } from "../contract/endpoints.js";
import type { ListOptions } from "../http/config/options.js";
import type { Call } from "../http/features/call.js";
import type { PageData, Pages } from "../http/features/pages.js";
import type { CompositeQueries } from "./composite-queries.js";
import type { ListingOptions, QuoteOptions, ReadOptions, WriteOptions } from "./query-options.js";

/** All arguments except the call options. The last one stays optional if the method allows it. */
type Inputs<Arguments extends readonly unknown[]> =
  Required<Arguments> extends [...infer Init, unknown]
    ? Init extends [...infer Front, unknown]
      ? Front["length"] extends Arguments["length"]
        ? Init extends [...Front, ...infer Last]
          ? [...Front, ...Partial<Last>]
          : never
        : Init
      : Init
    : never;

type LastOf<Arguments extends readonly unknown[]> =
  Required<Arguments> extends [...unknown[], infer Last] ? Last : never;

/** Input that the service takes in headers is part of the method's options. */
type HeaderInput<Arguments extends readonly unknown[]> =
  Exclude<keyof LastOf<Arguments>, keyof ListOptions> extends never
    ? []
    : [options?: Omit<LastOf<Arguments>, keyof ListOptions>];

type WriteInput<Init extends readonly unknown[]> = Init extends readonly [infer Only] ? Only : Init;

type Factory<Name extends EndpointName, Method> = Method extends (
  ...args: infer Arguments
) => Pages<infer Item, infer Cursor, infer _Name>
  ? (...input: Inputs<Arguments>) => ListingOptions<PageData<Item, Cursor>, Cursor, Name>
  : Method extends (...args: infer Arguments) => Call<infer Data, infer _Name>
    ? EndpointNamed<Name>["effect"] extends "write"
      ? (
          options?: Omit<LastOf<Arguments>, "signal">,
        ) => WriteOptions<Data, WriteInput<Inputs<Arguments>>, Name>
      : (
          ...input: [...Inputs<Arguments>, ...HeaderInput<Arguments>]
        ) => EndpointNamed<Name>["effect"] extends "quote"
          ? QuoteOptions<Data, Name>
          : ReadOptions<Data, Name>
    : never;

type NamesUnder<Path extends string> = Extract<
  EndpointName | keyof CompositeQueries,
  Path | `${Path}.${string}`
>;

type Branch<Node, Prefix extends string> = {
  // Maps the node's own keys, so that editors show the TSDoc of the client's methods.
  readonly [Key in keyof Node as Key extends string
    ? [NamesUnder<`${Prefix}${Key}`>] extends [never]
      ? never
      : Key
    : never]: OptionsAt<`${Prefix}${Key & string}`, Node[Key]>;
};

type OptionsAt<Path extends string, Node> = Path extends keyof CompositeQueries
  ? CompositeQueries[Path]
  : Path extends EndpointName
    ? Factory<Path, Node>
    : Branch<Node, `${Path}.`>;

/** The client's tree, with options for TanStack Query in place of its methods. */
export type QueryTree = Branch<Client, "">;
