import { usd } from "../../ui/format";

interface Slice {
  id: string;
  label: string;
  value: number;
}

const radius = 42;
const circumference = 2 * Math.PI * radius;
const maxSlices = 5;

/** Keeps the largest slices and combines the rest. */
function gather(slices: readonly Slice[]): readonly Slice[] {
  if (slices.length <= maxSlices + 1) return slices;
  const rest = slices.slice(maxSlices).reduce((sum, { value }) => sum + value, 0);
  return [
    ...slices.slice(0, maxSlices),
    { id: "rest", label: `${slices.length - maxSlices} others`, value: rest },
  ];
}

/** A ring chart of shares, with the same shares as a list. */
export function Donut({
  title,
  slices,
  total,
}: {
  title: string;
  slices: readonly Slice[];
  total: number;
}) {
  const shown = gather(slices);
  const percent = (value: number) => (total > 0 ? (100 * value) / total : 0);
  const text = (value: number) =>
    `${percent(value) > 0 && percent(value) < 0.1 ? "<0.1" : percent(value).toFixed(1)} %`;
  let before = 0;
  return (
    <figure className="donut">
      <svg
        viewBox="0 0 120 120"
        role="img"
        aria-label={`${title}: ${shown.map(({ label, value }) => `${label} ${text(value)}`).join(", ")}`}
      >
        <circle cx="60" cy="60" r={radius} fill="none" className="donut-track" strokeWidth="16" />
        {shown.map(({ id, value }, i) => {
          const length = (circumference * percent(value)) / 100;
          const gap = length > 3 && shown.length > 1 ? 1.5 : 0;
          const offset = -before;
          before += length;
          return (
            <circle
              key={id}
              cx="60"
              cy="60"
              r={radius}
              fill="none"
              className="donut-slice"
              data-hue={i}
              strokeWidth="16"
              strokeDasharray={`${Math.max(length - gap, 0.01)} ${circumference}`}
              strokeDashoffset={offset}
              transform="rotate(-90 60 60)"
            />
          );
        })}
        <text x="60" y="58" textAnchor="middle" className="donut-count">
          {slices.length}
        </text>
        <text x="60" y="72" textAnchor="middle" className="donut-word">
          {slices.length === 1 ? "token" : "tokens"}
        </text>
      </svg>
      <figcaption className="sr-only">{title}</figcaption>
      <ul className="legend">
        {shown.map(({ id, label, value }, i) => (
          <li key={id}>
            <span className="swatch" data-hue={i} aria-hidden="true" />
            <span className="legend-label">{label}</span>
            <span className="amount muted">{usd(value)}</span>
            <span className="amount legend-share">{text(value)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
