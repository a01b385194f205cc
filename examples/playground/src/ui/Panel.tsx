import { type ReactNode, useId } from "react";

interface PanelProps {
  title: string;
  /** One line under the title. */
  about?: ReactNode;
  /** The content next to the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled region. */
export function Panel({ title, about, actions, children }: PanelProps) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <div>
          <h2 id={id}>{title}</h2>
          {about && <p className="muted">{about}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </div>
      <div className="panel-body">{children}</div>
    </section>
  );
}
