export function runBlock(
  code: string,
  modules: Readonly<Record<string, unknown>>,
  variables: object,
): Promise<void>;
