export const entries: Readonly<Record<string, string>>;
