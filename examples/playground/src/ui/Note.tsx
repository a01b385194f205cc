import type { ReactNode } from "react";
import { Icon } from "./Icon";

/** A highlighted note. */
export function Note({
  children,
  tone = "info",
  title,
}: {
  children: ReactNode;
  tone?: "info" | "warn" | "good";
  title?: string;
}) {
  return (
    <div className="note" data-tone={tone}>
      <Icon name={tone === "good" ? "check" : tone === "warn" ? "alert" : "info"} />
      <div className="note-body">
        {title && <p className="note-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
