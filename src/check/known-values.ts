import { chainIds, nativeToken } from "../contract/shared/chains/chain-ids.js";
import { factories } from "../contract/shared/factories.js";
import { isObject } from "../shared/guards.js";
import { evmAddressPattern } from "../shared/patterns.js";

/** What the caller gives. The check takes what is missing from earlier responses. */
export interface CheckInputs {
  /** A registered smart wallet. */
  wallet?: string | undefined;
  /** The owner of a wallet. */
  owner?: string | undefined;
  chain?: number | undefined;
  tokenIn?: string | undefined;
  tokenOut?: string | undefined;
  /** The amount of the quotes: a decimal string. */
  amount?: string | undefined;
  /** The id of a verified person, for fiat quotes. */
  individual?: string | undefined;
}

/** What is known so far: the inputs, completed by responses. */
export interface KnownValues extends CheckInputs {
  factory: string;
  salt?: string | undefined;
  tokens: { readonly address: string; readonly chain: number }[];
  /** The guaranteed output of the first quote. */
  minAmountOut?: string | undefined;
  /** Of the prepared transfer. */
  userOperationHash?: string | undefined;
}

export function createKnownValues(inputs: CheckInputs): KnownValues {
  return { ...inputs, factory: factories.lightAccount["2.0.0"], tokens: [] };
}

export const amountOf = ({ amount }: KnownValues) => amount ?? "1";

/** Polygon if it has a token, otherwise the chain of the first token. */
export function chainOf({ chain, tokens }: KnownValues): number {
  const hasPolygon = tokens.some((token) => token.chain === chainIds.polygon);
  return chain ?? (hasPolygon ? undefined : tokens[0]?.chain) ?? chainIds.polygon;
}

/** Completes the tokens: two ERC-20 tokens of the chain. */
export function withTokens(known: KnownValues): KnownValues {
  const chain = chainOf(known);
  const addresses = known.tokens
    .filter((token) => token.chain === chain && isErc20(token.address))
    .map(({ address }) => address);
  const tokenIn = known.tokenIn ?? addresses.find((each) => !isSame(each, known.tokenOut));
  const tokenOut = known.tokenOut ?? addresses.find((each) => !isSame(each, tokenIn));
  return { ...known, tokenIn, tokenOut };
}

function isErc20(address: string): boolean {
  return evmAddressPattern.test(address) && !isSame(address, nativeToken);
}

function isSame(address: string, other: string | undefined): boolean {
  return address.toLowerCase() === other?.toLowerCase();
}

export function listField(response: unknown, name: string): unknown[] {
  const list = isObject(response) ? response[name] : undefined;
  return Array.isArray(list) ? list : [];
}

export function learnTokens(known: KnownValues, response: unknown): void {
  for (const token of listField(response, "tokens")) addToken(known, token);
}

function addToken(known: KnownValues, token: unknown): void {
  if (!isObject(token) || !isObject(token.chain)) return;
  const { address, chain } = token;
  if (typeof address === "string" && typeof chain.id === "number")
    known.tokens.push({ address, chain: chain.id });
}

/** Prefers a token that the wallet holds: its quotes can be executed. */
export function learnHeldToken(known: KnownValues, response: unknown): void {
  const held: KnownValues = { ...known, tokens: [] };
  for (const token of listField(response, "tokens")) addToken(held, token);
  const chain = chainOf(known);
  const first = held.tokens.find((token) => token.chain === chain && isErc20(token.address));
  if (first) known.tokens.unshift(first);
}

/** Takes a wallet of the project if the caller names none, and what identifies it. */
export function learnWallet(known: KnownValues, wallet: unknown): void {
  if (!isObject(wallet) || typeof wallet.walletAddress !== "string") return;
  const { walletAddress, externallyOwnedAccount, factory, salt, registeredAt } = wallet;
  if (typeof registeredAt !== "string") return;
  const isWanted = known.wallet === undefined || isSame(walletAddress, known.wallet);
  const isOwned =
    typeof externallyOwnedAccount === "string" &&
    (known.owner === undefined || isSame(externallyOwnedAccount, known.owner));
  if (!isWanted || !isOwned) return;
  known.wallet = walletAddress;
  known.owner = externallyOwnedAccount;
  if (typeof factory === "string") known.factory = factory;
  if (typeof salt === "string") known.salt = salt;
}
