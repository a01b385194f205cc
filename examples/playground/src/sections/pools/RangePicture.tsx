import { plainNumber, positionOf, priceAt, shareOfToken0 } from "./range";

interface RangePictureProps {
  price: number;
  min: number;
  max: number;
  symbol0: string;
  symbol1: string;
}

const width = 200;
const height = 100;
const samples = 120;

/**
 * A chart of a position's tokens at each price: token0 below the range, token1 above, both inside.
 */
export function RangePicture({ price, min, max, symbol0, symbol1 }: RangePictureProps) {
  const x = (value: number) => positionOf(value, price) + 100;
  const curve = Array.from({ length: samples + 1 }, (_, i) => {
    const at = (i / samples) * width;
    return `${at.toFixed(2)},${(height - shareOfToken0(priceAt(at - 100, price), min, max) * height).toFixed(2)}`;
  });
  const share = Math.round(shareOfToken0(price, min, max) * 100);
  const inside = price > min && price < max;
  const unit = `${symbol1} per ${symbol0}`;
  const text = `Current price ${plainNumber(price)} ${unit}, ${inside ? "inside" : "outside"} the range from ${plainNumber(min)} to ${plainNumber(max)}. The position would hold ${share} % ${symbol0} and ${100 - share} % ${symbol1}.`;
  return (
    <figure className="range-figure">
      <figcaption className="range-caption">
        <span className="row tight">
          <span className="range-key" data-part="first" aria-hidden="true" /> {symbol0} {share} %
          <span className="range-key" data-part="second" aria-hidden="true" /> {symbol1}{" "}
          {100 - share} %
        </span>
        <span>
          <span className="range-key" data-part="price" aria-hidden="true" /> now{" "}
          {plainNumber(price)} {unit}
        </span>
      </figcaption>
      <svg
        className="range-picture"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text}
      >
        <rect className="range-second" x="0" y="0" width={width} height={height} />
        <polygon
          className="range-first"
          points={`0,${height} ${curve.join(" ")} ${width},${height}`}
        />
        <rect className="range-outside" x="0" y="0" width={x(min)} height={height} />
        <rect className="range-outside" x={x(max)} y="0" width={width - x(max)} height={height} />
        <line className="range-bound" x1={x(min)} x2={x(min)} y1="0" y2={height} />
        <line className="range-bound" x1={x(max)} x2={x(max)} y1="0" y2={height} />
        <line className="range-price" x1="100" x2="100" y1="0" y2={height} />
      </svg>
    </figure>
  );
}
