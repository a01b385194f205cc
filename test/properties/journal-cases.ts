import type { Random } from "./paid-once-cases.js";

/** A change of the bytes of a file. Undefined bytes are a missing file. */
export interface Damage {
  readonly kind: string;
  readonly bytes: Buffer | undefined;
  /** Only the end is missing. It looks as if the lines had never been written. */
  readonly isCut: boolean;
}

/** With their line breaks. */
export function toLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

const splice = (lines: readonly Buffer[], at: number, removed: number, ...added: Buffer[]) => [
  ...lines.slice(0, at),
  ...added,
  ...lines.slice(at + removed),
];

/** Whether all complete lines are as before, and the last ones are missing. */
const hasLostEnd = (before: Buffer, after: Buffer): boolean => {
  const end = after.lastIndexOf("\n") + 1;
  return before.subarray(0, end).equals(after.subarray(0, end));
};

/** Each kind of damage at a line. `foreign` is a file of another journal. */
const damages: Record<
  string,
  (lines: readonly Buffer[], at: number, random: Random, foreign: Buffer) => readonly Buffer[]
> = {
  "a lost line": (lines, at) => splice(lines, at, 1),
  "a repeated line": (lines, at, random) =>
    splice(lines, at + 1 + random(lines.length - at), 0, lines[at] as Buffer),
  "a moved line": (lines, at, random) =>
    splice(splice(lines, at, 1), random(lines.length), 0, lines[at] as Buffer),
  "a lost line break": (lines, at) => splice(lines, at, 1, (lines[at] as Buffer).subarray(0, -1)),
  "an added line break": (lines, at, random) => {
    const line = lines[at] as Buffer;
    const split = random(line.length);
    return splice(lines, at, 1, line.subarray(0, split), Buffer.from("\n"), line.subarray(split));
  },
  "a foreign line": (lines, at, random, foreign) => {
    const others = toLines(foreign);
    const line = [
      Buffer.from("# checked by hand\n"),
      Buffer.from('{"version":1}\n'),
      Buffer.from("null\n"),
      // A first line of another journal could be that of a process that has lost the first race.
      at === 0 || others.length === 0 ? Buffer.from("7\n") : pickLine(others, random),
    ][random(4)] as Buffer;
    return splice(lines, at, 0, line);
  },
  "a changed length or version": (lines, at, random) => {
    const text = String(lines[at]);
    const [from, to] = [
      [/"bytes":\d/, '"bytes":9'],
      [/"version":1/, '"version":3'],
      [/"version":1/, '"verzion":1'],
    ][random(3)] as [RegExp, string];
    return splice(lines, at, 1, Buffer.from(text.replace(from, to)));
  },
  ...Object.fromEntries(
    ["\0", " ", "x"].map((fill) => [
      `a line of ${JSON.stringify(fill)}`,
      (lines: readonly Buffer[], at: number) =>
        splice(lines, at, 1, Buffer.from(`${fill.repeat((lines[at] as Buffer).length - 1)}\n`)),
    ]),
  ),
};
const pickLine = (lines: readonly Buffer[], random: Random) =>
  lines[random(lines.length)] as Buffer;

/** The same at an offset. */
const cuts: Record<string, (bytes: Buffer, at: number, random: Random) => Buffer> = {
  "a flipped bit": (bytes, at, random) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ (1 << random(8));
    return changed;
  },
  "a lost end": (bytes, at) => bytes.subarray(0, at),
  "a lost start": (bytes, at) => bytes.subarray(at + 1),
  "a block of zeros": (bytes, at) =>
    Buffer.from(bytes).fill(0, at, Math.min(bytes.length, at + 512)),
  "lost bytes": (bytes, at, random) =>
    Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(400))]),
  "inserted bytes": (bytes, at, random) =>
    Buffer.concat([
      bytes.subarray(0, at),
      Buffer.alloc(1 + random(600), ["\0", " ", "{", "x"][random(4)]),
      bytes.subarray(at),
    ]),
};

export const kinds: readonly string[] = [...Object.keys(damages), ...Object.keys(cuts)];

/** Damages each line in each way, and the bytes at every `step`. */
export function* listDamages(
  bytes: Buffer,
  foreign: Buffer,
  step: number,
  random: Random,
): Generator<Damage> {
  const lines = toLines(bytes);
  const create = (kind: string, changed: Buffer): Damage[] =>
    changed.equals(bytes) ? [] : [{ kind, bytes: changed, isCut: hasLostEnd(bytes, changed) }];
  for (const at of lines.keys())
    for (const [kind, damage] of Object.entries(damages))
      yield* create(kind, Buffer.concat(damage(lines, at, random, foreign)));
  for (let at = random(step); at < bytes.length; at += step)
    for (const [kind, cut] of Object.entries(cuts)) yield* create(kind, cut(bytes, at, random));
}
