import { provesUnsent, type Wire } from "../../src/http/wire/wire.js";

/** A wire whose failures prove what was sent, as those of Node's own `fetch` do. */
export function createProvenWire(wire: Wire): Wire {
  return Object.defineProperty(wire, provesUnsent, { value: wire });
}
