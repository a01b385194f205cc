import type { Hex } from "viem";
import { encode, nativeToken } from "../market.js";
import {
  ether,
  friend,
  type HonestSwaps,
  native,
  paymaster,
  sellNative,
  swap,
  usd,
} from "../world.js";

const gasOf = (token: Hex, amount: string) => {
  const amounts = { maxGasFeeToken: amount, gasFeeTokenAmount: amount, gasFeeTokenAmountUSD: "3" };
  return { estimatedGasFees: { payGasFeeToken: token, ...amounts } as never };
};

const fee = (token: Hex, amount: string) => ({
  amount,
  token,
  toAddress: friend,
  type: "PROJECT",
  percentage: amount,
});

/** Swaps with gas and fees that sign without any problem. */
export const honestGas: HonestSwaps = {
  "with gas that is deducted": (w) => ({
    request: { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" },
    quote: { ...gasOf(w.usd, "3"), amountIn: "97", amountInUSD: "97", amountOutUSD: "97" },
    calls: [
      ...swap(w, w.wallet, "100", { amount: usd("97") }),
      [w.usd, encode("transfer", paymaster, usd("3"))],
    ],
  }),
  "with gas that is deducted by an approval": (w) => ({
    request: { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" },
    quote: { ...gasOf(w.usd, "3"), amountIn: "97", amountInUSD: "97", amountOutUSD: "97" },
    calls: [
      ...swap(w, w.wallet, "100", { amount: usd("97") }),
      [w.usd, encode("approve", paymaster, usd("3"))],
    ],
  }),
  "with gas that is added": (w) => ({
    quote: gasOf(w.usd, "3"),
    options: { maxGasFee: "3" },
    calls: [...swap(w, w.wallet), [w.usd, encode("transfer", paymaster, usd("3"))]],
  }),
  "with gas that is added by an approval": (w) => ({
    quote: gasOf(w.usd, "3"),
    calls: [...swap(w, w.wallet), [w.usd, encode("approve", paymaster, usd("3"))]],
  }),
  "with gas in the token bought": (w) => ({
    request: { payGasFeeToken: w.coin },
    quote: gasOf(w.coin, "0.5"),
    calls: [...swap(w, w.wallet), [w.coin, encode("transfer", paymaster, ether("0.5"))]],
  }),
  "with gas in the token bought by an approval": (w) => ({
    request: { payGasFeeToken: w.coin },
    quote: gasOf(w.coin, "0.5"),
    calls: [...swap(w, w.wallet), [w.coin, encode("approve", paymaster, ether("0.5"))]],
  }),
  "with gas in another token": (w) => ({
    request: { payGasFeeToken: w.other },
    quote: gasOf(w.other, "3"),
    calls: [...swap(w, w.wallet), [w.other, encode("transfer", paymaster, ether("3"))]],
  }),
  "with gas in another token by an approval": (w) => ({
    request: { payGasFeeToken: w.other },
    quote: gasOf(w.other, "3"),
    calls: [...swap(w, w.wallet), [w.other, encode("approve", paymaster, ether("3"))]],
  }),
  "without a paymaster": () => ({
    request: { payGasFeeToken: nativeToken },
    quote: gasOf(nativeToken, "0.01"),
    operation: { paymaster: undefined },
  }),
  "of the native coin, without a paymaster": (w) => ({
    request: {
      tokenIn: nativeToken,
      amountIn: "1",
      payGasFeeToken: nativeToken,
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    },
    quote: { ...gasOf(nativeToken, "0.01"), amountIn: "0.99" },
    operation: { paymaster: undefined },
    calls: sellNative(w, ether("0.99")),
  }),
  "for the native coin, without a paymaster": (w) => ({
    request: { tokenOut: nativeToken, payGasFeeToken: nativeToken },
    quote: gasOf(nativeToken, "0.01"),
    operation: { paymaster: undefined },
    calls: swap(w, w.wallet, "99", { tokenOut: native }),
  }),
  "with a fee of the project that is part of the amount": (w) => ({
    request: { transactionFeePercent: 2 },
    quote: { fees: [fee(w.usd, "2")] },
    calls: [
      ...swap(w, w.wallet, "100", { amount: usd("98") }),
      [w.usd, encode("transfer", friend, usd("2"))],
    ],
  }),
  "with a fee in the token bought": (w) => ({
    quote: { fees: [fee(w.coin, "0.5")] },
    calls: [...swap(w, w.wallet), [w.coin, encode("transfer", friend, ether("0.5"))]],
  }),
  "with gas in the list of fees": (w) => ({
    request: { payGasFeeToken: w.other },
    quote: { ...gasOf(w.other, "1"), fees: [{ ...fee(w.other, "1"), type: "GAS" }] },
    calls: [...swap(w, w.wallet), [w.other, encode("transfer", friend, ether("1"))]],
  }),
};
