import type { ReactNode } from "react";
import { Icon } from "./Icon";

const icons = { info: "info", warn: "alert", good: "check", bad: "alert" };

/** A highlighted note. One with the tone "bad" is announced. */
export function Note({
  children,
  tone = "info",
  title,
}: {
  children?: ReactNode;
  tone?: "info" | "warn" | "good" | "bad";
  title?: string;
}) {
  return (
    <div className="note" data-tone={tone} role={tone === "bad" ? "alert" : undefined}>
      <Icon name={icons[tone]} />
      <div className="note-body">
        {title && <p className="note-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
