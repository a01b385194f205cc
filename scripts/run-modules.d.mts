/** Returns the size of each pack with gzip, in bytes. */
export declare function writeRunModules(folder: string): Promise<Record<string, number>>;
