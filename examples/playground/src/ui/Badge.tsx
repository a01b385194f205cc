import type { ReactNode } from "react";

export type Tone = "neutral" | "good" | "bad" | "warn" | "info";

/** A highlighted word. The word has the meaning, not its colour. */
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
