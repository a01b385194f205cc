import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Address } from "../../contract/shared/primitives.js";
import { normalizeToken } from "../quote/same-token.js";
import type { ExpectedChanges, TokenAmount } from "./expected-changes.js";
import type { Log } from "./read-logs.js";

/** Gives the native coin one address, so that its balance counts once. Keeps any other value. */
export function unifyNative<Token>(token: Token, chainId: number): Token | Address {
  return normalizeToken(token, chainId) === nativeToken ? nativeToken : token;
}

export function unifyExpected(expected: ExpectedChanges, chainId: number): ExpectedChanges {
  const unify = <Amount extends TokenAmount>(amount: Amount): Amount => ({
    ...amount,
    token: unifyNative(amount.token, chainId),
  });
  return {
    ...expected,
    losses: expected.losses.map(unify),
    gains: expected.gains.map(unify),
    fees: expected.fees?.map(unify),
    gas: expected.gas && unify(expected.gas),
  };
}

export function unifyLogs(logs: readonly Log[], chainId: number): Log[] {
  return logs.map((log) => ({ ...log, address: unifyNative(log.address, chainId) }));
}
