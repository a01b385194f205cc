import { nativeToken } from "../../../contract/shared/chains/chain-ids.js";
import type { Address, Hex } from "../../../contract/shared/primitives.js";
import { normalizeToken } from "../../shared/same-token.js";

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
  /** Whether an event gives the approval. It counts if the contract does not have the function. */
  isStated?: boolean | undefined;
}

type Argument = "account" | "spender" | "id" | "asset";
type Reader = readonly [selector: Hex, parameters: readonly Argument[], word?: number];

/**
 * The function that reads each kind, and the word of its result. Negative numbers count from its
 * end.
 */
const readers = {
  /** `balanceOf(address)`, of ERC-20 and ERC-721, and of the EntryPoint for its deposits. */
  balance: ["0x70a08231", ["account"]],
  /** `balanceOf(address,uint256)`, of ERC-1155 and ERC-6909. */
  idBalance: ["0x00fdd58e", ["account", "id"]],
  /** `ownerOf(uint256)` */
  nftOwner: ["0x6352211e", ["id"]],
  /** `allowance(address,address)` */
  allowance: ["0xdd62ed3e", ["account", "spender"]],
  /** `allowance(address,address,uint256)`, of ERC-6909. */
  idAllowance: ["0x598af9e7", ["account", "spender", "id"]],
  /** `borrowAllowance(address,address)`, of Aave. */
  borrowAllowance: ["0x6bd76d24", ["account", "spender"]],
  /** `getApproved(uint256)` */
  nftApproval: ["0x081812fc", ["id"]],
  /** `isApprovedForAll(address,address)` */
  operator: ["0xe985e9c5", ["account", "spender"]],
  /** `isOperator(address,address)`, of ERC-6909. */
  idOperator: ["0xb6363cf2", ["account", "spender"]],
  /** `isOperatorFor(address,address)`, of ERC-777. */
  tokenOperator: ["0xd95b6371", ["spender", "account"]],
  /** `isAuthorized(address,address)`, of Morpho. */
  authorized: ["0x65e4ad9e", ["account", "spender"]],
  /** `allowance(address,address,address)`, of Permit2. */
  permit: ["0x927da105", ["account", "asset", "spender"]],
  permitExpiration: ["0x927da105", ["account", "asset", "spender"], 1],
  /**
   * `positions(uint256)`, of Uniswap v3 and Algebra: the tokens, the liquidity, and the fees that
   * are not collected.
   */
  positionToken0: ["0x99fbab88", ["id"], 2],
  positionToken1: ["0x99fbab88", ["id"], 3],
  liquidity: ["0x99fbab88", ["id"], -5],
  owed0: ["0x99fbab88", ["id"], -2],
  owed1: ["0x99fbab88", ["id"], -1],
  /** `borrowBalanceOf(address)`, of Compound v3. */
  debt: ["0x374c49b4", ["account"]],
  /** `decimals()` */
  decimals: ["0x313ce567", []],
  /** `supportsInterface(bytes4)` for ERC-721, whose tokens have no decimals. */
  isNft: [`0x01ffc9a780ac58cd${"0".repeat(56)}`, []],
  /** `owner()` */
  walletOwner: ["0x8da5cb5b", []],
  /** `rootValidator()`, of Kernel. */
  rootValidator: ["0xf1f7f0f9", []],
  /** `ecdsaValidatorStorage(address)`, of Kernel's validators: the owner of the account. */
  validatorOwner: ["0x20709efc", ["account"]],
} as const satisfies Record<string, Reader>;
export type MeasureKind = keyof typeof readers;

const positionKinds = [
  "nftOwner",
  "positionToken0",
  "positionToken1",
  "liquidity",
  "owed0",
  "owed1",
] as const;

/** Everything that is read of a liquidity position. */
export function createPositionMeasures(token: Address, id: bigint, account: Address): Measure[] {
  return positionKinds.map((kind): Measure => ({ kind, token, account, id }));
}

/** The address that gets the code below in one simulation. A contract could detect a fixed one. */
export function createBalanceReader(): Address {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
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

/** The call that reads the value. `balanceReader` reads native balances. */
export function toCall(measure: Measure, balanceReader: Address): { to: Address; data: Hex } {
  const { kind, token, account } = measure;
  if (kind === "balance" && isNative(token))
    return { to: balanceReader, data: `0x${toWord(account)}` };
  const [selector, parameters]: Reader = readers[kind];
  const words = parameters.map((name) => toWord(measure[name] ?? 0n));
  return { to: token, data: `0x${selector.slice(2)}${words.join("")}` };
}

/** One word of ABI-encoded data. */
export function toWord(value: Address | bigint): string {
  const digits = typeof value === "bigint" ? value.toString(16) : value.slice(2);
  return digits.toLowerCase().padStart(64, "0");
}

/** The address in a result. */
export function toAddress(value: bigint): Address {
  return `0x${value.toString(16).padStart(40, "0")}`;
}

/** Those of Algebra have no word for the fee. Other layouts are not known. */
const positionWords: readonly number[] = [11, 12];

/**
 * Reads the value in the result of the call. Undefined if the contract lacks the function, or if
 * its result has an unknown layout.
 */
export function parseResult(
  { kind }: Measure,
  succeeded: boolean,
  data: string | undefined,
): bigint | undefined {
  if (!succeeded || !data) return undefined;
  const [selector, , word = 0]: Reader = readers[kind];
  const words = (data.length - 2) / 64;
  if (selector === readers.liquidity[0] && !positionWords.includes(words)) return undefined;
  const start = 2 + 64 * (word < 0 ? words + word : word);
  const digits = data.slice(start, start + 64);
  return digits.length === 64 ? BigInt(`0x${digits}`) : undefined;
}
