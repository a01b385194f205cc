import { type ReactNode, useId } from "react";

/** A switch that takes effect immediately. */
export function Switch({
  label,
  on,
  onChange,
  hint,
}: {
  label: string;
  on: boolean;
  onChange(on: boolean): void;
  hint?: ReactNode;
}) {
  const id = useId();
  return (
    <div className="switch-line">
      <button
        className="switch"
        type="button"
        role="switch"
        aria-checked={on}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onClick={() => onChange(!on)}
      />
      <div>
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
