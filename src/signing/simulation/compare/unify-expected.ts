import type { ExpectedChanges, TokenAmount } from "../expected-changes.js";
import { unifyNative } from "../measure/native-spelling.js";

/** Gives the native coin one address in all stated amounts. */
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
