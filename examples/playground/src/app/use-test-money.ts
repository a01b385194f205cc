import { groupDigits } from "../ui/format";
import { useApp } from "./AppContext";
import { addTestMoney, type TestMoney } from "./test-money";
import { useRefresh } from "./use-refresh";

/** Returns a function that adds test money to the wallet, or undefined without the sandbox. */
export function useTestMoney(): ((given: readonly TestMoney[]) => void) | undefined {
  const { sandbox, session, notify } = useApp();
  const refresh = useRefresh();
  if (!sandbox || !session) return undefined;
  return (given) => {
    try {
      addTestMoney(sandbox, session.walletAddress, given);
    } finally {
      refresh();
    }
    const list = given.map(({ token, amount }) => `${groupDigits(amount)} ${token.symbol}`);
    notify(`Funded with ${list.join(", ")}.`);
  };
}
