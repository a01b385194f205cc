import { maxUint256 } from "viem";
import { owner } from "../evm-node.js";
import { encode, encodeWithId, nativeToken } from "../market.js";
import { closePosition, createPositions, openPosition } from "../positions.js";
import { type BatchCase, ether, friend, swap, usd, type World } from "../world.js";

type Batches = Readonly<Record<string, (w: World) => BatchCase | Promise<BatchCase>>>;

const small = "0.000000000001";

/** Operations that `signOperation` signs with their stated changes. */
export const honestBatches: Batches = {
  "that transfers a token": (w) => ({
    changes: {
      losses: [{ token: w.usd, amount: "25" }],
      gains: [{ token: w.usd, amount: "25", receiver: friend }],
    },
    calls: [[w.usd, encode("transfer", friend, usd("25"))]],
  }),
  "that transfers the native coin": () => ({
    changes: {
      losses: [{ token: nativeToken, amount: "2" }],
      gains: [{ token: nativeToken, amount: "2", receiver: friend }],
    },
    calls: [[friend, "0x", ether("2")]],
  }),
  "that transfers an NFT": (w) => ({
    changes: {
      losses: [{ token: w.nft, amount: "1" }],
      gains: [{ token: w.nft, amount: "1", receiver: friend }],
    },
    calls: [[w.nft, encode("transferFrom", w.wallet, friend, 7n)]],
  }),
  "that transfers tokens of a contract with many": (w) => ({
    changes: { losses: [{ token: w.multi, amount: "3" }] },
    calls: [[w.multi, encodeWithId("transfer", friend, 1n, 3n)]],
  }),
  "of two swaps": (w) => ({
    changes: {
      losses: [{ token: w.usd, amount: "200" }],
      gains: [
        { token: w.coin, amount: "99", receiver: w.wallet },
        { token: w.other, amount: "99", receiver: w.wallet },
      ],
    },
    calls: [...swap(w, w.wallet), ...swap(w, w.wallet, "100", { tokenOut: w.other })],
    options: { contracts: [w.market] },
  }),
  "that deposits tokens of the owner": (w) => ({
    changes: {
      losses: [{ token: w.other, amount: "25", account: owner.address }],
      gains: [{ token: w.other, amount: "25", receiver: w.wallet }],
    },
    calls: [[w.other, encode("transferFrom", owner.address, w.wallet, ether("25"))]],
  }),
  "that leaves a stated approval": (w) => ({
    changes: { losses: [{ token: w.usd, amount: "0" }], approvals: [w.market] },
    calls: [[w.usd, encode("approve", w.market, maxUint256)]],
  }),
  "that opens a position": async (w) => {
    const manager = await createPositions(w);
    return {
      changes: {
        losses: [
          { token: w.usd, amount: "1" },
          { token: w.coin, amount: small },
        ],
        gains: [{ token: manager, amount: "1", receiver: w.wallet }],
      },
      calls: openPosition(w, manager),
      options: { contracts: [manager] },
    };
  },
  "that closes a position": async (w) => {
    const manager = await createPositions(w);
    for (const [to, data] of openPosition(w, manager)) await w.send(to, data, w.wallet);
    return {
      changes: {
        losses: [{ token: manager, amount: "1" }],
        gains: [
          { token: w.usd, amount: "0.99", receiver: w.wallet },
          { token: w.coin, amount: "0.00000000000099", receiver: w.wallet },
        ],
      },
      calls: closePosition(manager, w.wallet),
    };
  },
};
