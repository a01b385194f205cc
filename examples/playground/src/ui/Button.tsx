import type { ReactNode } from "react";
import { Spinner } from "./Spinner";

interface ButtonProps {
  children: ReactNode;
  onClick?: (() => void) | undefined;
  type?: "button" | "submit" | undefined;
  kind?: "primary" | "plain" | "danger" | undefined;
  disabled?: boolean | undefined;
  /** Shows a spinner and disables the button. */
  busy?: boolean | undefined;
  /** The accessible name, if the text of the button is ambiguous. */
  label?: string | undefined;
}

export function Button({
  children,
  onClick,
  type = "button",
  kind = "plain",
  disabled,
  busy,
  label,
}: ButtonProps) {
  return (
    <button
      className="button"
      data-kind={kind}
      type={type}
      onClick={onClick}
      disabled={disabled || busy}
      aria-busy={busy}
      aria-label={label}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
