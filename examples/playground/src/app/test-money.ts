import type { Address } from "bursar";
import type { Sandbox } from "bursar/sandbox";
import { type KnownToken, knownTokens } from "./tokens";

/** An amount of test money. */
export interface TestMoney {
  token: KnownToken;
  /** Decimal string in whole tokens. */
  amount: string;
}

const amounts: Record<string, string> = {
  "USDC:137": "1500000",
  "WETH:137": "12.5",
  "WBTC:137": "1.25",
  "BRZ:137": "50000",
  "USDC:8453": "25000",
};

/** What the page offers to a wallet. */
export const offers: readonly TestMoney[] = knownTokens.flatMap((token) => {
  const amount = amounts[`${token.symbol}:${token.chainId}`];
  return amount ? [{ token, amount }] : [];
});

/** What the page offers, and some of a token that is not among it. */
export function moneyFor(token: KnownToken): readonly TestMoney[] {
  const isOffered = offers.some((offer) => offer.token === token);
  return isOffered ? offers : [...offers, { token, amount: "10000" }];
}

/** Lets the sandbox add the amounts to an account. */
export function addTestMoney(
  sandbox: Sandbox,
  account: Address,
  given: readonly TestMoney[],
): void {
  for (const { token, amount } of given)
    sandbox.fund({ account, chainId: token.chainId, token: token.address, amount });
}
