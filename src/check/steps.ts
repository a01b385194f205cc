import { type EndpointName, endpoints } from "../contract/endpoints.js";
import { isValid } from "../contract/records/check.js";
import { chainIds } from "../contract/shared/chains/chain-ids.js";
import type { Endpoint } from "../contract/shared/endpoint.js";
import type { CallInput } from "../http/request/build-request.js";
import { isObject } from "../shared/guards.js";
import {
  amountOf,
  chainOf,
  type KnownValues,
  learnHeldToken,
  learnTokens,
  learnWallet,
  listField,
  withTokens,
} from "./known-values.js";

/** One call. `input` returns the reason if the call is not possible. */
export interface CheckStep {
  readonly endpoint: Endpoint;
  /** Distinguishes several calls of one operation. */
  readonly variant?: string;
  readonly input: (known: KnownValues) => CallInput | string;
  /** Learns from the response. Fields of any form are possible. */
  readonly learn?: (known: KnownValues, response: unknown) => void;
}

const byName: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map((value: Endpoint) => [value.name, value]),
);
const get = (name: EndpointName) => byName.get(name) as Endpoint;

const needsWallet = "pass --wallet";

function forWallet(query: object = {}): CheckStep["input"] {
  return ({ wallet }) =>
    wallet === undefined ? needsWallet : { params: { walletAddress: wallet }, query };
}

/** In the order that lets each call use what the earlier ones return. */
const defaultSteps: readonly CheckStep[] = [
  { endpoint: get("tokens.chains"), input: () => ({}) },
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
    endpoint: get("wallets.list"),
    input: () => ({}),
    learn: (known, response) => {
      for (const wallet of listField(response, "wallets")) learnWallet(known, wallet);
    },
  },
  {
    endpoint: get("wallets.check"),
    input: ({ owner, factory, salt }) =>
      owner === undefined
        ? "pass --owner"
        : { query: { externallyOwnedAccount: owner, factory, salt } },
    learn: (known, response) => learnWallet(known, isObject(response) && response.wallet),
  },
  {
    endpoint: get("wallets.portfolio"),
    input: forWallet(),
    learn: learnHeldToken,
  },
  {
    endpoint: get("wallets.portfolio"),
    variant: "all parts",
    input: forWallet({
      includeTokens: true,
      includeNFTs: true,
      includePnL: true,
      includeLendingPositions: true,
    }),
  },
  {
    endpoint: get("wallets.history"),
    input: forWallet(),
  },
  {
    endpoint: get("liquidity.pools"),
    input: () => ({ query: { take: 50, filterWhitelist: false } }),
  },
  {
    endpoint: get("wallets.deposit"),
    input: (known) => {
      const { wallet, owner, tokenIn } = withTokens(known);
      if (wallet === undefined || owner === undefined) return "pass --wallet and --owner";
      if (tokenIn === undefined) return "pass --token-in";
      const body = { amount: amountOf(known), chainId: chainOf(known), token: tokenIn };
      return { params: { walletAddress: wallet }, body: { ...body, fromAddress: owner } };
    },
  },
  {
    endpoint: get("swap.quote"),
    input: (known) => createSwap(known),
    learn: (known, response) => {
      for (const quote of listField(response, "quotes")) {
        if (isObject(quote) && typeof quote.minAmountOut === "string")
          known.minAmountOut ??= quote.minAmountOut;
      }
    },
  },
  {
    endpoint: get("swap.quote"),
    variant: "limit order",
    input: (known) => createSwap(known, known.minAmountOut ?? amountOf(known)),
  },
  {
    endpoint: get("operations.transfer"),
    input: createTransfer,
    learn: (known, response) => {
      const hash = isObject(response) && Object(response.transfer).userOperationHash;
      if (typeof hash === "string") known.userOperationHash ??= hash;
    },
  },
  {
    endpoint: get("operations.get"),
    input: ({ userOperationHash }) =>
      userOperationHash === undefined
        ? "no transfer was prepared"
        : { params: { userOperationHash } },
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
];

const others = endpoints.filter(
  ({ name }) => !defaultSteps.some(({ endpoint }) => endpoint.name === name),
) as readonly Endpoint[];

/** The calls of a check. Operations without a default input come last. */
export const checkSteps: readonly CheckStep[] = [
  ...defaultSteps,
  ...others.map((value): CheckStep => {
    return { endpoint: value, input: () => (needsNoInput(value) ? {} : describeGap(value)) };
  }),
];

/** The reads and quotes that are called only with a given input. */
export const operationsWithoutDefault: readonly string[] = others
  .filter((value) => value.effect !== "write" && !needsNoInput(value))
  .map(({ name }) => name);

function needsNoInput({ effect, params, query, body }: Endpoint): boolean {
  const isFree = !params && !body && (!query || isValid(query, {}));
  return isFree && effect === "read";
}

function describeGap({ name, effect }: Endpoint): string {
  return effect === "write" ? "it changes something" : `pass --input ${name}='{…}'`;
}

function createSwap(known: KnownValues, minAmountOut?: string): CallInput | string {
  const { wallet, tokenIn, tokenOut } = withTokens(known);
  if (wallet === undefined) return needsWallet;
  if (tokenIn === undefined || tokenOut === undefined) return "pass --token-in and --token-out";
  const chainId = chainOf(known);
  const body = {
    amountIn: amountOf(known),
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

function createTransfer(known: KnownValues): CallInput | string {
  const { wallet, tokenIn } = withTokens(known);
  if (wallet === undefined) return needsWallet;
  if (tokenIn === undefined) return "pass --token-in";
  const body = {
    amount: amountOf(known),
    chainId: chainOf(known),
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    payGasFeeToken: tokenIn,
    token: tokenIn,
    walletAddress: wallet,
    toAddress: wallet,
  };
  return { body };
}
