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
export interface CheckFacts extends CheckInputs {
  factory: string;
  salt?: string | undefined;
  tokens: { readonly address: string; readonly chain: number }[];
  /** The guaranteed output of the first quote. */
  minAmountOut?: string | undefined;
  /** Of the prepared transfer. */
  userOperationHash?: string | undefined;
}

/** What is known before the first call. */
export function createFacts(inputs: CheckInputs): CheckFacts {
  return { ...inputs, factory: factories.lightAccount["2.0.0"], tokens: [] };
}

/** The amount of the quotes. */
export const amountOf = ({ amount }: CheckFacts) => amount ?? "1";

/** Polygon if it has a token, otherwise the chain of the first token. */
export function chainOf({ chain, tokens }: CheckFacts): number {
  const hasPolygon = tokens.some((token) => token.chain === chainIds.polygon);
  return chain ?? (hasPolygon ? undefined : tokens[0]?.chain) ?? chainIds.polygon;
}

/** Completes the tokens: two ERC-20 tokens of the chain. */
export function withTokens(facts: CheckFacts): CheckFacts {
  const chain = chainOf(facts);
  const addresses = facts.tokens
    .filter((token) => token.chain === chain && isErc20(token.address))
    .map(({ address }) => address);
  const tokenIn = facts.tokenIn ?? addresses.find((each) => !isSame(each, facts.tokenOut));
  const tokenOut = facts.tokenOut ?? addresses.find((each) => !isSame(each, tokenIn));
  return { ...facts, tokenIn, tokenOut };
}

function isErc20(address: string): boolean {
  return evmAddressPattern.test(address) && !isSame(address, nativeToken);
}

function isSame(address: string, other: string | undefined): boolean {
  return address.toLowerCase() === other?.toLowerCase();
}

/** A list in a response of any form. */
export function listField(response: unknown, name: string): unknown[] {
  const list = isObject(response) ? response[name] : undefined;
  return Array.isArray(list) ? list : [];
}

/** Takes the tokens of a list. */
export function learnTokens(facts: CheckFacts, response: unknown): void {
  for (const token of listField(response, "tokens")) addToken(facts, token);
}

function addToken(facts: CheckFacts, token: unknown): void {
  if (!isObject(token) || !isObject(token.chain)) return;
  const { address, chain } = token;
  if (typeof address === "string" && typeof chain.id === "number")
    facts.tokens.push({ address, chain: chain.id });
}

/** Prefers a token that the wallet holds: its quotes can be executed. */
export function learnHeldToken(facts: CheckFacts, response: unknown): void {
  const held: CheckFacts = { ...facts, tokens: [] };
  for (const token of listField(response, "tokens")) addToken(held, token);
  const chain = chainOf(facts);
  const first = held.tokens.find((token) => token.chain === chain && isErc20(token.address));
  if (first) facts.tokens.unshift(first);
}

/** Takes a wallet of the project if the caller names none, and what identifies it. */
export function learnWallet(facts: CheckFacts, wallet: unknown): void {
  if (!isObject(wallet) || typeof wallet.walletAddress !== "string") return;
  const { walletAddress, externallyOwnedAccount, factory, salt, registeredAt } = wallet;
  if (typeof registeredAt !== "string") return;
  const isWanted = facts.wallet === undefined || isSame(walletAddress, facts.wallet);
  const isOwned =
    typeof externallyOwnedAccount === "string" &&
    (facts.owner === undefined || isSame(externallyOwnedAccount, facts.owner));
  if (!isWanted || !isOwned) return;
  facts.wallet = walletAddress;
  facts.owner = externallyOwnedAccount;
  if (typeof factory === "string") facts.factory = factory;
  if (typeof salt === "string") facts.salt = salt;
}
