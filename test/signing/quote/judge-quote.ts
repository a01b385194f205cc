import { judgeBound } from "./judge-bound.js";
import { judgeJudged } from "./judge-judged.js";
import { judgeYours } from "./judge-yours.js";
import type { JudgedCase } from "./read-stated.js";

/** What is broken of the promise, by sentence. */
export interface Judgement {
  /** Of Matches and the own limits: nothing may lift it. */
  fatal: string[];
  /** Of Reasonable: the user is asked. */
  review: string[];
  /** Where the promise does not say whether it is broken. */
  unclear: string[];
}

/** Judges a quote by rules that share no code with the checker. */
export function judgeQuote(judged: JudgedCase): Judgement {
  const [bound, yours, terms] = [judgeBound(judged), judgeYours(judged), judgeJudged(judged)];
  return {
    fatal: [...bound.broken, ...yours.broken],
    review: terms.broken,
    unclear: [...bound.unclear, ...yours.unclear, ...terms.unclear],
  };
}
