import { useQuery } from "@tanstack/react-query";
import { toUnits } from "bursar/signing";
import { useApp } from "./AppContext";
import type { KnownToken } from "./tokens";

/** Returns the wallet's balance of a token as a decimal string, once it is known. */
export function useHeld({ chainId, address }: KnownToken, wanted = true): string | undefined {
  const { session, queries } = useApp();
  const { data } = useQuery({
    ...queries.wallets.portfolio(session?.walletAddress ?? "", { includeTokens: true }),
    enabled: wanted && session !== undefined,
  });
  if (!wanted || !data) return undefined;
  const found = data.tokens?.find(
    (token) => token.chain?.id === chainId && token.address.toLowerCase() === address,
  );
  return found?.balanceFormatted ?? "0";
}

/** Whether an amount is more than the balance. False if it is no amount. */
export function isMore(
  amount: string,
  held: string,
  { decimals }: Pick<KnownToken, "decimals">,
): boolean {
  try {
    return toUnits(amount.trim(), decimals) > toUnits(held, decimals);
  } catch {
    return false;
  }
}
