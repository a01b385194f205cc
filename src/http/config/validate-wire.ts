import { ConfigurationError } from "../../errors/data.js";
import type { Wire } from "../wire/wire.js";
import type { ClientOptions } from "./options.js";

/** The wire in the options of a client. It replaces `fetch`. */
export function validateWire({ wire, fetch }: ClientOptions): Wire | "fetch" | undefined {
  if (wire === undefined) return undefined;
  if (fetch === undefined) return wire;
  throw new ConfigurationError("wire and fetch both send the requests: pass one of them");
}
