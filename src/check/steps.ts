import { type EndpointName, endpoints } from "../contract/endpoints.js";
import { chainIds, nativeToken } from "../contract/shared/chain-ids.js";
import { type Endpoint, endpoint } from "../contract/shared/endpoint.js";
import { factories } from "../contract/shared/factories.js";
import { isObject } from "../contract/shared/guards.js";
import { evmAddressPattern } from "../contract/shared/patterns.js";
import { listOf } from "../contract/shared/primitives.js";
import { type ExactSchema, record } from "../contract/shared/schema.js";
import { Chain } from "../contract/shared/schemas.js";
import type * as shared from "../contract/shared/types.js";
import { SmartWallet } from "../contract/wallets/schemas.js";
import type * as wallets from "../contract/wallets/types.js";
import type { CallInput } from "../http/request/build-request.js";

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
}

/** One call. `input` returns the reason if the call is not possible. */
export interface CheckStep {
  readonly endpoint: Endpoint;
  /** Distinguishes several calls of one operation. */
  readonly variant?: string;
  readonly input: (facts: CheckFacts) => CallInput | string;
  /** Learns from the response. Fields of any form are possible. */
  readonly learn?: (facts: CheckFacts, response: unknown) => void;
}

interface ChainList {
  chains: shared.Chain[];
}
interface WalletList {
  wallets: wallets.SmartWallet[];
}
const ChainList: ExactSchema<ChainList> = record(() => ({ chains: listOf(Chain) }));
const WalletList: ExactSchema<WalletList> = record(() => ({ wallets: listOf(SmartWallet) }));

/** Reads that the client has no method for. */
const listChains: Endpoint = endpoint({
  name: "GET /api/v1/crypto/chains",
  title: "List the chains of the service",
  method: "GET",
  path: "/api/v1/crypto/chains",
  response: ChainList,
  errors: [],
  effect: "read",
  known: "published",
});
const listWallets: Endpoint = endpoint({
  name: "GET /api/v1/wallets",
  title: "List the wallets of the project",
  method: "GET",
  path: "/api/v1/wallets",
  response: WalletList,
  errors: [],
  effect: "read",
  known: "published",
});

const byName: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map((value: Endpoint) => [value.name, value]),
);
const get = (name: EndpointName) => byName.get(name) as Endpoint;

const needsWallet = "pass --wallet";

/** The calls of a check, in the order that lets each use what the earlier ones return. */
export const checkSteps: readonly CheckStep[] = [
  { endpoint: listChains, input: () => ({}) },
  {
    endpoint: get("tokens.list"),
    input: () => ({ query: { perPage: 100 } }),
    learn: learnTokens,
  },
  {
    endpoint: get("tokens.list"),
    variant: "all tokens",
    input: () => ({ query: { filterWhitelist: false, perPage: 100 } }),
    learn: learnTokens,
  },
  {
    endpoint: listWallets,
    input: () => ({}),
    learn: (facts, response) => {
      for (const wallet of listField(response, "wallets")) learnWallet(facts, wallet);
    },
  },
  {
    endpoint: get("wallets.check"),
    input: ({ owner, factory, salt }) =>
      owner === undefined
        ? "pass --owner"
        : { query: { externallyOwnedAccount: owner, factory, salt } },
    learn: (facts, response) => learnWallet(facts, isObject(response) && response.wallet),
  },
  {
    endpoint: get("wallets.portfolio"),
    input: ({ wallet }) =>
      wallet === undefined ? needsWallet : { params: { walletAddress: wallet } },
    learn: (facts, response) => learnHeldToken(facts, response),
  },
  {
    endpoint: get("wallets.portfolio"),
    variant: "all parts",
    input: ({ wallet }) =>
      wallet === undefined
        ? needsWallet
        : {
            params: { walletAddress: wallet },
            query: {
              includeTokens: true,
              includeNFTs: true,
              includePnL: true,
              includeLendingPositions: true,
            },
          },
  },
  {
    endpoint: get("wallets.history"),
    input: ({ wallet }) =>
      wallet === undefined ? needsWallet : { params: { walletAddress: wallet } },
  },
  {
    endpoint: get("liquidity.pools"),
    input: () => ({ query: { take: 50, filterWhitelist: false } }),
  },
  {
    endpoint: get("wallets.deposit"),
    input: (facts) => {
      const { wallet, owner, tokenIn } = withTokens(facts);
      if (wallet === undefined || owner === undefined) return "pass --wallet and --owner";
      if (tokenIn === undefined) return "pass --token-in";
      const body = { amount: amountOf(facts), chainId: chainOf(facts), token: tokenIn };
      return { params: { walletAddress: wallet }, body: { ...body, fromAddress: owner } };
    },
  },
  {
    endpoint: get("swap.quote"),
    input: (facts) => createSwap(facts),
    learn: (facts, response) => {
      for (const quote of listField(response, "quotes")) {
        if (isObject(quote) && typeof quote.minAmountOut === "string")
          facts.minAmountOut ??= quote.minAmountOut;
      }
    },
  },
  {
    endpoint: get("swap.quote"),
    variant: "limit order",
    input: (facts) => createSwap(facts, facts.minAmountOut ?? amountOf(facts)),
  },
  {
    endpoint: get("fiat.quoteDeposit"),
    input: ({ wallet, individual }) =>
      wallet === undefined || individual === undefined
        ? "pass --wallet and --individual"
        : {
            body: {
              paymentMethodToSend: "PIX",
              amountToSendInFiatCurrency: 50,
              receiveCryptoCurrency: "USDC",
              individualId: individual,
              chainId: chainIds.polygon,
              walletAddress: wallet,
            },
          },
  },
  ...endpoints
    .filter(({ name }) => !hasDefaultInput(name))
    .map((value: Endpoint): CheckStep => ({ endpoint: value, input: () => describeGap(value) })),
];

function hasDefaultInput(name: string): boolean {
  return [
    "tokens.list",
    "wallets.check",
    "wallets.portfolio",
    "wallets.history",
    "liquidity.pools",
    "wallets.deposit",
    "swap.quote",
    "fiat.quoteDeposit",
  ].includes(name);
}

function describeGap({ name, effect }: Endpoint): string {
  return effect === "write" ? "it changes something" : `pass --input ${name}='{…}'`;
}

function createSwap(facts: CheckFacts, minAmountOut?: string): CallInput | string {
  const { wallet, tokenIn, tokenOut } = withTokens(facts);
  if (wallet === undefined) return needsWallet;
  if (tokenIn === undefined || tokenOut === undefined) return "pass --token-in and --token-out";
  const chainId = chainOf(facts);
  const body = {
    amountIn: amountOf(facts),
    chainIdIn: chainId,
    chainIdOut: chainId,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    payGasFeeToken: tokenIn,
    tokenIn,
    tokenOut,
    walletAddress: wallet,
    toAddress: wallet,
  };
  return { body: minAmountOut === undefined ? body : { ...body, minAmountOut } };
}

const amountOf = ({ amount }: CheckFacts) => amount ?? "1";

/** Polygon if it has a token, otherwise the chain of the first token. */
function chainOf({ chain, tokens }: CheckFacts): number {
  const hasPolygon = tokens.some((token) => token.chain === chainIds.polygon);
  return chain ?? (hasPolygon ? undefined : tokens[0]?.chain) ?? chainIds.polygon;
}

/** Completes the tokens: two ERC-20 tokens of the chain. */
function withTokens(facts: CheckFacts): CheckFacts {
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

function listField(response: unknown, name: string): unknown[] {
  const list = isObject(response) ? response[name] : undefined;
  return Array.isArray(list) ? list : [];
}

function learnTokens(facts: CheckFacts, response: unknown): void {
  for (const token of listField(response, "tokens")) addToken(facts, token);
}

function addToken(facts: CheckFacts, token: unknown): void {
  if (!isObject(token) || !isObject(token.chain)) return;
  const { address, chain } = token;
  if (typeof address === "string" && typeof chain.id === "number")
    facts.tokens.push({ address, chain: chain.id });
}

/** Prefers a token that the wallet holds: its quotes can be executed. */
function learnHeldToken(facts: CheckFacts, response: unknown): void {
  const held: CheckFacts = { ...facts, tokens: [] };
  for (const token of listField(response, "tokens")) addToken(held, token);
  const chain = chainOf(facts);
  const first = held.tokens.find((token) => token.chain === chain && isErc20(token.address));
  if (first) facts.tokens.unshift(first);
}

/** Takes a wallet of the project if the caller names none, and what identifies it. */
function learnWallet(facts: CheckFacts, wallet: unknown): void {
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

/** What is known before the first call. */
export function createFacts(inputs: CheckInputs): CheckFacts {
  return { ...inputs, factory: factories.lightAccount["2.0.0"], tokens: [] };
}
