import type { SigningProblem } from "bursar";
import { useCallback, useState } from "react";
import type { Signing } from "../app/use-signing";
import { Button } from "../ui/Button";
import { Countdown } from "../ui/Countdown";
import { Switch } from "../ui/Switch";
import { SigningFailure } from "./SigningFailure";
import { isFatal } from "./sign/promise";

interface SignActionsProps {
  /** What is signed, such as "quote". */
  what: string;
  /** Undefined until what is signed was received. */
  problems: readonly SigningProblem[] | undefined;
  expiresAt: string | number | null | undefined;
  signing: Signing;
  onClose(): void;
  /** `accept` has the codes of the problems that the user accepted. */
  onSign(accept: SigningProblem["code"][]): void;
}

/** The end of a review: what can be accepted, the failure, the time and the buttons. */
export function SignActions(props: SignActionsProps) {
  const { what, problems, expiresAt, onClose, onSign } = props;
  const { busy, error, setExpired } = props.signing;
  const end = useCallback(() => setExpired(expiresAt ?? undefined), [setExpired, expiresAt]);
  // An attack can change the expiry, so what has expired is known by its time.
  const isExpired = expiresAt != null && props.signing.expired === expiresAt;
  const codes = [...new Set(problems?.map(({ code }) => code))];
  const key = codes.join(" ");
  // For these problems only: an acceptance does not cover those of the next response.
  const [accepted, setAccepted] = useState("");
  const isRefused = !problems || problems.some(isFatal);
  const isOpen = codes.length > 0 && accepted !== key;
  return (
    <>
      {problems && codes.length > 0 && !isRefused && (
        <Switch
          label={`Accept ${codes.join(", ")}, and sign anyway`}
          hint="The library signs an unusual quote only with the option accept or confirm."
          on={!isOpen}
          onChange={(on) => setAccepted(on ? key : "")}
        />
      )}
      <SigningFailure error={error} />
      <div className="row between dialog-actions">
        <span className="muted small">
          {isExpired ? `This ${what} has ` : "Sign within "}
          {expiresAt && <Countdown expiresAt={expiresAt} onEnd={end} />}
        </span>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            onClick={() => onSign(codes)}
            busy={busy}
            disabled={isExpired || isRefused || isOpen}
          >
            Sign and execute
          </Button>
        </div>
      </div>
    </>
  );
}
