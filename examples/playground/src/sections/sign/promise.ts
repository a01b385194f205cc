import type { SigningProblem } from "bursar";
import { problemGuide } from "bursar/signing";

/** The sentences of the promise, in the order of docs/signing.md. */
export const sentences = ["Matches", "Within your limits", "Reasonable", "Settled"] as const;

export type SentenceName = (typeof sentences)[number];

/** What a sentence means for what is reviewed, or why nothing is compared. */
export type SentenceText = string | { readonly unchecked: string };

export type PromiseTexts = Readonly<Record<SentenceName, SentenceText>>;

/** Problems by the sentence that they break. Those of the call itself are listed with the first. */
export function groupBySentence(
  problems: readonly SigningProblem[],
): ReadonlyMap<SentenceName, readonly SigningProblem[]> {
  const groups = new Map<SentenceName, SigningProblem[]>();
  for (const problem of problems) {
    const { sentence } = problemGuide[problem.code];
    const name = sentences.find((each) => each === sentence) ?? "Matches";
    groups.set(name, [...(groups.get(name) ?? []), problem]);
  }
  return groups;
}

export const isFatal = ({ severity }: SigningProblem) => severity === "fatal";
