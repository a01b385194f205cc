import type { Signing } from "../app/use-signing";
import { Button } from "../ui/Button";
import { Countdown } from "../ui/Countdown";
import { Switch } from "../ui/Switch";
import { SigningFailure } from "./SigningFailure";

interface SignActionsProps {
  /** What is signed, such as "quote". */
  what: string;
  expiresAt: string | number | null | undefined;
  signing: Signing;
  /** What happens to what was tampered with. */
  effect: string;
  disabled?: boolean;
  onClose(): void;
  onSign(): void;
}

/** The end of a signing dialog: a switch that tampers, the failure, the time and the buttons. */
export function SignActions(props: SignActionsProps) {
  const { what, expiresAt, effect, disabled, onClose, onSign } = props;
  const { busy, error, expired, expire, tampered, tamper } = props.signing;
  return (
    <>
      <Switch
        label={`Tamper with the ${what}`}
        hint={`Demo: an attacker replaces the receiver. The text above describes the changed ${what}, ${effect}.`}
        on={tampered}
        onChange={tamper}
      />
      <SigningFailure error={error} />
      <div className="row between dialog-actions">
        <span className="muted small">
          {expired ? `This ${what} has ` : "Valid for "}
          {expiresAt && <Countdown expiresAt={expiresAt} onEnd={expire} />}
        </span>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            onClick={onSign}
            busy={busy}
            disabled={expired || disabled === true}
          >
            Sign and execute
          </Button>
        </div>
      </div>
    </>
  );
}
