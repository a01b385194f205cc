import type { RouteProfile, SwapQuote } from "bursar";
import type { SwapDraft } from "../../app/swap-draft";
import { chainName, type KnownToken, knownTokens } from "../../app/tokens";
import { Field } from "../../ui/Field";
import { groupDigits } from "../../ui/format";
import { GasMethodSelect } from "../../ui/GasMethodSelect";
import { Icon } from "../../ui/Icon";
import { Panel } from "../../ui/Panel";
import { problemOf } from "../../ui/problem-of";
import { Select } from "../../ui/Select";
import { AmountBox } from "./AmountBox";

interface SwapFormProps {
  draft: SwapDraft;
  onChange(draft: SwapDraft): void;
  /** The best quote, for the received amount. */
  best: SwapQuote | undefined;
  error: unknown;
}

const profiles: readonly { value: RouteProfile; label: string }[] = [
  { value: "BEST_OUTPUT", label: "Best output (all providers)" },
  { value: "QUICKEST_QUOTE", label: "Quickest quote" },
  { value: "FASTEST_BRIDGE", label: "Fastest bridge (between chains)" },
];

const examples: readonly [label: string, changes: Partial<SwapDraft>][] = [
  ["100 USDC", { amountIn: "100", tokenIn: knownTokens[0] as KnownToken }],
  [
    "1,200,000 USDC: too much for one route",
    { amountIn: "1200000", tokenIn: knownTokens[0] as KnownToken, routeProfile: "BEST_OUTPUT" },
  ],
  ["To Base", { tokenIn: knownTokens[0] as KnownToken, tokenOut: knownTokens[4] as KnownToken }],
];

/** The form of a swap. */
export function SwapForm({ draft, onChange, best, error }: SwapFormProps) {
  const set = (changes: Partial<SwapDraft>) => onChange({ ...draft, ...changes });
  const problem = (field: string) => problemOf(error, field);
  const { tokenIn, tokenOut, gasToken } = draft;
  const gasTokens = knownTokens.filter(({ chainId }) => chainId === tokenIn.chainId);
  return (
    <Panel title="What to swap">
      <form className="stack" onSubmit={(event) => event.preventDefault()} aria-label="Swap">
        <div className="swap-boxes">
          <AmountBox
            label="You pay"
            tokenLabel="Token to pay with"
            amount={draft.amountIn}
            onAmount={(amountIn) => set({ amountIn })}
            token={tokenIn}
            onToken={(token) => set({ tokenIn: token, gasToken: undefined })}
            problem={problem("amountIn")}
            balance
          />
          <button
            className="flip"
            type="button"
            onClick={() => set({ tokenIn: tokenOut, tokenOut: tokenIn, gasToken: undefined })}
          >
            <Icon name="down" />
            <span className="sr-only">Swap the two tokens</span>
          </button>
          <AmountBox
            label="You receive"
            tokenLabel="Token to receive"
            amount={best?.amountOut ?? ""}
            token={tokenOut}
            onToken={(token) => set({ tokenOut: token })}
            note={
              best?.minAmountOut
                ? `At least ${groupDigits(best.minAmountOut)} ${tokenOut.symbol}`
                : undefined
            }
          />
        </div>
        <fieldset className="chips" aria-label="Examples">
          {examples.map(([label, changes]) => (
            <button key={label} className="chip" type="button" onClick={() => set(changes)}>
              {label}
            </button>
          ))}
        </fieldset>
        <details className="more">
          <summary>More options</summary>
          <div className="stack more-body">
            <Select
              label="Route profile"
              value={draft.routeProfile}
              onChange={(value) => set({ routeProfile: value as RouteProfile })}
              options={profiles}
            />
            <div className="grid-2">
              <Field
                label="Slippage, percent"
                value={draft.slippage}
                onChange={(slippage) => set({ slippage })}
                inputMode="decimal"
                problem={problem("slippage")}
              />
              <GasMethodSelect
                value={draft.gasMethod}
                onChange={(gasMethod) => set({ gasMethod })}
              />
            </div>
            <Select
              label={`Gas token on ${chainName(tokenIn.chainId)}`}
              value={(gasToken ?? tokenIn).address}
              onChange={(address) =>
                set({ gasToken: gasTokens.find((token) => token.address === address) })
              }
              options={gasTokens.map(({ address, symbol }) => ({ value: address, label: symbol }))}
              hint="To deduct gas from the amount, pay it in the token that you swap."
            />
            <Field
              label="Receiver"
              value={draft.receiver}
              onChange={(receiver) => set({ receiver })}
              placeholder="Empty: your own wallet"
              mono
              problem={problem("toAddress")}
            />
          </div>
        </details>
      </form>
    </Panel>
  );
}
