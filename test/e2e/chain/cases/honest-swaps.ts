import { type Hex, maxUint160, maxUint256, parseUnits } from "viem";
import { foundry } from "viem/chains";
import { hashAuthorization } from "viem/utils";
import { owner } from "../evm-node.js";
import { deployContract, encode, encodeWithId, nativeToken, type WalletCall } from "../market.js";
import {
  ether,
  friend,
  type HonestSwaps,
  native,
  type SwapCase,
  sellNative,
  stranger,
  swap,
  usd,
  type World,
} from "../world.js";

const sell = (w: World, tokenIn: Hex, amount: bigint): WalletCall[] => [
  [tokenIn, encode("approve", w.market, amount)],
  [w.market, encode("swap", tokenIn, amount, w.coin, ether("100"), w.wallet)],
];

const plain: HonestSwaps = {
  "of one token for another": () => ({}),
  "for a token that keeps a fee": (w) => ({
    request: { tokenOut: w.feeCoin },
    quote: { amountOut: "99", minAmountOut: "98.01" },
    calls: swap(w, w.wallet, "100", { tokenOut: w.feeCoin }),
  }),
  "of a token that keeps a fee": (w) => ({
    request: { tokenIn: w.feeUsd, payGasFeeToken: w.feeUsd },
    calls: sell(w, w.feeUsd, usd("100")),
  }),
  "of a token without events": (w) => ({
    request: { tokenIn: w.silent },
    calls: sell(w, w.silent, ether("100")),
  }),
  "for a token without events": (w) => ({
    request: { tokenOut: w.silent },
    calls: swap(w, w.wallet, "100", { tokenOut: w.silent }),
  }),
  "of two steps by the wallet": (w) => ({
    calls: [
      ...swap(w, w.wallet, "100", { tokenOut: w.other }),
      [w.other, encode("approve", w.market, ether("100"))],
      [w.market, encode("swap", w.other, ether("100"), w.coin, ether("100"), w.wallet)],
    ],
  }),
  "of two steps by a router": (w) => {
    const tokens = [w.usd, w.other, w.coin];
    const amounts = [usd("100"), ether("100"), ether("100")];
    return {
      calls: [
        [w.usd, encode("approve", w.router, usd("100"))],
        [w.router, encode("swapTwice", w.market, tokens, amounts, w.wallet)],
      ],
    };
  },
  "that resets an approval first": (w) => ({
    calls: [[w.usd, encode("approve", w.market, 0n)], ...swap(w, w.wallet)],
  }),
  "that uses an approval from before": async (w) => {
    await w.send(w.usd, encode("approve", w.market, maxUint256), w.wallet);
    return { calls: swap(w, w.wallet).slice(1) };
  },
  "that refunds a part": (w) => ({
    calls: [
      ...swap(w, w.wallet),
      [w.market, encode("swap", w.usd, 0n, w.usd, usd("0.5"), w.wallet)],
    ],
  }),
  "within the tolerance below the minimum": (w) => ({ calls: swap(w, w.wallet, "98.95") }),
  "of an amount that the quote rounds": (w) => ({
    request: { amountIn: "33.333333" },
    quote: { amountIn: "33.33" },
    calls: swap(w, w.wallet, "100", { amount: usd("33.333333") }),
  }),
};

const nativeSwaps: HonestSwaps = {
  "of the native coin": (w) => ({
    request: { tokenIn: nativeToken, amountIn: "1" },
    calls: sellNative(w, ether("1")),
  }),
  "of the native coin, which is wrapped first": (w) => ({
    request: { tokenIn: nativeToken, amountIn: "1" },
    calls: [[w.wrapped, encode("deposit"), ether("1")], ...sell(w, w.wrapped, ether("1"))],
  }),
  "of the wrapped coin": (w) => ({
    request: { tokenIn: w.wrapped },
    calls: sell(w, w.wrapped, ether("100")),
  }),
  "for the native coin": (w) => ({
    request: { tokenOut: nativeToken },
    calls: swap(w, w.wallet, "100", { tokenOut: native }),
  }),
  "for the native coin, which is unwrapped": (w) => ({
    request: { tokenOut: nativeToken },
    calls: [
      ...swap(w, w.wallet, "100", { tokenOut: w.wrapped }),
      [w.wrapped, encode("withdraw", ether("100"))],
    ],
  }),
};

const approved: HonestSwaps = {
  "with an approval that stays for a router in contracts": (w) => ({
    calls: [[w.usd, encode("approve", w.market, maxUint256)], ...swap(w, w.wallet).slice(1)],
    options: { contracts: [w.market] },
  }),
  "with an approval that stays for a router in changes": (w) => ({
    calls: [[w.usd, encode("approve", w.market, maxUint256)], ...swap(w, w.wallet).slice(1)],
    options: { changes: { approvals: [w.market] } },
  }),
  "through Permit2, by exact approvals": (w) => ({ calls: permit(w, usd("100"), usd("100")) }),
  "through Permit2, by approvals that stay and are named": (w) => ({
    calls: permit(w, maxUint256, maxUint160),
    options: { changes: { approvals: [w.permits, w.router] } },
  }),
  "whose calls are all named": (w) => ({ options: { contracts: [w.market] } }),
};

function permit(w: World, toPermits: bigint, toRouter: bigint): WalletCall[] {
  const { permits, market, router } = w;
  const parameters = [permits, market, w.usd, usd("100"), w.coin, ether("100"), w.wallet];
  return [
    [w.usd, encode("approve", permits, toPermits)],
    [permits, encodeWithId("approve", w.usd, router, toRouter, 2_000_000_000)],
    [router, encode("swapWithPermit", ...parameters)],
  ];
}

const accounts: HonestSwaps = {
  "to another receiver": () => ({ request: { toAddress: friend } }),
  "to the owner": () => ({ request: { toAddress: owner.address } }),
  "to a receiver that passes a part on": (w) => ({
    request: { toAddress: w.splitter, tokenOut: nativeToken },
    calls: swap(w, w.splitter, "100", { tokenOut: native }),
  }),
  "to another chain": (w) => ({
    request: { chainIdOut: 137 },
    calls: swap(w, stranger),
  }),
  "by a new wallet, with its deployment": async (w) => {
    const wallet = await w.getWallet(1n);
    await w.mint(w.usd, wallet, usd("1000"));
    const factoryData = encode("createAccount", owner.address, 1n);
    return { wallet, operation: { factory: w.factory, factoryData } };
  },
  "by an account that is delegated with it": (w) => {
    const fields = { chainId: foundry.id, address: w.delegate, nonce: 0 };
    return {
      wallet: owner.address,
      quote: { authorization: { ...fields, hash: hashAuthorization(fields) } },
      options: { delegates: [w.delegate] },
    };
  },
  "by an account that is delegated already": async (w) => {
    const bytecode: Hex = `0xef0100${w.delegate.slice(2)}`;
    await w.client.setCode({ address: owner.address, bytecode });
    return { wallet: owner.address };
  },
  "by a wallet with modules": (w) => ({ wallet: w.modular }),
};

/** Of 100 tokens for 100 others. */
const withDecimals =
  (decimals: number) =>
  async (w: World): Promise<SwapCase> => {
    const amount = parseUnits("100", decimals);
    const tokenIn = await deployContract(w.client, "Token", decimals);
    const tokenOut = await deployContract(w.client, "Token", decimals);
    await w.mint(tokenIn, w.wallet, amount);
    await w.mint(tokenOut, w.market, amount);
    return {
      request: { tokenIn, tokenOut, payGasFeeToken: tokenIn },
      calls: [
        [tokenIn, encode("approve", w.market, amount)],
        [w.market, encode("swap", tokenIn, amount, tokenOut, amount, w.wallet)],
      ],
    };
  };

/** Swaps that sign without any problem. */
export const honestSwaps: HonestSwaps = {
  ...plain,
  ...nativeSwaps,
  ...approved,
  ...accounts,
  ...Object.fromEntries(
    [0, 2, 6, 8, 18].map((decimals) => [
      `of tokens with ${decimals} decimals`,
      withDecimals(decimals),
    ]),
  ),
};
