/** A rule of the Markdown renderer. */
export type Rule<Tokens, Rest extends readonly unknown[]> = (
  tokens: Tokens,
  index: number,
  ...rest: Rest
) => string;

/** What the rules read of a code block. */
export interface CodeToken {
  readonly info: string;
  readonly content: string;
}
