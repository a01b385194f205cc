import { type HTMLInputTypeAttribute, type ReactNode, type Ref, useId } from "react";

interface FieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  hint?: ReactNode;
  /** The problem of the value. */
  problem?: string | undefined;
  type?: HTMLInputTypeAttribute | undefined;
  placeholder?: string | undefined;
  inputMode?: "decimal" | "numeric" | "text" | undefined;
  /** Use a monospace font, for addresses and hashes. */
  mono?: boolean | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The input, to focus it. */
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A labelled input. */
export function Field({
  label,
  value,
  onChange,
  hint,
  problem,
  type = "text",
  mono,
  ...rest
}: FieldProps) {
  const id = useId();
  const notes = [hint ? `${id}-hint` : "", problem ? `${id}-problem` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={mono ? "input mono" : "input"}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={notes || undefined}
        aria-invalid={problem ? true : undefined}
        autoComplete="off"
        spellCheck={false}
        {...rest}
      />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
