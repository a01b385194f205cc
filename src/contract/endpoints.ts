import fiat from "./fiat/endpoints.js";
import kyc from "./kyc/endpoints.js";
import lending from "./lending/endpoints.js";
import liquidity from "./liquidity/endpoints.js";
import operations from "./operations/endpoints.js";
import type { Endpoint } from "./shared/endpoint.js";
import swap from "./swap/endpoints.js";
import tokens from "./tokens/endpoints.js";
import wallets from "./wallets/endpoints.js";

type Joined<Lists extends readonly (readonly Endpoint[])[]> = Lists extends readonly [
  infer First extends readonly Endpoint[],
  ...infer Rest extends readonly (readonly Endpoint[])[],
]
  ? readonly [...First, ...Joined<Rest>]
  : readonly [];

/** A function, because bundlers do not remove an unused spread. */
function join<Lists extends readonly (readonly Endpoint[])[]>(...lists: Lists): Joined<Lists> {
  return lists.flat() as unknown as Joined<Lists>;
}

/** Every operation of the service. */
export const endpoints = /* @__PURE__ */ join(
  wallets,
  swap,
  liquidity,
  lending,
  fiat,
  tokens,
  kyc,
  operations,
);

/** The name of an operation, such as `swap.quote`: also the method's place on the client. */
export type EndpointName = (typeof endpoints)[number]["name"];

/** The endpoint value of that name. */
export type EndpointNamed<Name extends EndpointName> = Extract<
  (typeof endpoints)[number],
  { readonly name: Name }
>;
