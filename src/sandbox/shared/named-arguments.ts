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

export function toFundRequest([first, token, amount]: FundArguments): FundRequest {
  if (typeof first === "object") return first;
  return {
    account: first,
    chainId: (token as TokenReference).chainId,
    token: (token as TokenReference).address,
    amount: amount as string,
  };
}

export function toPriceChange([first, price]: PriceArguments): PriceChange {
  if ("token" in first) return first;
  return { chainId: first.chainId, token: first.address, price: price as string };
}

export function toHeldNft([first, nft]: NftArguments): { account: string; nft: HeldNft } {
  if (typeof first === "string") return { account: first, nft: { ...(nft as HeldNft) } };
  const { account, chainId, token: address, tokenId, name, broken = false } = first;
  return { account, nft: { chainId, address, tokenId, name, broken } };
}
