import { useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  Address,
  CreateLiquidityRequest,
  EvmChainId,
  FinalTransaction,
  LiquidityOperation,
  LiquidityPool,
} from "bursar";
import { hasSomethingToSign } from "bursar";
import { signOperation } from "bursar/signing";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useApp } from "../../app/AppContext";
import { serviceNow } from "../../app/clock";
import { Button } from "../../ui/Button";
import { Countdown } from "../../ui/Countdown";
import { ErrorNote } from "../../ui/ErrorNote";
import { Facts } from "../../ui/Facts";
import { Field } from "../../ui/Field";
import { usd } from "../../ui/format";
import { Note } from "../../ui/Note";
import { Select } from "../../ui/Select";
import { StatusBadge } from "../../ui/StatusBadge";

interface OpenPositionProps {
  pool: LiquidityPool;
  range: { min: number; max: number };
}

/** Opens a position: prepares it, shows it, signs it, executes it and waits for the result. */
export function OpenPosition({ pool, range }: OpenPositionProps) {
  const { client, queries, session, sandbox, notify } = useApp();
  const queryClient = useQueryClient();
  const [amount, setAmount] = useState("100");
  const [tokenIn, setTokenIn] = useState(pool.tokens?.[0]?.address ?? "");
  const [status, setStatus] = useState<string>();
  const [expired, setExpired] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  const chainId = pool.chain?.id as EvmChainId;
  const [token0, token1] = pool.tokens ?? [];
  const symbolIn = pool.tokens?.find(({ address }) => address === tokenIn)?.symbol ?? "";

  const prepare = useMutation({
    mutationFn: async (
      asked: string,
    ): Promise<{ asked: string; operation: LiquidityOperation }> => {
      const walletAddress = session?.walletAddress as Address;
      const request: CreateLiquidityRequest = {
        walletAddress,
        toAddress: walletAddress,
        chainId,
        payGasFeeToken: tokenIn as Address,
        gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
        tokenIn: tokenIn as Address,
        amountIn: amount,
        token0: token0?.address as Address,
        token1: token1?.address as Address,
        poolFeePercent: pool.fee as number,
        minPrice: range.min,
        maxPrice: range.max,
      };
      return { asked, operation: (await client.liquidity.createWithSwap(request)).operation };
    },
  });
  const execute = useMutation({
    mutationFn: async (operation: LiquidityOperation): Promise<FinalTransaction | undefined> => {
      if (!session) return undefined;
      const { owner, signer, walletAddress } = session;
      const leave = new AbortController();
      leaving.current = leave;
      const signed = await signOperation(operation, signer, {
        owner,
        walletAddress,
        chainId,
        now: serviceNow(),
      });
      // Do not submit a signature after the dialog was closed.
      if (!signed || leave.signal.aborted) return undefined;
      const queued = await client.operations.execute(signed);
      setStatus("PROCESSING");
      const done = await client.wallets.waitForTransaction(walletAddress, queued, {
        interval: 700,
        maxInterval: 1_500,
        signal: leave.signal,
        onProgress: ({ status: seen }) => seen && setStatus(seen),
      });
      notify(`The position is ${done.status === "COMPLETED" ? "open" : done.status}`);
      for (const name of ["wallets.portfolio", "wallets.history"] as const)
        void queryClient.invalidateQueries({ queryKey: queries.keys(name) });
      return done;
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
  // Hide an operation that was prepared for another range or amount, so that the user cannot sign
  // it.
  const asking = JSON.stringify([range, amount, tokenIn]);
  const operation = prepare.data?.asked === asking ? prepare.data.operation : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setStatus(undefined);
    setExpired(false);
    execute.reset();
    prepare.mutate(asking);
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
          <Button type="submit" kind={operation ? "plain" : "primary"} busy={prepare.isPending}>
            Prepare
          </Button>
          {sandbox && <Button onClick={fund}>Fund with 1,000 {symbolIn}</Button>}
        </div>
      </form>
      {prepare.error && <ErrorNote error={prepare.error} />}
      {operation?.revertReason && (
        <Note tone="warn" title="Cannot be executed">
          <p className="break">{operation.revertReason.decoded}</p>
        </Note>
      )}
      {operation && hasSomethingToSign(operation) && (
        <div className="card stack">
          <Facts
            facts={[
              ["You pay", `${operation.amountIn ?? amount} ${symbolIn}`],
              [
                "The position gets",
                typeof operation.amounts === "string" ? operation.amounts : "–",
              ],
              [
                "Estimated APR",
                operation.estimatedApr ? `${operation.estimatedApr} %, a forecast` : "–",
              ],
              ["Gas", usd(operation.estimatedGasFees?.gasFeeTokenAmountUSD)],
              [
                "Valid for",
                operation.expiresAt ? (
                  <Countdown
                    key="left"
                    expiresAt={operation.expiresAt}
                    onEnd={() => setExpired(true)}
                  />
                ) : (
                  "–"
                ),
              ],
            ]}
          />
          <div className="row">
            <Button
              kind="primary"
              onClick={() => execute.mutate(operation)}
              busy={execute.isPending}
              disabled={execute.isSuccess || (expired && !execute.isPending)}
            >
              Sign and execute
            </Button>
            {status && (
              <span role="status">
                <StatusBadge status={status} />
              </span>
            )}
          </div>
        </div>
      )}
      {execute.error && <ErrorNote error={execute.error} />}
    </section>
  );
}
