export function writeLlms(folder: string, isSite?: boolean): void;
