import { maxUint256 } from "viem";
import type { ReviewProblemCode } from "../../../../src/shared/problem-codes.js";
import { encode, encodeWithId } from "../market.js";
import { ether, friend, native, type SwapCase, swap, usd, type World } from "../world.js";

type Swaps = Readonly<
  Record<
    string,
    readonly [
      ReviewProblemCode,
      shown: string | ((w: World) => string),
      create: (w: World) => SwapCase | Promise<SwapCase>,
    ]
  >
>;

/** Swaps that are signed only if the user confirms, and what the user is shown. */
export const askedSwaps: Swaps = {
  "that reverts": [
    "simulated_revert",
    "a revert: ",
    (w) => ({ calls: [[w.usd, encode("transfer", friend, ether("1"))]] }),
  ],
  "that runs out of gas": [
    "simulated_revert",
    "a revert: ",
    () => ({ operation: { callGasLimit: 30_000n } }),
  ],
  "by a wallet without code": [
    "simulated_revert",
    "a wallet with code",
    async (w) => ({ wallet: await w.getWallet(6n) }),
  ],
  "that brings a token": [
    "simulated_change",
    (w) => `Change: +5 of ${w.other} at ${w.wallet.toLowerCase()}`,
    (w) => ({ calls: [...swap(w, w.wallet), [w.other, encode("mint", w.wallet, ether("5"))]] }),
  ],
  "that brings an NFT": [
    "simulated_change",
    (w) => `Change: +1 of ${w.nft} number 10 at ${w.wallet.toLowerCase()}`,
    (w) => ({ calls: [...swap(w, w.wallet), [w.nft, encode("mint", w.wallet, 10n)]] }),
  ],
  "that brings a token of a contract with many": [
    "simulated_change",
    (w) => `Change: +10 of ${w.multi} number 3 at ${w.wallet.toLowerCase()}`,
    (w) => ({
      calls: [...swap(w, w.wallet), [w.multi, encodeWithId("mint", w.wallet, 3n, 10n)]],
    }),
  ],
  "that brings the native coin": [
    "simulated_change",
    "Change: +2 of the chain's native coin",
    (w) => ({
      calls: [
        ...swap(w, w.wallet),
        [w.market, encode("swap", w.usd, 0n, native, ether("2"), w.wallet)],
      ],
    }),
  ],
  "that brings the receiver a token": [
    "simulated_change",
    (w) => `Change: +5 of ${w.other} at ${friend}`,
    (w) => ({
      request: { toAddress: friend },
      calls: [...swap(w, friend), [w.other, encode("mint", friend, ether("5"))]],
    }),
  ],
  "that pays the receiver a fee, too": [
    "simulated_change",
    (w) => `Change: +2 of ${w.usd} at ${friend}`,
    (w) => ({
      request: { transactionFeePercent: 2, toAddress: friend },
      quote: {
        fees: [{ amount: "2", percentage: "2", token: w.usd, toAddress: friend, type: "PROJECT" }],
      },
      calls: [
        ...swap(w, friend, "100", { amount: usd("98") }),
        [w.usd, encode("transfer", friend, usd("2"))],
      ],
    }),
  ],
  "with an approval that cannot be read back": [
    "simulated_change",
    (w) => `the approval of ${w.blind} for ${friend}`,
    (w) => ({ calls: [...swap(w, w.wallet), [w.blind, encode("approve", friend, maxUint256)]] }),
  ],
  "whose call data is unknown": [
    "call_data_missing",
    "the operation as typed data",
    () => ({ quote: { typedData: null } }),
  ],
};
