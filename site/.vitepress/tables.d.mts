export function withTables(md: object): void;
