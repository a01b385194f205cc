import type { Abi } from "viem";
import { decodeFunctionResult, encodeFunctionData, pad, parseAbi } from "viem/utils";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Address, Hex } from "../../shared/patterns.js";

/** One value on the chain that is read before and after the operation. Addresses: lower case. */
export interface Measure {
  kind: MeasureKind;
  /** The contract that is called. `nativeToken` for the native coin. */
  token: Address;
  /** The account that has the balance or gave the approval. */
  account: Address;
  /** The account that may spend. */
  spender?: Address | undefined;
  /** The id of an NFT or of a token in a contract with many. */
  id?: bigint | undefined;
  /** The token whose approval Permit2 stores. */
  asset?: Address | undefined;
}

/** A value before and after the operation. Undefined if the contract does not have the function. */
export interface Measured extends Measure {
  before: bigint | undefined;
  after: bigint | undefined;
}

/** An argument is a field of the measure, or a constant. */
type Argument = "account" | "spender" | "id" | "asset" | Hex;
type Reader = readonly [signature: string, ...parameters: Argument[]];

/** The function that reads each kind. Every result is read as numbers. */
const readers = {
  /** Of ERC-20 and ERC-721, and of the EntryPoint for its deposits. */
  balance: ["balanceOf(address) view returns (uint256)", "account"],
  decimals: ["decimals() view returns (uint256)"],
  /** The interface of ERC-721, whose tokens have no decimals. */
  isNft: ["supportsInterface(bytes4) view returns (uint256)", "0x80ac58cd"],
  /** The interface of ERC-1155, whose balances have an id. */
  hasIds: ["supportsInterface(bytes4) view returns (uint256)", "0xd9b67a26"],
  nftOwner: ["ownerOf(uint256) view returns (uint256)", "id"],
  idBalance: ["balanceOf(address, uint256) view returns (uint256)", "account", "id"],
  allowance: ["allowance(address, address) view returns (uint256)", "account", "spender"],
  nftApproval: ["getApproved(uint256) view returns (uint256)", "id"],
  operator: ["isApprovedForAll(address, address) view returns (uint256)", "account", "spender"],
  permit: [
    "allowance(address, address, address) view returns (uint256)",
    ...(["account", "asset", "spender"] as const),
  ],
  permitExpiration: [
    "allowance(address, address, address) view returns (uint256, uint256 expiration)",
    ...(["account", "asset", "spender"] as const),
  ],
  walletOwner: ["owner() view returns (uint256)"],
  /** Of Kernel's validator for one owner. */
  validatorOwner: ["ecdsaValidatorStorage(address) view returns (uint256)", "account"],
} as const satisfies Record<string, Reader>;
export type MeasureKind = keyof typeof readers;

const abis = new Map<MeasureKind, Abi>();

function getAbi(kind: MeasureKind): Abi {
  const abi = abis.get(kind) ?? (parseAbi([`function ${readers[kind][0]}`] as string[]) as Abi);
  abis.set(kind, abi);
  return abi;
}

/** Returns the native balance of the address in the first word of its input. */
export const balanceReaderCode: Hex = "0x6000353160005260206000f3";

export function getKey({ kind, token, account, spender, id, asset }: Measure): string {
  return [kind, token, account, spender, id, asset].join();
}

/** The call that reads the value. `balanceReader` reads native balances. */
export function toCall(measure: Measure, balanceReader: Address): { to: Address; data: Hex } {
  const { kind, token, account } = measure;
  if (kind === "balance" && token === nativeToken) return { to: balanceReader, data: pad(account) };
  const [, ...parameters]: Reader = readers[kind];
  const args = parameters.map((name) => (name.startsWith("0x") ? name : measure[name as "id"]));
  return { to: token, data: encodeFunctionData({ abi: getAbi(kind), args }) };
}

/** Undefined if the call failed, or if its result has another form. */
export function parseResult({ kind }: Measure, data: Hex | undefined): bigint | undefined {
  try {
    const result = decodeFunctionResult({ abi: getAbi(kind), data: data ?? "0x" });
    return Array.isArray(result) ? result[result.length - 1] : (result as bigint);
  } catch {
    return undefined;
  }
}
