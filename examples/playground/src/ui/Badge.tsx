import type { ReactNode } from "react";

export type Tone = "neutral" | "good" | "bad" | "warn" | "info";

/** A word that stands out. The word carries the meaning, not its colour. */
export function Badge({
  children,
  tone = "neutral",
}: {
  children: ReactNode;
  tone?: Tone | undefined;
}) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
