import { useId } from "react";
import { Field } from "../../ui/Field";
import { Note } from "../../ui/Note";
import { RangePicture } from "./RangePicture";
import { distance, plainNumber, positionOf, priceAt } from "./range";

/** The text of the range fields. */
export interface RangeText {
  min: string;
  max: string;
}

interface RangePickerProps {
  price: number;
  symbol0: string;
  symbol1: string;
  range: RangeText;
  onChange(range: RangeText): void;
}

const presets = [5, 10, 25, 50];

/** Parses the two bounds. Returns a problem as a string. */
export function readRange({ min, max }: RangeText): { min: number; max: number } | string {
  const [low, high] = [Number(min), Number(max)];
  if (min.trim() === "" || !(low >= 0)) return "The lower bound must be a number ≥ 0.";
  if (max.trim() === "" || !(high > low)) return "The upper bound must be above the lower one.";
  return { min: low, max: high };
}

/** A price range with two fields, two sliders, presets and a chart. */
export function RangePicker({ price, symbol0, symbol1, range, onChange }: RangePickerProps) {
  const id = useId();
  const read = readRange(range);
  const unit = `${symbol1} per ${symbol0}`;
  const bounds = typeof read === "string" ? undefined : read;
  const slider = (which: "min" | "max", label: string) => (
    <input
      type="range"
      className="range-slider"
      aria-label={label}
      aria-valuetext={
        bounds
          ? `${plainNumber(bounds[which])} ${unit}, ${distance(bounds[which], price)}`
          : "not a number"
      }
      min={-100}
      max={100}
      step={0.5}
      value={
        bounds && bounds[which] > 0
          ? positionOf(bounds[which], price)
          : which === "min"
            ? -100
            : 100
      }
      onChange={(event) =>
        onChange({ ...range, [which]: plainNumber(priceAt(Number(event.target.value), price)) })
      }
    />
  );
  return (
    <div className="stack">
      <fieldset className="presets">
        <legend className="sr-only">Range around the current price</legend>
        <div className="chips">
          {presets.map((off) => (
            <button
              key={off}
              type="button"
              className="chip"
              aria-label={`Range of ${off} % around the price`}
              onClick={() =>
                onChange({
                  min: plainNumber(price * (1 - off / 100)),
                  max: plainNumber(price * (1 + off / 100)),
                })
              }
            >
              ± {off} %
            </button>
          ))}
        </div>
      </fieldset>
      {bounds ? (
        <div className="range-box">
          <RangePicture price={price} {...bounds} symbol0={symbol0} symbol1={symbol1} />
          {slider("min", "Lower bound")}
          {slider("max", "Upper bound")}
        </div>
      ) : (
        <p className="problem" role="alert" id={`${id}-problem`}>
          {String(read)}
        </p>
      )}
      <div className="grid-2 range-fields">
        <Field
          label="Lowest price"
          value={range.min}
          onChange={(min) => onChange({ ...range, min })}
          inputMode="decimal"
          hint={bounds ? `${unit}, ${distance(bounds.min, price)}` : unit}
        />
        <Field
          label="Highest price"
          value={range.max}
          onChange={(max) => onChange({ ...range, max })}
          inputMode="decimal"
          hint={bounds ? `${unit}, ${distance(bounds.max, price)}` : unit}
        />
      </div>
      {bounds && !(price > bounds.min && price < bounds.max) && (
        <Note tone="warn" title="Outside the current price">
          <p>
            A position in this range is inactive and earns no fees until the price enters the range.
          </p>
        </Note>
      )}
    </div>
  );
}
