interface Token {
  readonly info: string;
  readonly content: string;
}
type Rule<T extends readonly unknown[]> = (
  tokens: readonly Token[],
  index: number,
  ...rest: T
) => string;

export function convertCommands(commands: string, manager: string): string;
export function withInstallTabs<T extends readonly unknown[]>(
  md: { render(source: string, env: object): string },
  renderBlock: Rule<T>,
): Rule<T>;
