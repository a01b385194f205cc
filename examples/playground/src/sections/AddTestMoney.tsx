import { moneyFor } from "../app/test-money";
import type { KnownToken } from "../app/tokens";
import { useTestMoney } from "../app/use-test-money";
import { Button } from "../ui/Button";

/** Adds test money, some of a token among it. Without the sandbox, leads to the deposit. */
export function AddTestMoney({ token }: { token: KnownToken }) {
  const add = useTestMoney();
  return add ? (
    <Button kind="primary" onClick={() => add(moneyFor(token))}>
      Add test money
    </Button>
  ) : (
    <a className="button" data-kind="primary" href="#/fund">
      Fund the wallet
    </a>
  );
}
