import { maxUint256 } from "viem";
import type { SigningProblemCode } from "../../../../src/shared/problem-codes.js";
import { owner } from "../evm-node.js";
import { encode, type WalletCall } from "../market.js";
import { type BatchCase, friend, stranger, swap, usd, type World } from "../world.js";

type Batches = Readonly<Record<string, readonly [SigningProblemCode, (w: World) => BatchCase]>>;

/** What the caller states for a transfer of 25 USD to `friend`. */
const transfer = (w: World) => ({
  losses: [{ token: w.usd, amount: "25" }],
  gains: [{ token: w.usd, amount: "25", receiver: friend }],
});
const send = (w: World, to = friend, amount = "25"): WalletCall => [
  w.usd,
  encode("transfer", to, usd(amount)),
];

/** Operations that `signOperation` compares with `changes`. */
export const hostileBatches: Batches = {
  "that sends more than stated": [
    "simulated_loss",
    (w) => ({ changes: transfer(w), calls: [send(w), send(w, stranger, "1")] }),
  ],
  "that sends less than stated": [
    "simulated_gain",
    (w) => ({ changes: transfer(w), calls: [send(w, friend, "24")] }),
  ],
  "that sends to another account": [
    "simulated_gain",
    (w) => ({ changes: transfer(w), calls: [send(w, stranger)] }),
  ],
  "that sends without stated changes": ["simulated_loss", (w) => ({ calls: [send(w)] })],
  "with a call that is not stated": [
    "simulated_loss",
    (w) => ({
      changes: transfer(w),
      calls: [send(w), [w.other, encode("transfer", stranger, 1n)]],
    }),
  ],
  "with an approval that is not stated": [
    "simulated_approval",
    (w) => ({
      changes: { ...transfer(w), approvals: [w.market] },
      calls: [send(w), [w.usd, encode("approve", stranger, maxUint256)]],
    }),
  ],
  "with a stated approval for a token that it may not lose": [
    "simulated_approval",
    (w) => ({
      changes: { ...transfer(w), approvals: [w.market] },
      calls: [send(w), [w.other, encode("approve", w.market, maxUint256)]],
    }),
  ],
  "that sends two NFTs in place of one": [
    "simulated_loss",
    (w) => ({
      changes: { losses: [{ token: w.nft, amount: "1" }] },
      calls: [7n, 8n].map((id) => [w.nft, encode("transferFrom", w.wallet, stranger, id)]),
    }),
  ],
  "that takes tokens of the owner in place of the wallet's": [
    "simulated_loss",
    (w) => ({
      changes: {
        losses: [{ token: w.other, amount: "25" }],
        gains: [{ token: w.other, amount: "25", receiver: friend }],
      },
      calls: [[w.other, encode("transferFrom", owner.address, friend, 25n * 10n ** 18n)]],
    }),
  ],
  "of two swaps, one of which pays another account": [
    "simulated_gain",
    (w) => ({
      changes: {
        losses: [{ token: w.usd, amount: "200" }],
        gains: [{ token: w.coin, amount: "198", receiver: w.wallet }],
      },
      calls: [...swap(w, w.wallet), ...swap(w, stranger)],
    }),
  ],
};
