export const cases: Readonly<Record<string, readonly object[]>>;
