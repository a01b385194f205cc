import { type Hex, maxUint256 } from "viem";
import { encode, nativeToken } from "../market.js";
import { ether, friend, type HostileSwaps, paymaster, stranger, swap, usd } from "../world.js";

const stated = (amount: string, token: Hex) =>
  ({
    payGasFeeToken: token,
    maxGasFeeToken: amount,
    gasFeeTokenAmount: amount,
    gasFeeTokenAmountUSD: "1",
  }) as never;

const fee = (token: Hex, amount: string) => ({
  amount,
  percentage: amount,
  token,
  toAddress: stranger,
  type: "SERVICE",
});

/** Swaps whose hash is correct and whose fields state what was asked. */
export const hostileSwaps: HostileSwaps = {
  "that does nothing": ["simulated_gain", () => ({ calls: [] })],
  "to another receiver": ["simulated_gain", (w) => ({ calls: swap(w, stranger) })],
  "for half of the output": ["simulated_gain", (w) => ({ calls: swap(w, w.wallet, "50") })],
  "for a bit less than the minimum": [
    "simulated_gain",
    (w) => ({ calls: swap(w, w.wallet, "98.9") }),
  ],
  "of twice the input": [
    "simulated_loss",
    (w) => ({ calls: swap(w, w.wallet, "100", { amount: usd("200") }) }),
  ],
  "for a token whose fee takes it below the minimum": [
    "simulated_gain",
    (w) => ({
      request: { tokenOut: w.feeCoin },
      calls: swap(w, w.wallet, "99.5", { tokenOut: w.feeCoin }),
    }),
  ],
  "for a token that says that it pays": [
    "simulated_gain",
    (w) => ({
      request: { tokenOut: w.lying },
      calls: swap(w, w.wallet, "100", { tokenOut: w.lying }),
    }),
  ],
  "for a token whose transfer drains another one": [
    "simulated_loss",
    async (w) => {
      await w.send(w.other, encode("approve", w.hook, maxUint256), w.wallet);
      const drain = encode("transferFrom", w.wallet, stranger, 1n);
      await w.send(w.hook, encode("setHook", w.other, drain));
      return {
        request: { tokenOut: w.hook },
        calls: swap(w, w.wallet, "100", { tokenOut: w.hook }),
      };
    },
  ],
  "for a token without balances": [
    "simulated_unmeasured",
    (w) => ({ request: { tokenOut: w.market }, calls: swap(w, w.wallet) }),
  ],
  "of a token without events, with an approval that stays": [
    "simulated_approval",
    (w) => ({
      request: { tokenIn: w.silent, payGasFeeToken: w.silent },
      calls: [
        [w.silent, encode("approve", w.market, ether("100"))],
        [w.market, encode("swap", w.silent, ether("100"), w.coin, ether("100"), w.wallet)],
        [w.silent, encode("approve", stranger, 1n)],
      ],
    }),
  ],
  "with an approval of NFTs for a contract in contracts": [
    "simulated_approval",
    (w) => ({
      options: { contracts: [w.market, w.nft] },
      calls: [...swap(w, w.wallet), [w.nft, encode("setApprovalForAll", w.market, true)]],
    }),
  ],
  "that takes tokens of the receiver, who approved the wallet": [
    "simulated_loss",
    (w) => ({
      request: { toAddress: friend },
      calls: [...swap(w, friend), [w.other, encode("transferFrom", friend, stranger, 1n)]],
    }),
  ],
  "that pays the receiver with its own tokens": [
    "simulated_gain",
    (w) => ({
      request: { toAddress: friend, tokenOut: w.other },
      calls: [
        ...swap(w, stranger),
        [w.other, encode("transferFrom", friend, w.wallet, ether("100"))],
        [w.other, encode("transfer", friend, ether("100"))],
      ],
    }),
  ],
  "that pays the receiver with the wallet's own tokens": [
    "simulated_loss",
    (w) => ({
      request: { toAddress: friend },
      calls: [...swap(w, stranger), [w.coin, encode("transfer", friend, ether("100"))]],
    }),
  ],
  "whose paymaster takes more than the stated gas": [
    "simulated_loss",
    (w) => ({
      quote: { estimatedGasFees: stated("3", w.usd) },
      calls: [...swap(w, w.wallet), [w.usd, encode("transfer", paymaster, usd("4"))]],
    }),
  ],
  "whose paymaster may take more than the stated gas": [
    "simulated_approval",
    (w) => ({
      quote: { estimatedGasFees: stated("3", w.usd) },
      calls: [...swap(w, w.wallet), [w.usd, encode("approve", paymaster, usd("4"))]],
    }),
  ],
  "whose paymaster takes the gas, and may take it again": [
    "simulated_loss",
    (w) => ({
      quote: { estimatedGasFees: stated("3", w.usd) },
      calls: [
        ...swap(w, w.wallet),
        [w.usd, encode("transfer", paymaster, usd("3"))],
        [w.usd, encode("approve", paymaster, usd("3"))],
      ],
    }),
  ],
  "whose paymaster takes more than your maximum of gas": [
    "simulated_loss",
    (w) => ({
      request: { payGasFeeToken: w.other },
      quote: { estimatedGasFees: stated("3", w.other) },
      options: { maxGasFee: "3" },
      calls: [...swap(w, w.wallet), [w.other, encode("transfer", paymaster, ether("3.001"))]],
    }),
  ],
  "whose gas is taken in another token than stated": [
    "simulated_loss",
    (w) => ({
      quote: { estimatedGasFees: stated("3", w.usd) },
      calls: [...swap(w, w.wallet), [w.other, encode("transfer", paymaster, ether("3"))]],
    }),
  ],
  "whose deducted gas is taken on top of the amount": [
    "simulated_loss",
    (w) => ({
      request: { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" },
      quote: { estimatedGasFees: stated("3", w.usd), amountIn: "97" },
      calls: [...swap(w, w.wallet), [w.usd, encode("transfer", paymaster, usd("3"))]],
    }),
  ],
  "whose paymaster may collect more than the deducted gas": [
    "simulated_approval",
    (w) => ({
      request: { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" },
      quote: { estimatedGasFees: stated("3", w.usd), amountIn: "97" },
      calls: [
        ...swap(w, w.wallet, "100", { amount: usd("50") }),
        [w.usd, encode("approve", paymaster, usd("50"))],
      ],
    }),
  ],
  "whose stated fee is taken on top of the amount": [
    "simulated_loss",
    (w) => ({
      quote: { fees: [fee(w.usd, "2")] },
      calls: [...swap(w, w.wallet), [w.usd, encode("transfer", stranger, usd("2"))]],
    }),
  ],
  "to another chain that also sends a second token": [
    "simulated_loss",
    (w) => ({
      request: { chainIdOut: 137 },
      calls: [...swap(w, stranger), [w.other, encode("transfer", stranger, 1n)]],
    }),
  ],
  "to another chain that leaves an approval": [
    "simulated_approval",
    (w) => ({
      request: { chainIdOut: 137 },
      calls: [...swap(w, stranger), [w.usd, encode("approve", w.market, 1n)]],
    }),
  ],
  "whose stated fee leaves less than your minimum": [
    "simulated_gain",
    (w) => ({
      quote: { fees: [fee(w.coin, "10")] },
      options: { minAmountOut: "99" },
      calls: [...swap(w, w.wallet), [w.coin, encode("transfer", stranger, ether("10"))]],
    }),
  ],
  "whose paymaster may take more than your maximum of gas": [
    "simulated_approval",
    (w) => ({
      request: { payGasFeeToken: w.other },
      quote: { estimatedGasFees: stated("3", w.other) },
      options: { maxGasFee: "3" },
      calls: [...swap(w, w.wallet), [w.other, encode("approve", paymaster, ether("3.001"))]],
    }),
  ],
  "that states more gas than your maximum": [
    "gas_above_maximum",
    (w) => ({
      quote: { estimatedGasFees: stated("3", w.usd) },
      options: { maxGasFee: "2.9" },
    }),
  ],
  "without a paymaster, with more gas than stated": [
    "simulated_loss",
    () => ({
      request: { payGasFeeToken: nativeToken },
      quote: { estimatedGasFees: stated("0.01", nativeToken) },
      operation: { paymaster: undefined, preVerificationGas: 10n ** 9n },
    }),
  ],
  "without a paymaster, with more gas than your maximum": [
    "simulated_loss",
    () => ({
      request: { payGasFeeToken: nativeToken },
      quote: { estimatedGasFees: stated("0.001", nativeToken) },
      options: { maxGasFee: "0.001" },
      operation: { paymaster: undefined },
    }),
  ],
};
