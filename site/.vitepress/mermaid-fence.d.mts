interface Token {
  readonly info: string;
  readonly content: string;
}
type Rule<T extends readonly unknown[]> = (
  tokens: readonly Token[],
  index: number,
  ...rest: T
) => string;

export declare function withMermaid<T extends readonly unknown[]>(renderBlock: Rule<T>): Rule<T>;
