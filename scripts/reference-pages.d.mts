export const entryPoints: Readonly<Record<string, string>>;
export function completeReference(folder: string): Promise<void>;
export function joinThrows(text: string): string;
