import { nativeToken } from "../../contract/shared/chain-ids.js";
import type { Address, Hex } from "../../contract/shared/primitives.js";
import { normalizeToken } from "../quote/same-token.js";

/** One value on the chain that is read before and after the operation. */
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
  /** The token whose approval a permit contract stores. */
  asset?: Address | undefined;
}

const selectors = {
  /** `balanceOf(address)`, of ERC-20 and ERC-721, and of the EntryPoint for its deposits. */
  balance: "0x70a08231",
  /** `balanceOf(address,uint256)`, of ERC-1155. */
  idBalance: "0x00fdd58e",
  /** `ownerOf(uint256)` */
  nftOwner: "0x6352211e",
  /** `allowance(address,address)` */
  allowance: "0xdd62ed3e",
  /** `getApproved(uint256)` */
  nftApproval: "0x081812fc",
  /** `isApprovedForAll(address,address)` */
  operator: "0xe985e9c5",
  /** `allowance(address,address,address)`, of Permit2. */
  permit: "0x927da105",
  /** `decimals()` */
  decimals: "0x313ce567",
  /** `owner()` */
  walletOwner: "0x8da5cb5b",
} as const;
type MeasureKind = keyof typeof selectors;

/** The address that gets the code below for the time of the simulation. */
export const balanceReader: Address = "0xba1a0ce0000000000000000000000000000ba1a0";
/** Returns the native balance of the address in the first word of its input. */
export const balanceReaderCode: Hex = "0x6000353160005260206000f3";

/** One spelling for each token, so that it can be the key of a map. */
export function toTokenKey(token: string): Address {
  return normalizeToken(token, undefined) as Address;
}

export function isNative(token: string): boolean {
  return toTokenKey(token) === nativeToken;
}

export function getKey({ kind, token, account, spender, id, asset }: Measure): string {
  return [kind, token, account, spender, id, asset].join().toLowerCase();
}

/** The call that reads the value. */
export function toCall(measure: Measure): { to: Address; data: Hex } {
  const { kind, token, account, spender, id, asset } = measure;
  if (kind === "balance" && isNative(token))
    return { to: balanceReader, data: `0x${toWord(account)}` };
  const words: Record<MeasureKind, (Address | bigint | undefined)[]> = {
    balance: [account],
    idBalance: [account, id],
    nftOwner: [id],
    allowance: [account, spender],
    nftApproval: [id],
    operator: [account, spender],
    permit: [account, asset, spender],
    decimals: [],
    walletOwner: [],
  };
  const data: Hex = `0x${selectors[kind].slice(2)}${words[kind].map((word) => toWord(word ?? 0n)).join("")}`;
  return { to: token, data };
}

/** One word of ABI-encoded data. */
export function toWord(value: Address | bigint): string {
  const digits = typeof value === "bigint" ? value.toString(16) : value.slice(2);
  return digits.toLowerCase().padStart(64, "0");
}

/** Reads the first word. Undefined if the contract does not have the function. */
export function parseResult(succeeded: boolean, data: string | undefined): bigint | undefined {
  return succeeded && data && data.length >= 66 ? BigInt(data.slice(0, 66)) : undefined;
}
