export type { Wire, WireRequest, WireResponse } from "../http/wire/wire.js";
export { type UndiciWire, type UndiciWireOptions, undiciWire } from "./undici-wire.js";
