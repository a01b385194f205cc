import { Icon } from "../../ui/Icon";

/** The steps of the verification. */
export function Steps({ titles, current }: { titles: readonly string[]; current: number }) {
  return (
    <ol className="kyc-steps" aria-label="Steps">
      {titles.map((title, i) => (
        <li
          key={title}
          className="step"
          data-state={i < current ? "done" : i === current ? "now" : "later"}
          aria-current={i === current ? "step" : undefined}
        >
          <span className="step-mark" aria-hidden="true">
            {i < current ? <Icon name="check" /> : i + 1}
          </span>
          {title}
          {i < current && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
