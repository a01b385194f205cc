export function readSetup(define: string): string;
