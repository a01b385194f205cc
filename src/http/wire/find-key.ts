/** A part of a text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** How many characters and decoded texts are searched, so that the cost is linear. */
const maxCharacters = 4_000_000;
const [minDecoded, maxDecoded] = [13, 400];

/** The HTML entities of the characters that a key can have. */
const entities = new Map(
  "amp& lt< gt> quot\" apos' num# sol/ bsol\\ plus+ equals= percnt% lowbar_ colon: semi; comma, period. excl! quest? dollar$ commat@ lpar( rpar) ast* lsqb[ lbrack[ rsqb] rbrack] lcub{ lbrace{ rcub} rbrace} verbar| vert| grave` Hat^ UnderBar_ VerticalLine| DiacriticalGrave` midast*"
    .split(" ")
    .map((each) => [each.slice(0, -1), each.charCodeAt(each.length - 1)]),
);

interface Form {
  readonly pattern: RegExp;
  readonly decode: (rest: string) => number | undefined;
}

/** What readers decode. */
const forms: readonly Form[] = [
  { pattern: /\\(u[\da-f]{4}|[\s\S])/gi, decode: decodeJson },
  { pattern: /%([\da-f]{2})/gi, decode: (hex) => Number.parseInt(hex, 16) },
  {
    pattern: /&(#x0*[\da-f]{1,6}|#0*\d{1,7}|amp|lt|gt|quot|[a-z]{2,16}(?=;));?/gi,
    decode: decodeEntity,
  },
];

/** A key has no control characters, so their letters stay. */
function decodeJson(rest: string): number {
  return rest.length > 1 ? Number.parseInt(rest.slice(1), 16) : rest.charCodeAt(0);
}

function decodeEntity(rest: string): number | undefined {
  if (!rest.startsWith("#")) return entities.get(rest) ?? entities.get(rest.toLowerCase());
  return /^#x/i.test(rest) ? Number.parseInt(rest.slice(2), 16) : Number(rest.slice(1));
}

/** A decoded text. From each index of `cuts` on, its characters are `shifts` further on in `of`. */
interface Decoded {
  readonly text: string;
  readonly of?: Decoded;
  readonly cuts: readonly number[];
  readonly shifts: readonly number[];
}

/** Decodes each escape of one form once, like a reader. */
function decodeOnce(of: Decoded, { pattern, decode }: Form): Decoded | undefined {
  const parts: string[] = [];
  const cuts: number[] = [];
  const shifts: number[] = [];
  let size = 0;
  let end = 0;
  for (const {
    0: { length },
    1: rest = "",
    index,
  } of of.text.matchAll(pattern)) {
    const code = decode(rest);
    if (code === undefined) continue;
    parts.push(of.text.slice(end, index), String.fromCharCode(code));
    size += index - end + 1;
    end = index + length;
    cuts.push(size);
    shifts.push(end - size);
  }
  if (end === 0) return undefined;
  return { text: parts.join("") + of.text.slice(end), of, cuts, shifts };
}

/** Converts an index of a decoded text to that of the original text. */
function toOriginal(index: number, decoded: Decoded): number {
  let at = index;
  for (let next: Decoded | undefined = decoded; next?.of; next = next.of) {
    let [low, high] = [0, next.cuts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((next.cuts[middle] as number) <= at) low = middle + 1;
      else high = middle;
    }
    at += next.shifts[low - 1] ?? 0;
  }
  return at;
}

/**
 * Finds the places, in their order, where the key is after a reader has decoded escapes of JSON,
 * percent escapes and HTML entities, in any order and again. It follows each reader, because what
 * one of them decodes can be a part of the key to another one.
 */
export function findKey(text: string, key: string): Place[] {
  const places: Place[] = [];
  const seen = new Set([text]);
  const limit = Math.min(maxDecoded, Math.max(minDecoded, maxCharacters / text.length));
  const queue: Decoded[] = [{ text, cuts: [], shifts: [] }];
  for (const decoded of queue) {
    for (let at = decoded.text.indexOf(key); at >= 0; at = decoded.text.indexOf(key, at + 1)) {
      const end = toOriginal(at + key.length, decoded);
      places.push({ start: toOriginal(at, decoded), end });
    }
    for (const form of forms) {
      if (queue.length >= limit) break;
      const next = decodeOnce(decoded, form);
      if (!next || seen.has(next.text)) continue;
      seen.add(next.text);
      queue.push(next);
    }
  }
  return places.sort((a, b) => a.start - b.start);
}
