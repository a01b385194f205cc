import { privateKeyToAccount } from "viem/accounts";
import type { SigningProblem } from "../../../src/index.js";
import {
  checkOperation,
  checkQuote,
  describeQuote,
  signOperation,
  signQuote,
} from "../../../src/signing/index.js";
import type { Limits, Line } from "./evaluate.js";
import { type Fields, normaliseAddress } from "./evaluate-costs.js";

/** A response, its request and the caller's limits. */
export interface Sample {
  kind: "swap" | "transfer";
  response: Fields;
  request: Fields;
  limits: Limits;
}

export interface SdkVerdict {
  codes: ReadonlySet<string>;
  loss: { usd: string; percent: string } | undefined;
  /** Undefined if a fatal problem ends the signing before a statement is used. */
  statement: { leaves: readonly Line[]; arrives: readonly Line[]; expiresAt: unknown } | undefined;
}

const owner = privateKeyToAccount(`0x${"59".repeat(32)}`);
const reviewCodes = [
  ...["receiver_missing", "expiry_later", "quote_id", "slippage"],
  ...["price_loss", "price_unknown", "high_costs"],
];

/** The only place that has the names of the SDK's options. */
function toOptions({ request, limits }: Sample): object {
  return { ...limits, expect: request, owner: owner.address };
}

interface Stated {
  leaves: { chainId: number; token: string; amount: string; why: string }[];
  arrives: { chainId: number; token: string; account: string; least: string }[];
  expiresAt: unknown;
}

/** Captures the statement that a policy gets. The policy refuses, so that nothing is signed. */
function captureStatement() {
  let captured: Stated | undefined;
  const policy = {
    reserve: async ({ operation }: { operation?: { statement: Stated } }) => {
      captured = operation?.statement;
      return { problems: [{ code: "policy" }], release: async () => {} };
    },
  };
  return { policy, read: () => captured };
}

export function checkSample(sample: Sample): readonly SigningProblem[] {
  const options = toOptions(sample) as never;
  return sample.kind === "swap"
    ? checkQuote(sample.response as never, options)
    : checkOperation(sample.response as never, options);
}

export const listCodes = (sample: Sample): ReadonlySet<string> =>
  new Set(checkSample(sample).map(({ code }) => code));

/** What the SDK says about a sample. */
export async function askSdk(sample: Sample): Promise<SdkVerdict> {
  const options = toOptions(sample);
  const { policy, read } = captureStatement();
  const signOptions = { ...options, accept: reviewCodes, policy } as never;
  const response = sample.response as never;
  const signing: Promise<unknown> =
    sample.kind === "swap"
      ? signQuote(response, owner, signOptions)
      : signOperation(response, owner, signOptions);
  await signing.then(
    () => {
      throw new TypeError("The policy refuses every sample.");
    },
    () => {},
  );
  const stated = read();
  return {
    codes: listCodes(sample),
    loss:
      sample.kind === "swap"
        ? describeQuote(sample.response as never, options as never).loss
        : undefined,
    statement: stated && {
      leaves: stated.leaves
        .map(
          ({ chainId, token, amount, why }) =>
            `${chainId} ${normaliseAddress(token)} ${amount} ${why}`,
        )
        .sort(),
      arrives: stated.arrives.map(
        ({ chainId, token, account, least }) =>
          `${chainId} ${normaliseAddress(token)} ${normaliseAddress(account)} ${least}`,
      ),
      expiresAt: stated.expiresAt,
    },
  };
}
