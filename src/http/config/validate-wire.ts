import { ConfigurationError } from "../../errors/data.js";
import type { Wire } from "../wire/wire.js";
import type { ClientOptions } from "./options.js";

/** The wire in the options of a client. It replaces `fetch`. */
export function validateWire({ wire, fetch }: ClientOptions): Wire | undefined {
  if (wire === undefined) return undefined;
  if (typeof wire !== "function") {
    throw new ConfigurationError("wire must be a function", {
      hint: "Pass undiciWire() or fetchWire(fetch).",
    });
  }
  if (fetch === undefined) return wire;
  throw new ConfigurationError("wire and fetch both send the requests: pass one of them");
}
