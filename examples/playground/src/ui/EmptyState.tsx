import type { ReactNode } from "react";
import { Icon } from "./Icon";

/** An empty state with the next action. */
export function EmptyState({
  icon,
  title,
  children,
}: {
  icon: string;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} />
      </span>
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}
