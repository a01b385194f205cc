interface Environment {
  readonly relativePath: string;
  readonly frontmatter?: Readonly<Record<string, unknown>>;
}

export const searchOptions: {
  readonly boostDocument: (id: string) => number;
};
export const indexOptions: {
  readonly processTerm: (term: string) => string | null;
};
export const synonyms: Readonly<Record<string, string>>;
export function renderForSearch<T extends Environment>(
  source: string,
  env: T,
  md: { render(source: string, env: T): string },
): string;
