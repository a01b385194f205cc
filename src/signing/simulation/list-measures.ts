import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Address } from "../../shared/patterns.js";
import { decodeTokenCall } from "../calls/decode-token-call.js";
import { decodeCalls } from "../calls/list-calls.js";
import type { Measure, Measured } from "./measures.js";
import { isEvmAddress, normalize, type OperationRules } from "./operation-rules.js";
import { listApprovalMeasures, listBalanceMeasures } from "./read-logs.js";
import type { SimulatedRun } from "./run-simulation.js";
import type { UserOperation } from "./user-operation.js";

/** Of further accounts, only what the request and the events name is measured. */
const maxAccounts = 8;
/** Leaves room for what the events name. */
const maxAllowances = 60;
/** Kernel's validator for one owner has the same address on every chain. */
const kernelValidator: Address = "0x845adb2c711129d4f3966735ed98a9f09fc4ce57";

/** What to measure in the first run. Its events name the rest. */
export function listFirstMeasures(operation: UserOperation, rules: OperationRules): Measure[] {
  const { chainId, wallet: account } = rules;
  const calls = decodeCalls(operation.callData) ?? [];
  const named = listNamed(rules).filter((each) => isEvmAddress(each.account));
  const tokens = listContracts(named.map(({ token }) => token));
  // Some tokens emit no events: what the wallet calls can be one.
  const targets = listContracts(calls.map(({ to }) => normalize(to, chainId)));
  const accounts = [account, ...rules.others].slice(0, maxAccounts);
  const contracts: Address[] = [nativeToken, ...tokens, ...targets];
  const balances = [
    ...accounts.flatMap((holder) => contracts.map((token) => ({ token, account: holder }))),
    ...named.filter(({ token }) => isEvmAddress(token)),
  ];
  const approved = calls.flatMap(({ to, data }) => {
    const call = decodeTokenCall(data);
    return call?.isApproval ? [{ token: to, spender: call.to }] : [];
  });
  const approvable = tokens.flatMap((token) => targets.map((spender) => ({ token, spender })));
  const allowances = [...approved, ...approvable.slice(0, maxAllowances)];
  return [
    ...balances.map(
      (each): Measure => ({ kind: "balance", token: each.token, account: each.account }),
    ),
    ...tokens.map((token): Measure => ({ kind: "decimals", token, account: token })),
    { kind: "walletOwner", token: account, account },
    { kind: "validatorOwner", token: kernelValidator, account },
    ...allowances.map((each): Measure => ({ kind: "allowance", account, ...each })),
  ];
}

/** The assets of the request. */
export const listNamed = ({ limits, gains }: OperationRules) => [...limits, ...gains];

const listContracts = (tokens: readonly Address[]) =>
  [...new Set(tokens)].filter((token) => token !== nativeToken && isEvmAddress(token));

/** What to measure after a run: what its events name, and how amounts are written. */
export function listMoreMeasures(
  { measured, logs }: SimulatedRun,
  rules: OperationRules,
): Measure[] {
  const accounts = [rules.wallet, ...rules.others];
  const changed = measured.filter((entry) => entry.kind === "balance" && isChanged(entry));
  const named = listNamed(rules).map(({ token }) => token);
  const unknown = measured.filter(
    ({ kind, token, after }) => kind === "decimals" && after === undefined && named.includes(token),
  );
  return [
    ...listBalanceMeasures(logs.flat(), accounts),
    ...listApprovalMeasures(logs.flat(), accounts),
    ...listContracts(changed.map(({ token }) => token)).map(
      (token): Measure => ({ kind: "decimals", token, account: token }),
    ),
    ...unknown.flatMap(({ token, account }): Measure[] => [
      { kind: "isNft", token, account },
      { kind: "hasIds", token, account },
    ]),
  ];
}

const isChanged = ({ before = 0n, after = 0n }: Measured) => before !== after;
