import { nativeToken } from "../../../contract/shared/chains/chain-ids.js";
import type { Address } from "../../../contract/shared/primitives.js";
import { normalizeToken } from "../../shared/same-token.js";
import type { Log } from "./read-logs.js";

/** Gives the native coin one address, so that its balance counts once. Keeps any other value. */
export function unifyNative<Token>(token: Token, chainId: number): Token | Address {
  return normalizeToken(token, chainId) === nativeToken ? nativeToken : token;
}

export function unifyLogs(logs: readonly Log[], chainId: number): Log[] {
  return logs.map((log) => ({ ...log, address: unifyNative(log.address, chainId) }));
}
