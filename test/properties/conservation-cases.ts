// Boundary values in every combination. It imports no code of `src`.
import { amounts } from "./boundaries.js";
import { Rational, toRational, writeDecimal } from "./rational.js";
import { hash, now, wallet } from "./terms-cases.js";

const tokenIn = `0x${"a1".repeat(20)}`;
const tokenOut = `0x${"b2".repeat(20)}`;
const third = `0x${"c3".repeat(20)}`;

/** One number in several spellings, 10^k, and none. */
const prices: readonly unknown[] = [
  ...["1", "1.0", "1.00", "1.000000", 1, "1e0", "2", "10", "100", "0.1", "0.01", "0.5", "3000"],
  ...["0.18184", "0", null],
];
const methods = ["ADD_TO_AMOUNT", "DEDUCT_FROM_AMOUNT"] as const;
/** In percent of the amount. */
const gasShares = [0, 0.5, 9, 10, 11, 50, 90, 99, 100, 600] as const;
/** What arrives, in percent of what is worth something. */
const keptShares = [100, 97, 89, 50] as const;
/** The amount in is what was asked. Its worth is that of all, or of what is left. */
const worths = ["of all", "of the rest"] as const;

const axes = [
  amounts.filter((amount) => toRational(amount).isPositive()),
  prices,
  methods,
  gasShares,
  keptShares,
  worths,
  [tokenIn, third],
  [false, true],
] as const;

export const caseCount = axes.reduce((product, axis) => product * axis.length, 1);

type Axes = readonly [
  amount: string,
  price: unknown,
  method: string,
  gasShare: number,
  kept: number,
  worth: string,
  gasToken: string,
  isTransfer: boolean,
];

/** Chooses a value of each axis. */
function pickAxes(index: number): Axes {
  let rest = index;
  return axes.map((axis) => {
    const value = axis[rest % axis.length];
    rest = Math.floor(rest / axis.length);
    return value;
  }) as unknown as Axes;
}

/** A swap or a transfer with values from all axes. The worth is what the statement itself says. */
export function createCase(index: number) {
  const [amount, price, method, gasShare, kept, worth, gasToken, isTransfer] = pickAxes(index);
  const asked = toRational(amount);
  const ofToken = toRational(price === null || price === "0" ? "1.37" : (price as string));
  const gas = asked.percent(toRational(gasShare));
  const isInside = gasToken === tokenIn && method === "DEDUCT_FROM_AMOUNT";
  const left = isInside ? asked.minus(gas) : asked;
  const stated = worth === "of all" ? asked : left;
  const received = stated.percent(toRational(kept));
  const write = (value: Rational) => writeDecimal(value.isPositive() ? value : Rational.zero, 80);
  const costs = {
    fees: [],
    estimatedCollectedFee: null,
    estimatedGasFees:
      gasShare === 0
        ? null
        : {
            payGasFeeToken: gasToken,
            maxGasFeeToken: write(gas),
            gasFeeTokenAmount: write(gas),
            gasFeeTokenAmountUSD: write(gas.times(ofToken)),
          },
  };
  const same = { walletAddress: wallet, toAddress: wallet, userOperationHash: hash, quoteId: hash };
  const chosen = {
    gasFeePaymentMethod: method,
    payGasFeeToken: gasToken,
    walletAddress: wallet,
    toAddress: wallet,
  };
  const swap = {
    kind: "swap" as const,
    response: {
      ...same,
      ...costs,
      tokenIn,
      tokenOut,
      chainIn: 137,
      chainOut: 137,
      amountIn: amount,
      amountInUSD: write(stated.times(ofToken)),
      tokenInPrice: price,
      amountOut: write(received),
      minAmountOut: write(received.percent(toRational("99.5"))),
      amountOutUSD: write(received.times(ofToken)),
      expiresAt: now + 60_000,
      swapProvider: "PROVIDER",
    },
    request: {
      ...chosen,
      amountIn: amount,
      tokenIn,
      tokenOut,
      chainIdIn: 137,
      chainIdOut: 137,
    },
  };
  const transfer = {
    kind: "transfer" as const,
    response: {
      ...same,
      ...costs,
      token: tokenIn,
      chain: 137,
      amountToSend: amount,
      amountToSendUSD: write(asked.times(ofToken)),
      amountToBeReceived: write(received),
      expiresAt: now + 60_000,
    },
    request: { ...chosen, amount, token: tokenIn, chainId: 137 },
  };
  const branches = [
    `price: ${JSON.stringify(price)}`,
    `gas: ${gasShare} %${isInside ? " deducted" : ""}`,
    `kept: ${kept} %`,
    `worth: ${worth}`,
    isTransfer ? "transfer" : "swap",
  ];
  const isHonest = gasShare === 0 && kept === 100;
  return { sample: { ...(isTransfer ? transfer : swap), limits: { now } }, branches, isHonest };
}
