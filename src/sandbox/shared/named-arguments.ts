import { assertKnownOptions } from "../../errors/assert-known-options.js";
import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../errors/hide-secrets.js";
import type { HeldNft } from "../world/world.js";

/** A token of a chain, as the old positional forms name it. */
export interface TokenReference {
  readonly chainId: number;
  readonly address: string;
}

/** Tokens to give to an account. */
export interface FundRequest {
  /** A wallet or any other address. */
  account: string;
  chainId: number;
  /** The token's address. */
  token: string;
  /** A decimal string in whole tokens. */
  amount: string;
}

/** The new price of a token. */
export interface PriceChange {
  chainId: number;
  /** The token's address. */
  token: string;
  /** US dollars, as a decimal string. */
  price: string;
}

/** An NFT to give to a wallet. */
export interface NftGift {
  account: string;
  chainId: number;
  /** The address of the collection. */
  token: string;
  tokenId: string;
  name: string;
  /** `true` makes the portfolio fail with NFT_METADATA_DECODE_FAILED. @defaultValue `false` */
  broken?: boolean | undefined;
}

export type FundArguments =
  | [request: FundRequest]
  | [account: string, token: TokenReference, amount: string];
export type PriceArguments = [change: PriceChange] | [token: TokenReference, price: string];
export type NftArguments = [gift: NftGift] | [account: string, nft: HeldNft];
export type BitcoinWalletArguments = [wallet: { account: string } | string];

const fundNames = Object.keys({
  account: true,
  chainId: true,
  token: true,
  amount: true,
} satisfies Record<keyof FundRequest, true>);
const priceNames = Object.keys({
  chainId: true,
  token: true,
  price: true,
} satisfies Record<keyof PriceChange, true>);
const nftNames = Object.keys({
  account: true,
  chainId: true,
  token: true,
  tokenId: true,
  name: true,
  broken: true,
} satisfies Record<keyof NftGift, true>);

export function toFundRequest(args: FundArguments): FundRequest {
  if (hasOneArgument(args)) {
    assertKnownOptions("fund", args[0], fundNames);
    return args[0];
  }
  const [account, token, amount] = args;
  assertToken("fund", token);
  return { account, chainId: token.chainId, token: token.address, amount };
}

export function toPriceChange(args: PriceArguments): PriceChange {
  if (hasOneArgument(args)) {
    assertKnownOptions("setPrice", args[0], priceNames);
    return args[0];
  }
  const [token, price] = args;
  assertToken("setPrice", token);
  return { chainId: token.chainId, token: token.address, price };
}

export function toHeldNft(args: NftArguments): { account: string; nft: HeldNft } {
  if (hasOneArgument(args)) {
    assertKnownOptions("fundNft", args[0], nftNames);
    const { account, chainId, token: address, tokenId, name, broken = false } = args[0];
    return { account, nft: { chainId, address, tokenId, name, broken } };
  }
  const [account, nft] = args;
  assertToken("fundNft", nft);
  return { account, nft: { ...nft } };
}

export function toBitcoinAddress([wallet]: BitcoinWalletArguments): string {
  if (typeof wallet === "string") return wallet;
  assertKnownOptions("registerBitcoinWallet", wallet, ["account"]);
  return wallet.account;
}

/** The object form has one argument. A wrong one then gets the message of its own form. */
function hasOneArgument<T>(args: [T] | [unknown, unknown, ...unknown[]]): args is [T] {
  return args.length < 2;
}

function assertToken(subject: string, token: TokenReference): void {
  if (typeof token === "object" && token !== null) return;
  throw new ConfigurationError(
    `${subject}: expected { chainId, address } as token, got ${quoteValue(token)}`,
    { hint: `Pass one object: ${subject}({ … }).` },
  );
}
