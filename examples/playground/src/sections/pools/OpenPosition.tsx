import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Address, CreateLiquidityRequest, EvmChainId, LiquidityPool } from "bursar";
import type { Statement } from "bursar/signing";
import { type FormEvent, useState } from "react";
import { useApp } from "../../app/AppContext";
import { termsOfPool, toMetadata } from "../../app/position-mark";
import { withoutAttack } from "../../app/use-attack";
import { useExecution } from "../../app/use-execution";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNote } from "../../ui/ErrorNote";
import { Field } from "../../ui/Field";
import { Note } from "../../ui/Note";
import { Select } from "../../ui/Select";
import { ExecutionStatus } from "../swap/ExecutionStatus";
import { PositionReview, type PreparedPosition } from "./PositionReview";

interface OpenPositionProps {
  pool: LiquidityPool;
  range: { min: number; max: number };
}

/** What may leave: the response does not state it, so by the request. */
function statementOf({ chainId, tokenIn, amountIn }: CreateLiquidityRequest): Statement {
  return { leaves: [{ chainId, token: tokenIn, amount: amountIn, why: "amount" }], arrives: [] };
}

/** Opens a position: prepares it, shows it, signs it, executes it and waits for the result. */
export function OpenPosition({ pool, range }: OpenPositionProps) {
  const { client, queries, session, sandbox, notify } = useApp();
  const queryClient = useQueryClient();
  const [amount, setAmount] = useState("100");
  const [tokenIn, setTokenIn] = useState(pool.tokens?.[0]?.address ?? "");
  const [prepared, setPrepared] = useState<PreparedPosition>();
  const { execution, execute, dismiss } = useExecution(session?.walletAddress);

  const chainId = pool.chain?.id as EvmChainId;
  const [token0, token1] = pool.tokens ?? [];
  const symbolIn = pool.tokens?.find(({ address }) => address === tokenIn)?.symbol ?? "";

  const prepare = useMutation({
    mutationFn: async () => {
      const walletAddress = session?.walletAddress as Address;
      const request: CreateLiquidityRequest = {
        walletAddress,
        toAddress: walletAddress,
        chainId,
        payGasFeeToken: tokenIn as Address,
        gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
        tokenIn: tokenIn as Address,
        amountIn: amount.trim(),
        token0: token0?.address as Address,
        token1: token1?.address as Address,
        poolFeePercent: pool.fee as number,
        minPrice: range.min,
        maxPrice: range.max,
        metadata: toMetadata(termsOfPool(pool, range)),
      };
      const { operation } = await client.liquidity.createWithSwap(request);
      setPrepared({ operation, request });
    },
  });

  if (!session) {
    return (
      <Note title="Open a position">
        <p>
          <a href="#/connect">Connect a wallet</a> to open a position in this range.
        </p>
      </Note>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    prepare.mutate();
  };
  const fund = () => {
    sandbox?.fund({ account: session.walletAddress, chainId, token: tokenIn, amount: "1000" });
    notify(`Funded the wallet with 1,000 ${symbolIn}`);
    void queryClient.invalidateQueries({ queryKey: queries.keys("wallets.portfolio") });
  };
  return (
    <section className="stack" aria-label="Open a position">
      <h3>Open a position</h3>
      <form className="stack" onSubmit={submit}>
        <div className="grid-2 range-fields">
          <Field
            label="Amount"
            value={amount}
            onChange={setAmount}
            inputMode="decimal"
            hint="Swapped into the two tokens of the pool."
          />
          <Select
            label="Pay with"
            value={tokenIn}
            onChange={setTokenIn}
            options={(pool.tokens ?? []).map(({ address, symbol }) => ({
              value: address ?? "",
              label: symbol ?? "?",
            }))}
          />
        </div>
        <div className="row">
          <Button type="submit" kind="primary" busy={prepare.isPending}>
            Review the position
          </Button>
          {sandbox && <Button onClick={fund}>Fund with 1,000 {symbolIn}</Button>}
        </div>
      </form>
      {prepare.error && <ErrorNote error={prepare.error} />}
      {execution && <ExecutionStatus execution={execution} onDismiss={dismiss} />}
      {execution?.record?.status === "COMPLETED" && (
        <p>
          <a href="#/positions">See your positions</a>, collect their fees, or close them.
        </p>
      )}
      <Dialog
        open={prepared !== undefined}
        onClose={withoutAttack(() => setPrepared(undefined))}
        title="What you are about to sign"
        wide
      >
        {prepared && (
          <PositionReview
            prepared={prepared}
            symbol={symbolIn}
            session={session}
            onClose={() => setPrepared(undefined)}
            onSigned={(signed) => {
              setPrepared(undefined);
              const statement = statementOf(prepared.request);
              void execute({ signed, title: "The position", chainId, statement });
            }}
          />
        )}
      </Dialog>
    </section>
  );
}
