import type { SigningProblemCode } from "../../../src/shared/problem-codes.js";
import type { Statement } from "../../../src/signing/index.js";
import type { EntryPointVersion } from "./evm-node.js";
import {
  encode,
  encodeWithId,
  ether,
  friend,
  native,
  type OperationToSend,
  thief,
  usd,
  type WalletCall,
  type World,
} from "./settlement-world.js";

type Row = readonly [token: string, amount: string];

/** An operation of the wallet, what was stated of it, and the problems that must be found. */
export interface Case {
  calls: readonly WalletCall[];
  leaves?: readonly Row[];
  arrives?: readonly Row[];
  /** The account of `arrives`. */
  receiver?: `0x${string}`;
  paymaster?: `0x${string}` | undefined;
  /** The other operations of the bundle. */
  before?: readonly OperationToSend[];
  after?: readonly OperationToSend[];
  problems?: readonly SigningProblemCode[];
}

type Cases = Readonly<Record<string, (w: World, version: EntryPointVersion) => Case>>;

/** Approves exactly the amount to the market, and swaps it. */
export function swap(
  { market, wallet }: World,
  tokenIn: `0x${string}`,
  amountIn: bigint,
  tokenOut: `0x${string}`,
  amountOut: bigint,
  to = wallet,
): WalletCall[] {
  return [
    [tokenIn, encode("approve", market, amountIn)],
    [market, encode("swap", tokenIn, amountIn, tokenOut, amountOut, to)],
  ];
}

export function createStatement(w: World, { leaves, arrives, receiver }: Case): Statement {
  const { chainId } = w;
  const sold: readonly Row[] = [
    [w.dollar, "100"],
    [w.dollar, "2"],
  ];
  const account = receiver ?? w.wallet;
  return {
    leaves: (leaves ?? sold).map(([token, amount], i) => {
      return { chainId, token: token as never, amount, why: i === 0 ? "amount" : "gas" };
    }),
    arrives: (arrives ?? [[w.coin, "99"]]).map(([token, least]) => {
      return { chainId, token: token as never, account, least };
    }),
  };
}

const plain = (w: World) => swap(w, w.dollar, usd("100"), w.coin, ether("99"));
const sellNative = (w: World, amount: bigint, to = w.wallet): WalletCall => [
  w.market,
  encode("swap", native, amount, w.coin, ether("99"), to),
  amount,
];
/** Another wallet swaps, and moves what it may of the wallet's dollars. */
const neighbours = (w: World): OperationToSend => ({
  sender: w.neighbour,
  calls: [
    ...plain({ ...w, wallet: w.neighbour }),
    [w.dollar, encode("transferFrom", w.wallet, thief, usd("5"))],
    [w.coin, encode("transfer", w.wallet, ether("50"))],
  ],
});
/** Another operation of the wallet. */
const second = (w: World): OperationToSend => ({
  sender: w.wallet,
  calls: [
    [w.dollar, encode("transfer", friend, usd("7"))],
    [w.other, encode("transfer", friend, ether("7"))],
    [friend, "0x", ether("7")],
    [w.coin, encode("approve", friend, 7n)],
  ],
  paymaster: w.paymaster,
});

/** Gas that the wallet pays itself, in native coin. */
const ownGas: Row = [native, "0.01"];

// test/signing/settlement compares amounts, receivers and approvals.
export const honest: Cases = {
  "a swap": (w) => ({ calls: plain(w) }),
  "a swap whose gas the wallet pays": (w) => ({
    calls: plain(w),
    paymaster: undefined,
    leaves: [[w.dollar, "100"], ownGas],
  }),
  "several calls": (w) => ({
    calls: [
      ...plain(w),
      ...swap(w, w.other, ether("5"), w.feeCoin, ether("5")),
      [w.dollar, encode("transfer", friend, usd("3"))],
    ],
    leaves: [
      [w.dollar, "105"],
      [w.other, "5"],
    ],
    arrives: [
      [w.coin, "99"],
      [w.feeCoin, "4.95"],
    ],
  }),
  "a bundle with operations of others": (w) => ({
    calls: plain(w),
    before: [neighbours(w)],
    after: [neighbours(w), neighbours(w)],
  }),
  "a bundle with earlier operations of the wallet": (w) => ({
    calls: plain(w),
    before: [second(w), neighbours(w)],
  }),
  "a bundle with a later operation of the wallet": (w) => ({
    calls: plain(w),
    after: [neighbours(w), second(w)],
  }),
  "a token that keeps a fee of what is sold": (w) => ({
    calls: swap(w, w.feeDollar, usd("100"), w.coin, ether("99")),
    leaves: [
      [w.feeDollar, "100"],
      [w.dollar, "2"],
    ],
  }),
  "native coin sold": (w) => ({
    calls: [sellNative(w, ether("1"))],
    leaves: [
      [native, "1"],
      [w.dollar, "2"],
    ],
  }),
  "native coin sold, and gas of the wallet": (w) => ({
    calls: [sellNative(w, ether("1"))],
    paymaster: undefined,
    leaves: [[native, "1"], ownGas],
  }),
  "native coin bought, and gas of the wallet": (w) => ({
    calls: swap(w, w.dollar, usd("100"), native, ether("1")),
    paymaster: undefined,
    leaves: [[w.dollar, "100"], ownGas],
    arrives: [[native, "1"]],
  }),
  "native coin bought for another receiver": (w) => ({
    calls: swap(w, w.dollar, usd("100"), native, ether("1"), friend),
    arrives: [[native, "1"]],
    receiver: friend,
  }),
  "native coin bought in a bundle with others": (w) => ({
    calls: swap(w, w.dollar, usd("100"), native, ether("1")),
    arrives: [[native, "1"]],
    before: [neighbours(w)],
  }),
  "native coin that is wrapped": (w) => ({
    calls: [[w.wrapped, encode("deposit"), ether("1")]],
    leaves: [
      [native, "1"],
      [w.dollar, "2"],
    ],
    arrives: [[w.wrapped, "1"]],
  }),
  "a wrapped coin that is unwrapped": (w) => ({
    calls: [[w.wrapped, encode("withdraw", ether("1"))]],
    leaves: [
      [w.wrapped, "1"],
      [w.dollar, "2"],
    ],
    arrives: [[native, "1"]],
  }),
  "a deposit of the wallet at the EntryPoint": (w, version) => ({
    calls: [...plain(w), [w.entryPoints[version], encode("depositTo", w.wallet), ether("1")]],
  }),
  "an operation that fails": (w) => ({
    calls: [...plain(w), [w.dollar, encode("transfer", friend, usd("999999"))]],
    problems: ["reverted"],
  }),
  "an operation that fails, and gas of the wallet": (w) => ({
    calls: [[w.market, encode("swap", w.dollar, 1n, w.coin, 1n, w.wallet)]],
    paymaster: undefined,
    leaves: [[w.dollar, "100"], ownGas],
    problems: ["reverted"],
  }),
};

const beside = (w: World, ...calls: WalletCall[]) => ({ calls: [...plain(w), ...calls] });

export const hostile: Cases = {
  "a token that was sold is sent to a thief, too, in a bundle with others": (w) => ({
    ...beside(w, [w.dollar, encode("transfer", thief, 1n)]),
    before: [neighbours(w), second(w)],
    after: [second(w), neighbours(w)],
    leaves: [[w.dollar, "100"]],
    problems: ["left_more"],
  }),
  "a part of what was bought is sent to a thief": (w) => ({
    ...beside(w, [w.coin, encode("transfer", thief, 1n)]),
    problems: ["arrived_less"],
  }),
  "another token is sent to a thief": (w) => ({
    ...beside(w, [w.other, encode("transfer", thief, 1n)]),
    problems: ["other_left"],
  }),
  "native coin is sent to a thief, in a bundle with others": (w) => ({
    ...beside(w, [thief, "0x", 1n]),
    before: [neighbours(w)],
    problems: ["other_left"],
  }),
  "more native coin is sold": (w) => ({
    calls: [sellNative(w, ether("1") + 1n)],
    leaves: [
      [native, "1"],
      [w.dollar, "2"],
    ],
    problems: ["left_more"],
  }),
  "less native coin arrives": (w) => ({
    calls: swap(w, w.dollar, usd("100"), native, ether("1") - 1n),
    arrives: [[native, "1"]],
    problems: ["arrived_less"],
  }),
  "a thief gets the native coin that was bought": (w) => ({
    calls: swap(w, w.dollar, usd("100"), native, ether("1"), thief),
    arrives: [[native, "1"]],
    receiver: friend,
    problems: ["arrived_less"],
  }),
  "a wrapped coin is unwrapped for a thief": (w) => ({
    ...beside(w, [w.wrapped, encode("withdraw", 5n)], [thief, "0x", 5n]),
    problems: ["other_left"],
  }),
  "native coin is wrapped for a thief": (w) => ({
    ...beside(w, [w.wrapped, encode("deposit"), 5n], [w.wrapped, encode("transfer", thief, 5n)]),
    problems: ["other_left"],
  }),
  "the deposit at the EntryPoint is withdrawn for a thief": (w, version) => ({
    ...beside(w, [w.entryPoints[version], encode("withdrawTo", thief, 5n)]),
    problems: ["other_left"],
  }),
  "a token of ERC-721 is sent to a thief": (w) => ({
    ...beside(w, [w.nft, encode("transferFrom", w.wallet, thief, 7n)]),
    problems: ["other_left"],
  }),
  "a token of ERC-1155 is sent to a thief": (w) => ({
    ...beside(w, [w.multi, encodeWithId("transfer", thief, 1n, 1n)]),
    problems: ["other_left"],
  }),
  "tokens of ERC-1155 are sent to a thief": (w) => ({
    ...beside(w, [w.multi, encodeWithId("transferBatch", thief, [1n, 2n], [1n, 2n])]),
    problems: ["other_left", "other_left"],
  }),
  "an approval is left behind": (w) => ({
    ...beside(w, [w.dollar, encode("approve", thief, usd("5"))]),
    problems: ["new_approval"],
  }),
  "a part of an approval is left behind": (w) => ({
    calls: [[w.dollar, encode("approve", w.market, usd("101"))], ...plain(w).slice(1)],
    problems: ["new_approval"],
  }),
  "an approval of all tokens is left behind": (w) => ({
    ...beside(
      w,
      [w.nft, encode("setApprovalForAll", thief, true)],
      [w.multi, encode("setApprovalForAll", thief, true)],
    ),
    problems: ["new_approval", "new_approval"],
  }),
  "an approval of a token of ERC-721 is left behind": (w) => ({
    ...beside(w, [w.nft, encode("approve", thief, 8n)]),
    problems: ["new_approval"],
  }),
};
