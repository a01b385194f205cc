interface Token {
  readonly content: string;
  attrGet(name: "src"): string | null;
}
type Rule<T extends readonly unknown[]> = (
  tokens: readonly Token[],
  index: number,
  ...rest: T
) => string;

export declare function withFigures<T extends readonly unknown[]>(renderImage: Rule<T>): Rule<T>;
