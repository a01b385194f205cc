import { decodeAbiParameters, encodeAbiParameters } from "viem/utils";
import type { Address, Hex } from "../../shared/patterns.js";

/** A list of calls, which several wallets take. */
const callList = "(address, uint256, bytes)[]";

/** A call that the wallet makes. All hex is in lower case. `value` is in wei. */
export interface OperationCall {
  to: Address;
  value: bigint;
  data: Hex;
}

type Call = readonly [to: Address, value: bigint, data: Hex];
/** A call of a list, as viem decodes it. */
type CallRecord = { readonly 0: Address; readonly 1: bigint; readonly 2: Hex };
const toCall = (call: CallRecord): Call => [call[0], call[1], call[2]];
type List = (...values: never[]) => readonly Call[] | undefined;

/** The functions of wallets that make calls, by selector. */
const forms = new Map<string, readonly [parameters: string, list: List]>([
  // execute(address,uint256,bytes), of LightAccount, SimpleAccount and others.
  ["0xb61d27f6", ["address, uint256, bytes", (...call: Call) => [call]]],
  // execute(address,uint256,bytes,uint8), of Kernel v2. Other operations are delegate calls.
  ["0x51945447", ["address, uint256, bytes, uint8", listDirectCall]],
  // executeBatch(address[],bytes[])
  [
    "0x18dfb3c7",
    [
      "address[], bytes[]",
      (to: Address[], data: Hex[]) =>
        joinLists(
          to,
          to.map(() => 0n),
          data,
        ),
    ],
  ],
  // executeBatch(address[],uint256[],bytes[])
  ["0x47e1da2a", ["address[], uint256[], bytes[]", joinLists]],
  // executeBatch((address,uint256,bytes)[])
  ["0x34fcd5be", [callList, (calls: CallRecord[]) => calls.map(toCall)]],
  // execute(bytes32,bytes), of ERC-7579.
  ["0xe9ae5c53", ["bytes32, bytes", listModularCalls]],
]);

/** `executeUserOp`: Kernel v3 calls itself with the bytes that follow. */
const executeUserOpSelector = "0x8dd7712f";

/** An operation that may come with what its hash covers. */
export interface OperationWithCalls {
  /** A packed user operation. */
  typedData?: { message?: Record<string, unknown> | undefined } | null | undefined;
  callData?: string | null | undefined;
}

/**
 * Lists the calls that the wallet makes, for viem's `simulateCalls` or an ERC-7730 formatter. Reads
 * the call data of LightAccount, SimpleAccount, Kernel and ERC-7579 wallets. Undefined if the
 * operation comes without its call data, or if it is of another form or delegates a call. The list
 * is what `signQuote` and `signOperation` sign only if the hash of the typed data was checked.
 *
 * @example
 * ```ts
 * import { listCalls } from "bursar/signing";
 *
 * const calls = listCalls(quotes[0]);
 * for (const { to, value, data } of calls ?? []) console.log(to, value, data);
 * ```
 */
export function listCalls(
  operation: OperationWithCalls | null | undefined,
): OperationCall[] | undefined {
  const { typedData, callData } = operation ?? {};
  const data = typedData?.message?.callData ?? callData;
  return typeof data === "string" && callDataPattern.test(data)
    ? decodeCalls(data as Hex)
    : undefined;
}

const callDataPattern = /^0x(?:[\da-f]{2})*$/i;

/** Undefined if the call data is of another form, delegates a call, or is not canonical. */
export function decodeCalls(callData: Hex): OperationCall[] | undefined {
  const data = callData.toLowerCase() as Hex;
  if (data === "0x") return [];
  const inner = data.startsWith(executeUserOpSelector) ? (`0x${data.slice(10)}` as Hex) : data;
  const [types, list] = forms.get(inner.slice(0, 10)) ?? [];
  if (types === undefined || !list) return undefined;
  const values = decodeExactly(types, `0x${inner.slice(10)}`);
  return values && list(...(values as never[]))?.map(toOperationCall);
}

const toOperationCall = ([to, value, data]: Call): OperationCall => ({
  to: to.toLowerCase() as Address,
  value,
  data,
});

function listDirectCall(to: Address, value: bigint, data: Hex, operation: number) {
  return operation === 0 ? [[to, value, data] as const] : undefined;
}

function joinLists(
  to: readonly Address[],
  values: readonly bigint[],
  data: readonly Hex[],
): Call[] | undefined {
  if (to.length !== values.length || to.length !== data.length) return undefined;
  return to.map((target, i) => [target, values[i] as bigint, data[i] as Hex]);
}

/** ERC-7579: one call or a batch. Others delegate, or mean something else in some wallets. */
const modePattern = /^0x(0[01])0[01]0{60}$/;

function listModularCalls(mode: Hex, data: Hex): readonly Call[] | undefined {
  const callType = modePattern.exec(mode)?.[1];
  if (callType === undefined) return undefined;
  if (callType === "01") {
    const values = decodeExactly(callList, data);
    return (values?.[0] as CallRecord[] | undefined)?.map(toCall);
  }
  // One call is packed: 20 bytes of the target, 32 of the value, then the data.
  const [, to, value, rest] = /^0x(.{40})(.{64})(.*)$/.exec(data) ?? [];
  return to === undefined ? undefined : [[`0x${to}`, BigInt(`0x${value}`), `0x${rest}`]];
}

/** `data` must be in lower case, and canonical: a contract could read other bytes than viem. */
export function decodeExactly(parameters: string, data: Hex): readonly unknown[] | undefined {
  try {
    const types = toTypes(parameters);
    const values = decodeAbiParameters(types, data);
    return encodeAbiParameters(types, values) === data ? values : undefined;
  } catch {
    return undefined;
  }
}

/** Not viem's `parseAbiParameters`, whose parser is larger than the rest of the checks of calls. */
function toTypes(parameters: string): readonly { type: string }[] {
  if (parameters !== callList) return parameters.split(", ").map((type) => ({ type }));
  const components = callList.slice(1, -3).split(", ");
  const named = components.map((type, i) => ({ type, name: String(i) }));
  return [{ type: "tuple[]", components: named } as { type: string }];
}

/** A call of ERC-20 that approves or transfers. */
export interface TokenCall {
  isApproval: boolean;
  /** The account whose tokens are transferred, if it is not the caller. */
  from?: Address | undefined;
  /** The spender of an approval, or the receiver. */
  to: Address;
}

const tokenForms = new Map([
  ["0x095ea7b3", { types: "address, uint256", isApproval: true }], // approve
  ["0x39509351", { types: "address, uint256", isApproval: true }], // increaseAllowance
  ["0xa9059cbb", { types: "address, uint256", isApproval: false }], // transfer
  ["0x23b872dd", { types: "address, address, uint256", isApproval: false }], // transferFrom
]);

/** Decodes call data in lower case. Undefined if it is of another form. */
export function decodeTokenCall(data: Hex): TokenCall | undefined {
  const { types, isApproval } = tokenForms.get(data.slice(0, 10)) ?? {};
  const values = types === undefined ? undefined : decodeExactly(types, `0x${data.slice(10)}`);
  if (!values || isApproval === undefined) return undefined;
  const accounts = values.slice(0, -1).map((each) => String(each).toLowerCase() as Address);
  const [to, from] = accounts.reverse() as [Address, Address?];
  return { isApproval, from, to };
}
