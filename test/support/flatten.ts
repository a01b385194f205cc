import { fieldsOf } from "../../src/contract/records/fields.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";

/** The arguments of a method as one flat object. */
export function flatten(endpoint: Endpoint, args: readonly unknown[]): Record<string, unknown> {
  const names = fieldsOf(endpoint.params).map(({ name }) => name);
  const params = names.map((name, i) => [name, args[i]] as const);
  const isMetadata = /updateMetadata|updateTransactionMetadata/.test(endpoint.name);
  const rest = args.slice(names.length) as object[];
  const fields = isMetadata ? [{ metadata: rest[0] }] : rest;
  return Object.assign(Object.fromEntries(params), ...fields);
}
