type Page = [name: string, title: string];
export const sections: { title: string; pages: Page[] }[];
export const contributorPages: string[];
export function findUnlistedPages(): string[];
export function siteFile(name: string): string;
export const siteFiles: ReadonlyMap<string, string>;
