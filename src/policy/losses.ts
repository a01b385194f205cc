import { nativeToken } from "../contract/shared/chains/chain-ids.js";
import type { Address, Hex } from "../shared/patterns.js";
import { decodeCalls, type OperationCall } from "../signing/calls/list-calls.js";
import { type Decimal, getUnit, maxDecimal, parseDecimal } from "../signing/shared/decimal.js";
import { isEqual } from "../signing/shared/problems.js";
import { normalizeToken } from "../signing/shared/same-token.js";
import type {
  ExpectedChanges,
  OperationToSimulate,
} from "../signing/simulation/simulation-types.js";
import type { PartsToSign } from "../signing/skeleton/parts.js";

/** All that leaves of one token on one chain. */
export interface Loss {
  readonly token: Address;
  readonly chainId: number;
  readonly amount: Decimal;
}

/**
 * Adds up the losses of each token. The calls may send more of the native coin than is stated. Of
 * other tokens, the decimals are not known.
 */
export function listLosses(
  { expected, chainId, walletAddress }: OperationToSimulate,
  parts: PartsToSign,
): Loss[] {
  const { losses, gas } = expected;
  const all: ExpectedChanges["losses"] = gas ? [...losses, gas] : losses;
  const sums = new Map<unknown, Loss>();
  const change = (token: Address, on: number, count: (sum: Decimal) => Decimal) => {
    const key = `${on}:${normalizeToken(token, on)}`;
    sums.set(key, { token, chainId: on, amount: count(sums.get(key)?.amount ?? 0n) });
  };
  // The sign functions have read it.
  for (const { token, amount, counted = amount, chainId: on = chainId } of all)
    change(token, on, (sum) => sum + (parseDecimal(counted) as Decimal));
  const sent = (readCalls(parts) ?? []).filter(({ to }) => !isEqual(to, walletAddress));
  const wei = sent.reduce((sum, { value }) => sum + value, 0n);
  change(nativeToken, chainId, (sum) => maxDecimal(sum, wei * getUnit(18)));
  return [...sums.values()].filter(({ amount }) => amount > 0n);
}

function readCalls({ operationData }: PartsToSign): OperationCall[] | undefined {
  const callData = operationData?.message.callData;
  return typeof callData === "string" ? decodeCalls(callData as Hex) : undefined;
}

/**
 * Whether all calls can be decoded. The set-up of an EIP-7702 wallet, which is its owner's own
 * account, is a call, too. That of another wallet is bound by the address of the wallet.
 */
export function isReadable(
  parts: PartsToSign,
  operation: Pick<OperationToSimulate, "owner" | "walletAddress">,
): boolean {
  const { initCode = "" } = Object(parts.operationData?.message) as { initCode?: string };
  const isOwnAccount = isEqual(operation.owner, operation.walletAddress);
  // The address of the delegate comes first.
  if (isOwnAccount && initCode.length > 42) return false;
  const { approval } = parts;
  return readCalls(parts) !== undefined && (!approval || isReadable(approval, operation));
}
