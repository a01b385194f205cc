/** A round mark in the token's colour. It loads no image. */
export function TokenMark({ symbol }: { symbol: string }) {
  let hue = 0;
  for (const letter of symbol.toLowerCase()) hue = (hue * 31 + letter.charCodeAt(0)) % 6;
  return (
    <span className="token-mark" data-hue={hue} aria-hidden="true">
      {symbol.slice(0, 2).toUpperCase()}
    </span>
  );
}
