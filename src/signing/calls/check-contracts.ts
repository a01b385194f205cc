import type { Address, Hex } from "../../shared/patterns.js";
import { isEqual, prefixPath, type ReportProblem } from "../shared/problems.js";
import { decodeCalls, decodeTokenCall, type OperationCall } from "./list-calls.js";

export interface ContractRules {
  contracts: readonly Address[];
  /** The request's own tokens: they may be approved to, and transferred to, those contracts. */
  tokens: readonly Address[];
  wallet: Address;
}

const path = "typedData.message.callData";

/** What is signed. Without the typed data of an operation, its calls are unknown. */
interface PartsThatCall {
  operationData?: { message: object } | undefined;
  /** An order, which is executed without a call of the wallet. */
  typedData?: object | undefined;
  approval?: PartsThatCall | undefined;
}

interface CallingFields {
  callData?: Hex;
  /** The factory, or the contract that a wallet is delegated to, and the call of its set-up. */
  initCode?: Hex;
}

export function checkContracts(
  { operationData, typedData, approval }: PartsThatCall,
  rules: ContractRules | undefined,
  report: ReportProblem,
): void {
  if (!rules) return;
  const { callData, initCode = "0x" }: CallingFields = operationData?.message ?? {};
  const factory = initCode.slice(0, 42) as Address;
  if (initCode.length > 42 && !rules.contracts.some((each) => isEqual(each, factory)))
    report("other_contract", "typedData.message.initCode", "a factory in contracts", factory);
  const calls = callData === undefined ? undefined : decodeCalls(callData);
  const unread = callData === undefined ? undefined : "an unknown form, or a delegate call";
  if (!calls) report("other_contract", path, "calls of the wallet that can be read", unread);
  if (operationData && typedData)
    report("other_contract", "signData", "calls of the wallet only", "an order");
  const others = (calls ?? []).flatMap((call) => describeOther(call, rules) ?? []);
  for (const received of new Set(others))
    report("other_contract", path, "only calls that the option contracts allows", received);
  if (approval) checkContracts(approval, rules, prefixPath(report, "rwaApproveUserOperation"));
}

/** What a call does that is not allowed. Undefined if it is. */
function describeOther(
  { to, value, data }: OperationCall,
  { contracts, tokens, wallet }: ContractRules,
): string | undefined {
  const isNamed = (account: Address) => contracts.some((each) => isEqual(each, account));
  if (isNamed(to)) return undefined;
  const call = tokens.some((each) => isEqual(each, to)) ? decodeTokenCall(data) : undefined;
  if (!call || value > 0n) return `a call of ${to}`;
  if (call.from && !isEqual(call.from, wallet)) return `a transfer of ${to} from ${call.from}`;
  if (isNamed(call.to)) return undefined;
  return `${call.isApproval ? "an approval" : "a transfer"} of ${to} to ${call.to}`;
}
