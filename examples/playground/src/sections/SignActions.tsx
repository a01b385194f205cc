import { useCallback, useState } from "react";
import { Button } from "../ui/Button";
import { Countdown } from "../ui/Countdown";
import { Switch } from "../ui/Switch";
import { SigningFailure } from "./SigningFailure";

interface SignActionsProps {
  /** What is signed, such as "quote". */
  what: string;
  expiresAt: string | number | null | undefined;
  tampered: boolean;
  onTamper(on: boolean): void;
  /** What happens to what was tampered with. */
  effect: string;
  error: unknown;
  busy: boolean;
  disabled?: boolean;
  onClose(): void;
  onSign(): void;
}

/** The end of a signing dialog: a switch that tampers, the failure, the time and the buttons. */
export function SignActions(props: SignActionsProps) {
  const { what, expiresAt, tampered, onTamper, effect, error, busy, disabled, onClose, onSign } =
    props;
  const [expired, setExpired] = useState(false);
  const end = useCallback(() => setExpired(true), []);
  return (
    <>
      <Switch
        label={`Tamper with the ${what}`}
        hint={`Demo: an attacker replaces the receiver. The text above describes the changed ${what}, ${effect}.`}
        on={tampered}
        onChange={onTamper}
      />
      <SigningFailure error={error} />
      <div className="row between dialog-actions">
        <span className="muted small">
          {expired ? `This ${what} has ` : "Valid for "}
          {expiresAt && <Countdown expiresAt={expiresAt} onEnd={end} />}
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
