import { type Fetch, fetchResponse } from "./fetch-response.js";
import { findNodeSender } from "./node-sender.js";
import type { SendRequest, Wire } from "./wire.js";
import { sendByWire } from "./wire-response.js";

/** What sends a request. */
export type TransportName = "dispatcher" | "fetch" | "wire";

export interface Sender {
  readonly transport: TransportName;
  readonly send: SendRequest;
}

/**
 * Returns the function that chooses what sends a request: the wire or the `fetch` of the options,
 * or Node's dispatcher, or the global `fetch`, which a library may replace at any time.
 */
export function createSenderChoice(
  wire: Wire | "fetch" | undefined,
  fetch: Fetch | undefined,
): () => Sender {
  const byFetch: Sender = {
    transport: "fetch",
    send: (outgoing) => fetchResponse(outgoing, fetch),
  };
  if (typeof wire === "function") {
    const byWire: Sender = { transport: "wire", send: (outgoing) => sendByWire(wire, outgoing) };
    return () => byWire;
  }
  if (wire === "fetch" || fetch) return () => byFetch;
  return () => {
    const send = findNodeSender();
    return send ? { transport: "dispatcher", send } : byFetch;
  };
}
