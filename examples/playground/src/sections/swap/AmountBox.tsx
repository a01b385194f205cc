import { useId } from "react";
import { moneyFor } from "../../app/test-money";
import { chainName, type KnownToken, knownTokens, tokenKey, tokenOfKey } from "../../app/tokens";
import { useHeld } from "../../app/use-held";
import { useTestMoney } from "../../app/use-test-money";
import { groupDigits } from "../../ui/format";
import { TokenMark } from "../../ui/TokenMark";

interface AmountBoxProps {
  label: string;
  tokenLabel: string;
  amount: string;
  /** Without it the amount is read-only. */
  onAmount?: ((amount: string) => void) | undefined;
  token: KnownToken;
  onToken(token: KnownToken): void;
  /** Show the wallet's balance of the token, with a button that enters it. */
  balance?: boolean | undefined;
  note?: string | undefined;
  problem?: string | undefined;
}

/** A large amount field with its token. */
export function AmountBox({
  label,
  tokenLabel,
  amount,
  onAmount,
  token,
  onToken,
  balance,
  note,
  problem,
}: AmountBoxProps) {
  const id = useId();
  const held = useHeld(token, balance === true);
  const add = useTestMoney();
  // Beside the input: a change of its value on focus would lose the selection.
  const grouped = /^\d{4,}(\.\d+)?$/.test(amount) ? groupDigits(amount, 18) : undefined;
  const shownNote = note ?? (onAmount && grouped && `${grouped} ${token.symbol}`);
  return (
    <div className="amount-box" data-invalid={problem !== undefined}>
      <div className="amount-line">
        <label htmlFor={id}>{label}</label>
        <span className="token-pick">
          <TokenMark symbol={token.symbol} />
          <select
            aria-label={tokenLabel}
            value={tokenKey(token)}
            onChange={(event) => onToken(tokenOfKey(event.target.value))}
          >
            {knownTokens.map((other) => (
              <option key={tokenKey(other)} value={tokenKey(other)}>
                {other.symbol} · {chainName(other.chainId)}
              </option>
            ))}
          </select>
        </span>
      </div>
      <input
        id={id}
        className="amount-input"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        value={onAmount ? amount : amount && groupDigits(amount)}
        readOnly={!onAmount}
        onChange={(event) => onAmount?.(event.target.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : shownNote ? `${id}-note` : undefined}
      />
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      <p className="amount-foot">
        <span id={`${id}-note`}>{shownNote}</span>
        {held !== undefined && (
          <span>
            Balance {groupDigits(held)}{" "}
            {held === "0" && add ? (
              <button className="link-button" type="button" onClick={() => add(moneyFor(token))}>
                Add test money
              </button>
            ) : (
              <button
                className="link-button"
                type="button"
                onClick={() => onAmount?.(held)}
                aria-label={`Max: all ${held} ${token.symbol}`}
              >
                Max
              </button>
            )}
          </span>
        )}
      </p>
    </div>
  );
}
