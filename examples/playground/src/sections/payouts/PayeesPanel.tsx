import { sumAmounts } from "bursar";
import { Field } from "../../ui/Field";
import { groupDigits, shortAddress } from "../../ui/format";
import { Panel } from "../../ui/Panel";
import type { Limits, Payee } from "./plan";

interface PayeesPanelProps {
  payees: readonly Payee[];
  onPayees(payees: readonly Payee[]): void;
  limits: Limits;
  onLimits(limits: Limits): void;
  /** The list was started, so that it must not change. */
  isFixed: boolean;
}

/** The sum of the amounts, or undefined if one is no decimal string. */
function sumOf(payees: readonly Payee[]): string | undefined {
  try {
    return sumAmounts(payees.map(({ amount }) => amount.trim()));
  } catch {
    return undefined;
  }
}

/** Whom to pay, and the limits of what may be signed. */
export function PayeesPanel({ payees, onPayees, limits, onLimits, isFixed }: PayeesPanelProps) {
  const total = sumOf(payees);
  return (
    <Panel
      title="Payees"
      about={total ? `${groupDigits(total)} USDC on Polygon` : "An amount is not a number."}
    >
      <ul className="payees">
        {payees.map((payee) => (
          <li key={payee.address} className="payee">
            <span>
              <span className="strong">{payee.name}</span>
              <span className="mono muted small">{shortAddress(payee.address)}</span>
            </span>
            <input
              className="input"
              inputMode="decimal"
              autoComplete="off"
              aria-label={`Amount for ${payee.name}, in USDC`}
              value={payee.amount}
              disabled={isFixed}
              onChange={(event) =>
                onPayees(
                  payees.map((each) =>
                    each === payee ? { ...payee, amount: event.target.value } : each,
                  ),
                )
              }
            />
          </li>
        ))}
      </ul>
      <h3>Limits of the signing policy</h3>
      <div className="grid-2 payout-limits">
        <Field
          label="Per payment"
          value={limits.perPayment}
          onChange={(perPayment) => onLimits({ ...limits, perPayment })}
          inputMode="decimal"
          disabled={isFixed}
        />
        <Field
          label="In 24 hours"
          value={limits.perDay}
          onChange={(perDay) => onLimits({ ...limits, perDay })}
          inputMode="decimal"
          disabled={isFixed}
        />
      </div>
      <p className="hint">
        {isFixed
          ? "You cannot change a list that was started, because each intent belongs to one payment."
          : "In USDC, with the gas. Raise an amount above a limit, and the payment is refused."}
      </p>
    </Panel>
  );
}
